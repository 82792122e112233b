extension HandlerRun.State {
  /// Whether the handler may begin.
  mutating func begin() -> Bool {
    guard phase == .scheduled else { return false }
    phase = .running
    return true
  }

  /// Takes the ticket of a time limit.
  /// - Returns: the one that is not needed, of this and the one before, if one is not.
  mutating func take(_ new: TimeLimits.Ticket, isAnew: Bool) -> TimeLimits.Ticket? {
    guard phase == .running || phase == .stopped, isAnew || ticket == nil else { return new }
    defer { ticket = new }
    return ticket
  }

  /// The dispatch has ended; what is called stays until the handler has.
  /// - Returns: what is to be stopped, if it was under way.
  mutating func stop() -> (wrapped: WrappedHandler?, task: Task<Void, Never>?) {
    guard phase == .scheduled || phase == .running else { return (nil, nil) }
    phase = .stopped
    return (work?.wrapped, task.take())
  }

  /// - Returns: whether it was under way, and then what it no longer needs, which is not released
  ///   under the lock.
  mutating func expire() -> (
    isOutlasted: Bool, wasRunning: Bool, task: Task<Void, Never>?, work: HandlerRun.Work?
  ) {
    guard phase == .running || phase == .stopped else { return (false, false, nil, nil) }
    let wasRunning = phase == .running
    phase = .expired
    return (true, wasRunning, task.take(), work.take())
  }

  /// Takes an answer in.
  /// - Returns: the phase that it came in, and what is no longer needed: the ticket of the time
  ///   limit, and what was called, which is not released under the lock.
  mutating func answer() -> (
    phase: HandlerRun.Phase, ticket: TimeLimits.Ticket?, work: HandlerRun.Work?
  ) {
    let before = phase
    guard before == .running || before == .stopped else { return (before, ticket.take(), nil) }
    phase = .answered
    task = nil
    return (before, ticket.take(), work.take())
  }
}
