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

  /// Calls handlers on the caller's thread, until the dispatch ends or changes hands.
  ///
  /// All that are awaited are so in one task, for as long as none has to wait.
  /// - Returns: the outcome; `nil` where it has changed hands.
  func callAll() -> RouteOutcome? {
    switch goOn(.begins) {
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
      guard let event = event(behind: run) else { return }
      awaited = nil
      switch goOn(isCallerCancelled ? .isCancelled : event) {
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
  private func goOn(_ event: DispatchMachine.Event) -> Way {
    var action = advance(event)
    while true {
      switch action {
      case .starts(let run):
        guard let event = call(run) else {
          return awaitedCall == nil ? .changedHands : .awaits(run)
        }
        // The handler has answered, and yet the dispatch ends as cancelled.
        action = advance(isCallerCancelled ? .isCancelled : event)
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

  private func finish(_ outcome: RouteOutcome, _ run: DispatchMachine.Run?) {
    report(outcome, run)
    ancestry?.end()
    if listener == .attachment { (lastDestination, lastTarget) = (found.destination, laterTarget) }
    if let recorder { recordEnd(outcome, by: recorder) }
    letGo()
  }

  /// Whether the task is cancelled that waits for the dispatch.
  private var isCallerCancelled: Bool {
    guard listener == .task else { return false }
    return caller?.isCancelled ?? Task.isCancelled
  }

  /// Calls a handler on the caller's thread.
  /// - Returns: what has come of it; `nil` where the dispatch has changed hands, or the handler is
  ///   to be awaited.
  private func call(_ run: DispatchMachine.Run) -> DispatchMachine.Event? {
    let place = found.place(of: run.handler)
    guard place < found.count, let leg else { return .vanishes(run, isOfGuard: false) }
    let entry = found.entry(at: place)
    if let refusal = refusal(of: run, entry) { return refusal }
    wrapped = wrapped(run)
    let context = RouteContext(leg, at: place)
    guard case .inherited = wrapped?.place ?? entry.place else {
      changeHands()
      start(run, entry, context)
      return nil
    }
    if let gone = gone(before: run, entry) { return lose(run, gone) }
    if entry.kind == .proxy { tracesBefore = traces }
    let started =
      functions(run)?.start(run.number, of: entry.matched, self)
      ?? wrapped?.start(run.number, of: entry.matched, self)
      ?? entry.body.start(run.number, of: entry.matched, context, self)
    switch started {
    case .answered(let answer): _ = receive(answer, to: run.number, by: .call)
    case .replies: takeReply(of: run, to: entry.matched)
    case .awaits(let handler):
      // With its argument: it has begun, and others may take over what that would be read from.
      awaitedCall = AwaitedCall(handler: handler, context: context)
      return nil
    case .runs(let task):
      if let event = event(behind: run) { return event }
      leave(run, task)
      return nil
    }
    if let event = event(behind: run) { return event }
    leave(run, nil)
    return nil
  }

  /// Goes on behind a handler that has returned.
  /// - Returns: what has come of it; `nil` where it has not answered, or another thread has taken
  ///   over.
  private func event(behind run: DispatchMachine.Run) -> DispatchMachine.Event? {
    let answered = DispatchProgress(running: run.number).answered
    guard progress.change(answered, to: answered.taken).isChanged else { return nil }
    if let ticket = callerTicket.take() { core.limits.remove(ticket) }
    let place = found.place(of: run.handler)
    guard let answer = callerAnswer.take() else {
      if case .proxy = run.handler { notePassing(at: place) }
      return .answers(run, .proceeds)
    }
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
