import RoutePatterns

extension RouteDispatch {
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
    if let outcome = goOn(advance(.begins)) { return outcome }
    guard let first = awaitedCall?.run else { return nil }
    awaited = first
    let task = CallerTask.call { caller in
      self.caller = caller
      defer { self.caller = nil }
      return HandlerBody.startTask(on: nil) { await self.awaitAll() }
    }
    if let outcome = awaitedOutcome.take() { return outcome }
    // It waits in the task, or has changed hands there.
    if let run = awaited { leave(run, task) }
    return nil
  }

  /// Awaits one handler after the other, and goes on with the dispatch for as long as that has not
  /// changed hands.
  private func awaitAll() async {
    while let call = awaitedCall.take() {
      let run = call.run
      // Behind this it may be another thread, which finds that the dispatch has changed hands.
      _ = receive(await (consume call).answer(), to: run.number, by: .task)
      let called = called(behind: run)
      if case .isLeft = called { return }
      if case .proceeds = called { notePassing(of: run, traces) }
      awaited = nil
      let next = next(behind: run, called).map { .starts($0) } ?? action(behind: run, called)
      if let outcome = goOn(next) { return awaitedOutcome = outcome }
      guard let nextAwaited = awaitedCall?.run else { return }
      awaited = nextAwaited
    }
  }

  /// Goes on until the dispatch ends.
  /// - Returns: the outcome; `nil` where it has changed hands, or has come to a handler that is to
  ///   be awaited.
  private func goOn(_ first: consuming DispatchMachine.Action) -> RouteOutcome? {
    var action = first
    while true {
      switch consume action {
      case .starts(let run):
        guard let next = callLeg(from: run) else { return nil }
        action = next
      case .ends(let ending, let run, _):
        let outcome = outcome(of: ending, run)
        finish(outcome, run)
        return outcome
      case .releasesTurn, .waits:
        finish(.cancelled, nil)
        return .cancelled
      // It searches, searches anew or moves.
      case let beginning:
        guard let event = beginLeg(beginning) else { return .notFound }
        action = advance(event)
      }
    }
  }

  /// Calls the handlers of the leg, from one on, for as long as each lets the next one run.
  /// - Returns: what is to be done behind the last; `nil` where that has left the dispatch.
  private func callLeg(from first: DispatchMachine.Run) -> DispatchMachine.Action? {
    guard let leg else { return advance(.vanishes(first, isOfGuard: false)) }
    return call(from: first, found, leg)
  }

  // What was found is held by whoever calls this, and so stays as it is: who else comes to end the
  // dispatch lets go of it, and makes room elsewhere. It holds the routes, of which no reference is
  // counted here.
  private func call(
    from first: DispatchMachine.Run,
    _ found: FoundRoutes,
    _ leg: DispatchLeg
  ) -> DispatchMachine.Action? {
    var run = first
    while true {
      let place = found.place(of: run.handler)
      let called =
        place < found.count
        ? found.heldEntry(at: place).read { call(run, at: place, $0, found, leg) }
        : .brings(.vanishes(run, isOfGuard: false))
      if case .isLeft = called { return nil }
      guard let next = next(behind: run, called) else { return action(behind: run, called) }
      run = next
    }
  }

  /// Returns the run of the next handler, where one that has answered lets it run.
  @inline(__always)
  private func next(behind run: DispatchMachine.Run, _ called: Called) -> DispatchMachine.Run? {
    guard case .proceeds = called, !isCallerCancelled else { return nil }
    return next(after: run)
  }

  /// Returns what else is to be done behind a handler that has answered.
  private func action(
    behind run: DispatchMachine.Run,
    _ called: Called
  ) -> DispatchMachine.Action {
    // And yet the dispatch ends as cancelled.
    if isCallerCancelled { return advance(.isCancelled) }
    if case .brings(let event) = called { return advance(event) }
    return advance(.answers(run, .proceeds))
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
  private func call(
    _ run: DispatchMachine.Run,
    at place: Int,
    _ entry: RouteEntry,
    _ found: FoundRoutes,
    _ leg: DispatchLeg
  ) -> Called {
    if let refusal = refusal(of: run, entry, found) { return .brings(refusal) }
    let isWrapped = found.isWrapped(run)
    let isCalled = isWrapped && found.isOfFunctions
    if isWrapped, !isCalled { wrapped = wrapped(run) }
    guard wrapped?.place.isInherited ?? entry.place.isInherited else {
      changeHands()
      start(run, entry, RouteContext(leg, at: place))
      return .isLeft
    }
    if let gone = found.gone(before: run, entry) { return .brings(lose(run, gone)) }
    if entry.kind == .proxy { tracesBefore = leg.traces }
    let started =
      (isCalled ? FunctionCall(found, leg)?.start(run.number, of: entry.matched, self) : nil)
      ?? wrapped?.start(run.number, of: entry.matched, self)
      ?? entry.body.start(run.number, of: entry.matched, RouteContext(leg, at: place), self)
    let called: Called
    switch started {
    case .answered(let answer): called = take(answer, of: run)
    case .replies: called = outcome(of: run, nil)
    case .awaits(let handler):
      // With its argument: it has begun, and others may take over what that would be read from.
      awaitedCall = AwaitedCall(run: run, handler: handler, context: RouteContext(leg, at: place))
      return .isLeft
    case .runs(let task): return outcome(of: run, task)
    }
    if case .proceeds = called, entry.kind == .proxy { notePassing(of: run, leg.traces) }
    return called
  }

  /// Takes the answer that a handler has returned, unless another thread has taken over before.
  private func take(_ answer: HandlerAnswer, of run: DispatchMachine.Run) -> Called {
    let running = DispatchProgress(running: run.number)
    guard progress.change(running, to: running.answered.taken).isChanged else {
      _ = receiveElsewhere(answer, to: run.number, by: .call)
      leave(run, nil)
      return .isLeft
    }
    if callerTicket != nil { endCallerTime() }
    return answer.proceeds ? .proceeds : .brings(event(of: answer, to: run))
  }

  /// Ends the time of the handler that was called, where it is not watched for that.
  @inline(never)
  private func endCallerTime() {
    if let ticket = callerTicket.take() { limits.remove(ticket) }
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
    if callerTicket != nil { endCallerTime() }
    if callerAnswer != nil, let answer = callerAnswer.take() {
      return .brings(event(of: answer, to: run))
    }
    return .proceeds
  }

  @inline(never)
  private func event(
    of answer: HandlerAnswer,
    to run: DispatchMachine.Run
  ) -> DispatchMachine.Event {
    let place = found.place(of: run.handler)
    let entry = found.entry(at: place)
    if case .vanished = answer { return lose(run, found.gone(before: run, entry) ?? entry) }
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
      if let ticket { limits.remove(ticket) }
      // Nobody waits for it any more.
      task?.cancel()
      return
    }
    if let ticket {
      run.attach(ticket)
    } else if let watch, limits.watched(run.timeLimit) > 0,
      let ticket = limits.outlive(self, number: run.run.number, run.timeLimit, watch)
    {
      run.attach(ticket)
    }
    if let task { run.attach(task) }
  }
}
