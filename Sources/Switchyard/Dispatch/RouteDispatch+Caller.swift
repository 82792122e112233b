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
    let task = HandlerBody.startTask(on: nil) { await self.awaitAll() }
    if let outcome = awaitedOutcome.take() { return outcome }
    // It waits in the task, or has changed hands there.
    if let run = awaited {
      leave(run, task)
      leaveLeg()
    }
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
      if case .isLeft = called { return leaveLeg() }
      if case .proceeds = called { notePassing(of: run, traces) }
      awaited = nil
      // As behind a handler that is called.
      let next =
        isCallerCancelled
        ? advance(.isCancelled)
        : next(behind: run, called).map { .starts($0) } ?? action(behind: run, called)
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
    guard let leg = heldLeg else { return advance(.vanishes(first, isOfGuard: false)) }
    let action = HeldReference(found).read { found in
      leg.read { call(from: first, found, $0) }
    }
    // A handler that is awaited is left to whoever takes over.
    if action == nil, awaitedCall == nil { leaveLeg() }
    return action
  }

  // What was found and the leg are held by the dispatch; who else comes to end that holds them for
  // this thread, and makes room elsewhere. What was found holds the routes. So no reference is
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
      // Whatever it has answered, the dispatch ends as cancelled.
      if isCallerCancelled { return advance(.isCancelled) }
      guard let next = next(behind: run, called) else { return action(behind: run, called) }
      run = next
    }
  }

  /// Returns the run of the next handler, where one that has answered lets it run.
  @inline(__always)
  private func next(behind run: DispatchMachine.Run, _ called: Called) -> DispatchMachine.Run? {
    guard case .proceeds = called else { return nil }
    return next(after: run)
  }

  /// Returns what else is to be done behind a handler that has answered.
  private func action(
    behind run: DispatchMachine.Run,
    _ called: Called
  ) -> DispatchMachine.Action {
    if case .brings(let event) = called { return advance(event) }
    return advance(.answers(run, .proceeds))
  }

  private func finish(_ outcome: RouteOutcome, _ run: DispatchMachine.Run?) {
    report(outcome, run)
    ancestry?.end()
    if listener == .attachment {
      lastDestination = found.destination
      if laterTarget != nil { lastTarget = laterTarget }
    }
    if let recorder { recordEnd(outcome, by: recorder) }
    letGo()
  }

  /// Whether the task is cancelled that waits for the dispatch.
  private var isCallerCancelled: Bool { listener == .task && isTaskCancelled }

  @inline(never)
  private var isTaskCancelled: Bool { caller?.isCancelled ?? false }

  /// Calls a handler on the caller's thread.
  // Inlined: else five arguments are passed again for each handler.
  @inline(__always)
  private func call(
    _ run: DispatchMachine.Run,
    at place: Int,
    _ entry: RouteEntry,
    _ found: FoundRoutes,
    _ leg: DispatchLeg
  ) -> Called {
    if let refusal = refusal(of: run, entry, found) { return .brings(refusal) }
    if found.isWrapped(run) { return callWrapped(run, at: place, entry, found, leg) }
    guard entry.place.isInherited else { return startElsewhere(run, at: place, entry, leg) }
    if let gone = found.gone(before: run, entry) { return .brings(lose(run, gone)) }
    let isProxy = entry.kind == .proxy
    if isProxy { tracesBefore = leg.traces }
    // The context is made for each call: what is kept longer counts a reference to the leg.
    let called = take(
      entry.body.start(run.number, of: entry.matched, RouteContext(leg, at: place), self),
      of: run,
      at: place,
      leg
    )
    if isProxy, case .proceeds = called { notePassing(of: run, leg.traces) }
    return called
  }

  /// Calls a map or fallback with the middleware around it, likewise.
  @inline(never)
  private func callWrapped(
    _ run: DispatchMachine.Run,
    at place: Int,
    _ entry: RouteEntry,
    _ found: FoundRoutes,
    _ leg: DispatchLeg
  ) -> Called {
    // Functions run wherever they are called.
    guard found.isOfFunctions else { return callAwaited(run, at: place, entry, found, leg) }
    if let gone = found.gone(before: run, entry) { return .brings(lose(run, gone)) }
    return take(FunctionCall(found, leg).start(run.number, of: entry, self), of: run)
  }

  /// Calls a map or fallback with middleware around it of which some waits, likewise.
  @inline(never)
  private func callAwaited(
    _ run: DispatchMachine.Run,
    at place: Int,
    _ entry: RouteEntry,
    _ found: FoundRoutes,
    _ leg: DispatchLeg
  ) -> Called {
    wrapped = wrapped(run)
    guard let wrapped else { return .brings(.vanishes(run, isOfGuard: false)) }
    guard wrapped.place.isInherited else { return startElsewhere(run, at: place, entry, leg) }
    if let gone = found.gone(before: run, entry) { return .brings(lose(run, gone)) }
    return take(wrapped.start(run.number, of: entry.matched, self), of: run, at: place, leg)
  }

  /// Has a handler started that belongs elsewhere, to which the dispatch changes hands.
  @inline(never)
  private func startElsewhere(
    _ run: DispatchMachine.Run,
    at place: Int,
    _ entry: RouteEntry,
    _ leg: DispatchLeg
  ) -> Called {
    changeHands()
    start(run, entry, RouteContext(leg, at: place))
    return .isLeft
  }

  /// Takes what a handler has returned, or leaves it to whoever brings its answer.
  @inline(__always)
  private func take(
    _ started: consuming StartedHandler,
    of run: DispatchMachine.Run,
    at place: Int,
    _ leg: DispatchLeg
  ) -> Called {
    switch consume started {
    case .answered(let answer): return take(answer, of: run)
    case .replies: return outcome(of: run)
    case .awaits(let handler): return leave(handler, of: run, RouteContext(leg, at: place))
    case .runs(let task): return outcome(of: run, task)
    }
  }

  /// Leaves a handler to be awaited.
  @inline(never)
  private func leave(
    _ handler: AwaitedHandler,
    of run: DispatchMachine.Run,
    _ context: RouteContext
  ) -> Called {
    // With its argument: it has begun, and others may take over what that would be read from.
    awaitedCall = AwaitedCall(run: run, handler: handler, context: context)
    return .isLeft
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
  @inline(__always)
  private func outcome(
    of run: DispatchMachine.Run,
    _ task: Task<Void, Never>? = nil
  ) -> Called {
    let called = called(behind: run)
    if case .isLeft = called { leave(run, task) }
    return called
  }

  /// Goes on behind a handler that has returned.
  /// - Returns: what has come of it, which is nothing where it has not answered, or another thread
  ///   has taken over.
  @inline(__always)
  private func called(behind run: DispatchMachine.Run) -> Called {
    let answered = DispatchProgress(running: run.number).answered
    guard progress.take(answered, isInLine: core.isSerial) else { return .isLeft }
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
      // One that has answered may have gone on to other handlers, of other dispatches.
      if progress.value.isExpired(run.number) { task?.cancelElsewhere() }
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
