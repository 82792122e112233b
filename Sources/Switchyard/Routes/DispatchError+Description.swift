extension DispatchError: CustomStringConvertible {
  /// The text that says what was being opened, what went wrong, and what helps.
  public var description: String { "Opening \(target.excerpt): \(reason)" }

  private var reason: String {
    let pattern = (pattern?.excerpt ?? "a route") + (origin.map { " at \($0)" } ?? "")
    let cause = cause?.text ?? "no reason given"
    switch code.value {
    case .handlerThrew: return "the handler of \(pattern) threw an error: \(cause)"
    case .droppedNext:
      return "the proxy \(pattern) has let go of next without calling it. Call it on every path."
    case .proxyTimeLimit:
      return "the proxy \(pattern) took longer than it may. Make it quicker, or raise "
        + "Router.Configuration.handlerTimeLimit."
    case .matchLimit: return cause
    case .badCommit: return "the proxy \(pattern) commits to what is no target. \(cause)"
    case .loop:
      return "there were more commits and redirects than Router.Configuration.hopLimit allows: "
        + path.map(\.excerpt).joined(separator: " -> ")
    case .unsettled:
      return "routes were gone before their turn each time that it began anew: "
        + path.map(\.excerpt).joined(separator: ", ")
        + ". Exchange routes less often, or open it again."
    case .reentrant:
      return
        "a handler of a serial router waits for a dispatch of the same router, which waits for "
        + "the handler. Use open, which is queued, or a concurrent router."
    }
  }
}
