import SwitchyardLocks

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
  ///
  /// It is called where a task is cancelled, under a lock of the runtime: with what comes of it
  /// handlers of other dispatches may be called, and the task may be woken that waits for this one.
  func cancel() { driver?.cancel(self) }

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
    guard let run = current?.run, found.count > 0 else { return }
    switch event {
    case .answers(run, .proceeds): notePassing(of: run, traces)
    case .vanishes(run, _):
      guard let entry = entry(of: run.handler) else { return }
      _ = lose(run, found.gone(before: run, entry) ?? entry)
    default: break
    }
  }

  /// Has a handler called where it belongs.
  func start(_ run: DispatchMachine.Run, _ entry: RouteEntry, _ context: RouteContext) {
    guard let driver else { return }
    if entry.kind == .proxy { tracesBefore = traces }
    wrapped = wrapped(run)
    let work = work(of: run, entry, context, functions: functions(run))
    let handlerRun = HandlerRun(run, work, of: self, by: driver)
    current = handlerRun
    handlerRun.schedule(at: work.place(in: core))
  }

  /// Gathers what it takes to call a handler of the leg, where all are functions with the
  /// middleware around it.
  private func work(
    of run: DispatchMachine.Run,
    _ entry: RouteEntry,
    _ context: RouteContext,
    functions: FunctionCall? = nil
  ) -> HandlerRun.Work {
    HandlerRun.Work(
      entry: entry,
      context: context,
      needed: run.handler == .map ? found.neededByEnd : [],
      wrapped: wrapped,
      functions: functions
    )
  }
}

extension RouteDispatch {
  /// Gives the dispatch a driver, of which the caller's thread is in a handler until it rejoins.
  func changeHands() {
    // That thread reads them until it is back from the handler.
    legOfCaller = (found, leg)
    if listener == .task { promise = Promise() }
    driver = core.driver(inHandlerOn: thread)
  }

  /// Has the driver go on with a handler that the caller's thread has called.
  ///
  /// - Parameters:
  ///   - number: the number of its run.
  ///   - isAnswered: whether it has answered.
  /// - Returns: the run of the handler, and whether it was made just now; `nil` when there is none,
  ///   as the dispatch has come to another handler before, or to another state of this one.
  func takeOver(_ number: Int, isAnswered: Bool) -> (run: HandlerRun, isNew: Bool)? {
    let running = DispatchProgress(running: number)
    let expected = isAnswered ? running.answered : running
    return lazyTurn.value { Turn() }.lock.withLock { _ in
      let (isTaken, seen) = progress.change(expected, to: expected.taken)
      guard isTaken else {
        guard let run = seen.run as? HandlerRun, run.run.number == number else { return nil }
        return (run, false)
      }
      // From here on the caller's thread comes to nothing but this lock, and leaves what is read
      // where it is.
      guard let run = machine.current, let entry = entry(of: run.handler),
        let context = context(at: found.place(of: run.handler))
      else {
        return nil
      }
      changeHands()
      guard let driver else { return nil }
      let work = work(of: run, entry, context)
      let handlerRun = HandlerRun(run, work, of: self, by: driver, called: isAnswered)
      current = handlerRun
      progress.set(DispatchProgress(retaining: handlerRun))
      return (handlerRun, true)
    }
  }

  /// The caller's thread has left the leg in which another has taken over, or it has itself left
  /// the dispatch to others.
  func leaveLeg() {
    // Where another has taken over, there is a lock, and this comes behind it.
    guard let turn = lazyTurn.current else { return legOfCaller = nil }
    let left = turn.lock.withLock { _ in legOfCaller.take() }
    // Routes may end with it: not under the lock.
    withExtendedLifetime(left) {}
  }

  /// The time of a handler is up that the caller's thread has called.
  func expire(_ number: Int) { takeOver(number, isAnswered: false)?.run.expire() }

  /// Another thread has come to what is behind this dispatch: where a handler has answered, and
  /// does not return, nothing waits for that.
  func goOn() {
    guard let number = progress.value.answeredNumber,
      let (run, isNew) = takeOver(number, isAnswered: true), isNew
    else { return }
    run.goOn(callerAnswer.take())
  }

  /// Whether a handler has answered that the caller's thread has not left.
  var hasAnswered: Bool { progress.value.answeredNumber != nil }
}
