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
        guard let entry = entry(of: run.handler),
          let context = context(at: found.place(of: run.handler))
        else {
          next = .vanishes(run, isOfGuard: false)
          continue
        }
        next = refusal(of: run, entry, found)
        if next == nil { start(run, entry, context) }
      case .ends(let ending, let run, let releasesTurn):
        end(outcome(of: ending, run), run, releasesTurn: releasesTurn)
        return
      case .releasesTurn:
        releaseTurn()
        return
      case .searches, .searchesAnew, .moves: next = beginLeg(action)
      }
    }
  }

  /// Notes what the handler that runs has done, or that it could not start.
  func prepare(for event: DispatchMachine.Event) {
    guard let current, found.count > 0 else { return }
    switch event {
    case .answers(current.run, .proceeds):
      notePassing(of: current.run, traces)
    case .vanishes(current.run, _):
      _ = lose(current.run, found.gone(before: current.run, current.entry) ?? current.entry)
    default: break
    }
  }

  /// Has a handler called where it belongs.
  func start(_ run: DispatchMachine.Run, _ entry: RouteEntry, _ context: RouteContext) {
    guard let driver else { return }
    if entry.kind == .proxy { tracesBefore = traces }
    wrapped = wrapped(run)
    let handlerRun = HandlerRun(
      run,
      entry,
      context,
      of: self,
      by: driver,
      behind: run.handler == .map ? found.neededByEnd : [],
      functions: functions(run),
      wrapped: wrapped
    )
    current = handlerRun
    handlerRun.schedule()
  }
}
