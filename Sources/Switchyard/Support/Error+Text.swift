import RoutePatterns

extension Error {
  /// The text of an error, fit for a message whatever it quotes.
  ///
  /// Errors of the package have lines of their own, with carets in them, and escape the text they
  /// quote; in all others a line break could forge a message.
  var text: String {
    switch self {
    case is MatchError, is RouteTargetError, is PatternError, is DispatchError: "\(self)"
    default: "\(self)".printable
    }
  }
}
