extension InlineDispatch {
  /// What has become of a dispatch.
  enum Result {
    case ended(RouteOutcome)
    case underWay(RouteDispatch)
  }

  /// Calls the handlers that match, on the current thread, if it is the dispatch's turn.
  /// - Parameter look: finds them, which in a serial router is done at its turn.
  /// - Returns: nothing when it has to wait for its turn, or the stack is too deep; nothing has happened then.
  func run(finding look: () -> Void) -> Result? {
    guard case .inherited = core.place, LoopDepth.enter() else { return nil }
    defer { LoopDepth.leave() }
    guard let line = core.line else {
      look()
      if let outcome = callHandlers() { return .ended(outcome) }
      // Its own driver has been left to this thread, as the first.
      let successor = successor
      successor?.driver.rejoin(self, 1)
      return successor.map { .underWay($0) }
    }
    guard let loop = line.begin(self) else { return nil }
    look()
    if let outcome = callHandlers() {
      line.end(self, of: loop)
      return .ended(outcome)
    }
    let successor = successor
    line.rejoin(self, loop)
    return successor.map { .underWay($0) }
  }

  private func callHandlers() -> RouteOutcome? {
    // What is told to handlers in their tasks costs more than to ask what they are told already.
    if core.ancestry.get() === ancestry { return callAll() }
    return core.ancestry.withValue(ancestry) { callAll() }
  }
}
