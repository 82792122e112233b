extension Error {
  /// The text of an error, fit for a message whatever it quotes.
  ///
  /// Errors of the package have lines of their own, with carets in them, and escape the text they
  /// quote: these lines are indented, as a client's text may stand at the beginning of one. In all
  /// others a line break could forge a message.
  var text: String {
    switch self {
    case is DispatchError: "\(self)"
    case is MatchError, is RouteTargetError, is PatternError:
      "\(self)".replacing("\n", with: "\n  ")
    default: "\(self)".printable
    }
  }
}
