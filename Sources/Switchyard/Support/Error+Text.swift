import RoutePatterns

extension Error {
  /// What an error says of itself, fit for a message whatever it quotes.
  ///
  /// Those of the package have lines of their own, with carets in them, and escape what they quote; of all others
  /// a line break could forge a message.
  var text: String {
    switch self {
    case is MatchError, is RouteTargetError, is PatternError, is DispatchError: "\(self)"
    default: "\(self)".printable
    }
  }
}
