import RoutePatterns

extension RouteDispatch {
  /// Gives the dispatch a driver, before it enters.
  func prepareToEnter() {
    if listener == .task { promise = Promise() }
    driver = core.driver()
    hasWaited = true
  }

  /// Begins when it is its turn.
  func enter() { driver?.submit(.enter(self)) }

  /// Ends it as cancelled, unless it has ended.
  func cancel() { driver?.submit(.event(self, .isCancelled)) }

  /// Tells the machine what has happened, and does what it says.
  func receive(_ event: DispatchMachine.Event) {
    prepare(for: event)
    var next: DispatchMachine.Event? = event
    while let event = next {
      let action = advance(event)
      switch action {
      case .waits: return
      case .starts(let run):
        guard let candidate = candidate(of: run.handler) else {
          next = .vanishes(run, isOfGuard: false)
          continue
        }
        next = refusal(of: run, candidate)
        if next == nil { start(run, candidate) }
      case .ends(let ending, let run, let releasesTurn):
        end(outcome(of: ending, run), run, releasesTurn: releasesTurn)
        return
      case .releasesTurn:
        releaseTurn()
        return
      case .searches, .searchesAnew, .moves: next = beginLeg(action, after: event)
      }
    }
  }

  /// Notes what the handler that runs has done, or that it could not start.
  func prepare(for event: DispatchMachine.Event) {
    guard let current else { return }
    switch event {
    case .answers(current.run, .proceeds):
      if current.entry.kind == .proxy, traces == tracesBefore {
        let place = place(of: current.run.handler)
        if place < UInt64.bitWidth { passedPlaces |= 1 &<< UInt64(place) }
      }
    case .vanishes(current.run, let isOfGuard):
      // Before a map it may be a guard that has allowed it.
      let isOther = isOfGuard && current.entry.kind != .guard
      let gone = isOther ? found?.goneGuard : nil
      _ = lose(current.run, gone ?? current.entry)
    default: break
    }
  }

  /// Has a handler called where it belongs.
  func start(_ run: DispatchMachine.Run, _ candidate: RouteCandidate) {
    guard let driver else { return }
    if candidate.entry.kind == .proxy { tracesBefore = traces }
    let handlerRun = HandlerRun(
      run,
      candidate.entry,
      context(of: run.handler, candidate),
      of: self,
      by: driver,
      behind: run.handler == .map ? found?.guards.map(\.entry) ?? [] : []
    )
    current = handlerRun
    handlerRun.schedule()
  }
}
