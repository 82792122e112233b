extension RouteDispatch {
  /// How a dispatch has begun.
  enum Beginning {
    case ended(RouteOutcome)
    case underWay
  }

  /// Calls the handlers that match, on the current thread, if it is the dispatch's turn.
  ///
  /// - Parameter find: finds them, which in a serial router is done at its turn.
  /// - Returns: `nil` when it has to wait for its turn, or the stack is too deep; nothing has happened then.
  func run(finding find: () -> Void) -> Beginning? {
    guard case .inherited = core.place, LoopDepth.enter() else { return nil }
    defer { LoopDepth.leave() }
    guard let line = core.line else {
      find()
      if let outcome = callHandlers() { return .ended(outcome) }
      // Its own driver has been left to this thread, as the first.
      driver?.rejoin(self, 1)
      return .underWay
    }
    guard let loop = line.begin(self) else { return nil }
    find()
    if let outcome = callHandlers() {
      line.end(self, of: loop)
      return .ended(outcome)
    }
    line.rejoin(self, loop)
    return .underWay
  }

  private func callHandlers() -> RouteOutcome? {
    // What is told to handlers in their tasks costs more than to ask what they are told already.
    if core.ancestry.get() === ancestry { return runOnCaller() }
    return core.ancestry.withValue(ancestry) { runOnCaller() }
  }
}
