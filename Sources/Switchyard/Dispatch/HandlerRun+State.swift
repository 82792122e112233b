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

  mutating func stop() -> (wasUnderWay: Bool, task: Task<Void, Never>?) {
    guard phase == .scheduled || phase == .running else { return (false, nil) }
    phase = .stopped
    defer { task = nil }
    return (true, task)
  }

  mutating func expire() -> (
    isOutlasted: Bool, wasRunning: Bool, task: Task<Void, Never>?
  ) {
    guard phase == .running || phase == .stopped else { return (false, false, nil) }
    let wasRunning = phase == .running
    phase = .expired
    defer { task = nil }
    return (true, wasRunning, task)
  }

  /// Takes an answer in.
  /// - Returns: the phase that it came in, and the ticket of the time limit that is no longer
  ///   needed.
  mutating func answer() -> (HandlerRun.Phase, TimeLimits.Ticket?) {
    let before = phase
    if phase == .running || phase == .stopped {
      phase = .answered
      task = nil
    }
    defer { ticket = nil }
    return (before, ticket)
  }
}
