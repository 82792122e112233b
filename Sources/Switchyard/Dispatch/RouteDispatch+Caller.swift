import RoutePatterns

extension RouteDispatch {
  /// Calls handlers on the caller's thread, until the dispatch ends or changes hands.
  /// - Returns: the outcome; `nil` where it has changed hands.
  func runOnCaller() -> RouteOutcome? {
    var event = DispatchMachine.Event.begins
    var maker = ParametersMaker()
    var ended: RouteOutcome?
    while true {
      let action = advance(event)
      switch action {
      case .starts(let run):
        guard let next = call(run, &maker) else { return nil }
        event = next
        if listener == .task, Task.isCancelled {
          // The handler has answered, and yet the dispatch ends as cancelled.
          if case .ends(let ending, let run, _) = advance(.isCancelled) {
            ended = outcome(of: ending, run)
          }
        }
      case .ends(let ending, let run, _):
        return finish(outcome(of: ending, run), run)
      case .releasesTurn, .waits:
        return finish(ended ?? .cancelled, nil)
      case .searches, .searchesAnew, .moves:
        guard let next = beginLeg(action, after: event) else { return finish(.notFound, nil) }
        event = next
      }
    }
  }

  func finish(_ outcome: RouteOutcome, _ run: DispatchMachine.Run?) -> RouteOutcome {
    report(outcome, run)
    ancestry?.end()
    // An answer that a handler keeps would hold what was found.
    found = nil
    return outcome
  }

  /// Calls a handler on the caller's thread.
  /// - Returns: what has come of it; `nil` where the dispatch has changed hands.
  func call(
    _ run: DispatchMachine.Run,
    _ maker: inout ParametersMaker
  ) -> DispatchMachine.Event? {
    guard let candidate = candidate(of: run.handler) else {
      return .vanishes(run, isOfGuard: false)
    }
    let entry = candidate.entry
    if let refusal = refusal(of: run, candidate) { return refusal }
    guard case .inherited = entry.place else {
      changeHands()
      start(run, candidate)
      return nil
    }
    if let gone = gone(before: run, entry) { return lose(run, gone) }
    if entry.kind == .proxy { tracesBefore = traces }
    let task = start(run, candidate, &maker)
    let answered = DispatchProgress(running: run.number).answered
    guard progress.change(answered, to: answered.taken).isChanged else {
      leave(run, task)
      return nil
    }
    if let ticket = callerTicket { core.deadlines.remove(ticket) }
    return .answers(run, answer(of: run, candidate))
  }

  func start(
    _ run: DispatchMachine.Run,
    _ candidate: RouteCandidate,
    _ maker: inout ParametersMaker
  ) -> Task<Void, Never>? {
    var input = CalledInput(
      dispatch: self,
      handler: run.handler,
      candidate: candidate,
      maker: maker
    )
    // Held once, so that it is made anew only where a handler keeps its parameters.
    maker = ParametersMaker()
    defer { maker = input.maker }
    let entry = candidate.entry
    let receiver = CallReceiver(dispatch: self, number: run.number, matched: entry.matched)
    switch entry.body.start(&input, receiver) {
    case .answered(let answer):
      receiver.receive(answer, by: .call)
      return nil
    case .waits(let task):
      return task
    }
  }

  /// Takes the answer that the handler has given in its call.
  func answer(
    of run: DispatchMachine.Run,
    _ candidate: RouteCandidate
  ) -> DispatchMachine.Answer {
    guard let answer = callerAnswer.take() else {
      if candidate.entry.kind == .proxy, traces == tracesBefore {
        let place = place(of: run.handler)
        if place < UInt64.bitWidth { passedPlaces |= 1 &<< UInt64(place) }
      }
      return .proceeds
    }
    if case .dropped = answer {
      let (entry, target) = (candidate.entry, target.withoutQuery)
      core.report(RouterFault(.droppedAnswer, entry: entry, target: target))
    }
    return meaning(of: answer, to: candidate.entry) { context(of: run.handler, candidate) }
  }

  /// Leaves a handler that has not answered to the threads that bring what comes of it.
  func leave(
    _ run: DispatchMachine.Run,
    _ task: Task<Void, Never>?
  ) {
    guard let (run, _) = takeOver(run.number, isAnswered: false) else { return }
    if let callerTicket { run.attach(callerTicket) }
    if let task { run.attach(task) }
  }
}
