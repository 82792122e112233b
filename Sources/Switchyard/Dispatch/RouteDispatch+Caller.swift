import RoutePatterns

extension RouteDispatch {
  /// The way that the caller's thread has come.
  private enum Way {
    case ended(RouteOutcome)
    /// Others carry the dispatch on.
    case changedHands
    /// The handler of a run is to be awaited, in a task.
    case awaits(DispatchMachine.Run)
  }

  /// The thing that comes of a handler that was called.
  private enum Called {
    /// It lets the next one run.
    case proceeds
    case brings(DispatchMachine.Event)
    /// The dispatch has changed hands, or the handler is to be awaited.
    case isLeft
  }

  /// Calls handlers on the caller's thread, until the dispatch ends or changes hands.
  ///
  /// All that are awaited are so in one task, for as long as none has to wait.
  /// - Returns: the outcome; `nil` where it has changed hands.
  func callAll() -> RouteOutcome? {
    switch goOn(advance(.begins)) {
    case .ended(let outcome): return outcome
    case .changedHands: return nil
    case .awaits(let run):
      guard let call = awaitedCall.take() else { return nil }
      awaited = run
      let task = CallerTask.call { caller in
        self.caller = caller
        defer { self.caller = nil }
        return HandlerBody.startTask(on: nil) { await self.await(call, run) }
      }
      if let outcome = awaitedOutcome.take() { return outcome }
      // It waits in the task, or has changed hands there.
      if let run = awaited { leave(run, task) }
      return nil
    }
  }

  /// Awaits the handler of a run, and goes on with the dispatch for as long as that has not changed
  /// hands.
  private func await(_ call: AwaitedCall, _ run: DispatchMachine.Run) async {
    var (call, run) = (call, run)
    while true {
      // Behind this it may be another thread, which finds that the dispatch has changed hands.
      _ = receive(await call.handler.answer(call.context), to: run.number, by: .task)
      let called = called(behind: run)
      if case .isLeft = called { return }
      awaited = nil
      switch goOn(action(behind: run, called)) {
      case .ended(let outcome): return awaitedOutcome = outcome
      case .changedHands: return
      case .awaits(let next):
        guard let taken = awaitedCall.take() else { return }
        (call, run) = (taken, next)
        awaited = next
      }
    }
  }

  /// Goes on until the dispatch ends, changes hands, or comes to a handler that is awaited.
  private func goOn(_ first: DispatchMachine.Action) -> Way {
    var action = first
    while true {
      switch action {
      case .starts(let run):
        let called = call(run)
        if case .isLeft = called { return awaitedCall == nil ? .changedHands : .awaits(run) }
        action = self.action(behind: run, called)
      case .ends(let ending, let run, _):
        let outcome = outcome(of: ending, run)
        finish(outcome, run)
        return .ended(outcome)
      case .releasesTurn, .waits:
        finish(.cancelled, nil)
        return .ended(.cancelled)
      case .searches, .searchesAnew, .moves:
        guard let event = beginLeg(action) else { return .ended(.notFound) }
        action = advance(event)
      }
    }
  }

  /// Returns what is to be done behind a handler that has answered.
  @inline(__always)
  private func action(
    behind run: DispatchMachine.Run,
    _ called: Called
  ) -> DispatchMachine.Action {
    // And yet the dispatch ends as cancelled.
    if isCallerCancelled { return advance(.isCancelled) }
    if case .brings(let event) = called { return advance(event) }
    return next(after: run).map { .starts($0) } ?? advance(.answers(run, .proceeds))
  }

  private func finish(_ outcome: RouteOutcome, _ run: DispatchMachine.Run?) {
    report(outcome, run)
    ancestry?.end()
    if listener == .attachment { (lastDestination, lastTarget) = (found.destination, laterTarget) }
    if let recorder { recordEnd(outcome, by: recorder) }
    letGo()
  }

  /// Whether the task is cancelled that waits for the dispatch.
  private var isCallerCancelled: Bool { listener == .task && isTaskCancelled }

  @inline(never)
  private var isTaskCancelled: Bool { caller?.isCancelled ?? Task.isCancelled }

  /// Calls a handler on the caller's thread.
  private func call(_ run: DispatchMachine.Run) -> Called {
    let place = found.place(of: run.handler)
    guard place < found.count, let leg else { return .brings(.vanishes(run, isOfGuard: false)) }
    let entry = found.entry(at: place)
    let context = RouteContext(leg, at: place)
    if let refusal = refusal(of: run, entry) { return .brings(refusal) }
    if isWrapped(run) { wrapped = wrapped(run) }
    guard wrapped?.place.isInherited ?? entry.place.isInherited else {
      changeHands()
      start(run, entry, context)
      return .isLeft
    }
    if let gone = gone(before: run, entry) { return .brings(lose(run, gone)) }
    if entry.kind == .proxy { tracesBefore = traces }
    let started =
      functions(run)?.start(run.number, of: entry.matched, self)
      ?? wrapped?.start(run.number, of: entry.matched, self)
      ?? entry.body.start(run.number, of: entry.matched, context, self)
    switch started {
    case .answered(let answer): _ = receive(answer, to: run.number, by: .call)
    case .replies: takeReply(of: run, entry)
    case .awaits(let handler):
      // With its argument: it has begun, and others may take over what that would be read from.
      awaitedCall = AwaitedCall(handler: handler, context: context)
      return .isLeft
    case .runs(let task): return outcome(of: run, task)
    }
    return outcome(of: run, nil)
  }

  /// Takes what has come of a handler that has returned, or leaves it to the threads that bring
  /// that.
  private func outcome(of run: DispatchMachine.Run, _ task: Task<Void, Never>?) -> Called {
    let called = called(behind: run)
    if case .isLeft = called { leave(run, task) }
    return called
  }

  /// Goes on behind a handler that has returned.
  /// - Returns: what has come of it, which is nothing where it has not answered, or another thread
  ///   has taken over.
  private func called(behind run: DispatchMachine.Run) -> Called {
    let answered = DispatchProgress(running: run.number).answered
    guard progress.change(answered, to: answered.taken).isChanged else { return .isLeft }
    if let ticket = callerTicket.take() { core.limits.remove(ticket) }
    if let answer = callerAnswer.take() { return .brings(event(of: answer, to: run)) }
    if case .proxy = run.handler { notePassing(at: found.place(of: run.handler)) }
    return .proceeds
  }

  private func event(
    of answer: HandlerAnswer,
    to run: DispatchMachine.Run
  ) -> DispatchMachine.Event {
    let place = found.place(of: run.handler)
    let entry = found.entry(at: place)
    if case .vanished = answer { return lose(run, gone(before: run, entry) ?? entry) }
    if case .dropped = answer {
      report(RouterFault(.droppedAnswer, entry: entry, target: target.withoutQuery))
    }
    guard let context = context(at: place) else { return .vanishes(run, isOfGuard: false) }
    return .answers(run, meaning(of: answer, to: entry, context))
  }

  /// Leaves a handler that has not answered to the threads that bring what comes of it.
  func leave(
    _ run: DispatchMachine.Run,
    _ task: Task<Void, Never>?
  ) {
    let ticket = callerTicket.take()
    guard let (run, _) = takeOver(run.number, isAnswered: false) else {
      if let ticket { core.limits.remove(ticket) }
      // Nobody waits for it any more.
      task?.cancel()
      return
    }
    if let ticket {
      run.attach(ticket)
    } else if let watch, core.limits.watched(run.timeLimit) > 0,
      let ticket = core.limits.outlive(self, number: run.run.number, run.timeLimit, watch)
    {
      run.attach(ticket)
    }
    if let task { run.attach(task) }
  }
}
