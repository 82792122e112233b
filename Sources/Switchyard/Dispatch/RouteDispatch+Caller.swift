import RoutePatterns

extension RouteDispatch {
  /// Calls handlers on the caller's thread, until the dispatch ends or changes hands.
  /// - Returns: the outcome; `nil` where it has changed hands.
  func runOnCaller() -> RouteOutcome? {
    var action = advance(.begins)
    while true {
      switch action {
      case .starts(let run):
        guard let event = call(run) else { return nil }
        if listener == .task, Task.isCancelled {
          // The handler has answered, and yet the dispatch ends as cancelled.
          action = advance(.isCancelled)
        } else {
          action = advance(event)
        }
      case .ends(let ending, let run, _):
        let outcome = outcome(of: ending, run)
        finish(outcome, run)
        return outcome
      case .releasesTurn, .waits:
        finish(.cancelled, nil)
        return .cancelled
      case .searches, .searchesAnew, .moves:
        guard let event = beginLeg(action) else { return .notFound }
        action = advance(event)
      }
    }
  }

  private func finish(_ outcome: RouteOutcome, _ run: DispatchMachine.Run?) {
    report(outcome, run)
    ancestry?.end()
    if listener == .attachment { lastRoutes = found?.matches }
    // An answer that a handler keeps would hold them.
    found = nil
    wrapped = nil
    leg = nil
    history = nil
    given = .nothing
  }

  /// Calls a handler on the caller's thread.
  /// - Returns: what has come of it; `nil` where the dispatch has changed hands.
  func call(_ run: DispatchMachine.Run) -> DispatchMachine.Event? {
    let place = place(of: run.handler)
    guard let entry = entry(of: run.handler), let context = context(at: place) else {
      return .vanishes(run, isOfGuard: false)
    }
    if let refusal = refusal(of: run, entry) { return refusal }
    wrapped = wrapped(run)
    guard case .inherited = wrapped?.place ?? entry.place else {
      changeHands()
      start(run, entry, context)
      return nil
    }
    if let gone = gone(before: run, entry) { return lose(run, gone) }
    if entry.kind == .proxy { tracesBefore = traces }
    let call = HandlerCall(number: run.number, matched: entry.matched)
    var task: Task<Void, Never>?
    switch wrapped?.start(call, self) ?? entry.body.start(call, context, self) {
    case .answered(let answer): receive(answer, to: call, by: .call)
    case .waits(let started): task = started
    }
    let answered = DispatchProgress(running: run.number).answered
    guard progress.change(answered, to: answered.taken).isChanged else {
      leave(run, task)
      return nil
    }
    if let callerTicket { core.limits.remove(callerTicket) }
    if case .vanished? = callerAnswer {
      callerAnswer = nil
      return lose(run, gone(before: run, entry) ?? entry)
    }
    return .answers(run, answer(at: place, entry, context))
  }

  /// Takes the answer that the handler has given in its call.
  func answer(
    at place: Int,
    _ entry: RouteEntry,
    _ context: RouteContext
  ) -> DispatchMachine.Answer {
    guard let answer = callerAnswer.take() else {
      if entry.kind == .proxy { notePassing(at: place) }
      return .proceeds
    }
    if case .dropped = answer {
      report(RouterFault(.droppedAnswer, entry: entry, target: target.withoutQuery))
    }
    return meaning(of: answer, to: entry, context)
  }

  /// Leaves a handler that has not answered to the threads that bring what comes of it.
  func leave(
    _ run: DispatchMachine.Run,
    _ task: Task<Void, Never>?
  ) {
    guard let (run, _) = takeOver(run.number, isAnswered: false) else {
      if let callerTicket { core.limits.remove(callerTicket) }
      return
    }
    if let callerTicket,
      let ticket = core.limits.outlive(
        self,
        number: run.run.number,
        run.timeLimit,
        callerTicket
      )
    {
      run.attach(ticket)
    }
    if let task { run.attach(task) }
  }
}
