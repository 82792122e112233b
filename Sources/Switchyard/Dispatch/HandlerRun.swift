import Dispatch
import SwitchyardLocks

/// A handler on its way: begins at its place, answers once, within its time.
final class HandlerRun: AnswerReceiver, Expiring {
  enum Phase {
    /// It has not begun.
    case scheduled
    case running
    /// The dispatch has ended; the handler may go on to its end.
    case stopped
    case answered
    /// Its time was up.
    case expired
  }

  /// All that it takes to call the handler, and to tell what its answer means.
  ///
  /// It is let go of with the answer, or when the time is up: whoever keeps a closure to answer
  /// with holds the run, and by that nothing of the route, of what was passed, or of middleware.
  struct Work {
    let entry: RouteEntry
    let context: RouteContext
    /// The guards that have allowed it and the middleware around it, if it is a map: it does not
    /// start when one of them has gone since.
    let needed: [RouteEntry]
    /// The handler with the middleware around it, if there is some that waits.
    let wrapped: WrappedHandler?
    /// The same where all of it are functions, and it is to be called.
    let functions: FunctionCall?

    /// The place at which it is called.
    func place(in core: RouterCore) -> HandlerPlace {
      (wrapped?.place ?? entry.place).or(core.place)
    }

    /// The route whose handler was begun last.
    var reached: MatchedEntry { (wrapped?.reached ?? entry).matched }

    /// The route that has gone before the handler could start, if one has; not asked for under a
    /// lock.
    var gone: RouteEntry? {
      guard entry.isLive else { return entry }
      let gone = needed.first { !$0.isLive }
      // Behind the owners, as to ask one may be its end, which may dispose of any route.
      return needed.first(where: \.isDisposed) ?? gone ?? (entry.isDisposed ? entry : nil)
    }
  }

  struct State {
    var phase: Phase
    /// `nil` when the handler has answered, or its time was up; never released under the lock, as
    /// what a user's closures hold may go with it.
    var work: Work?
    var task: Task<Void, Never>?
    var ticket: TimeLimits.Ticket?
  }

  let run: DispatchMachine.Run
  let dispatch: RouteDispatch
  private let driver: Driver
  /// The route and the target, for what is reported of late answers.
  private let matched: MatchedEntry
  private let target: RouteTarget
  /// The limit of its time.
  let timeLimit: TimeLimits.Limit
  private let state: Locked<State>

  /// A handler that is to begin, or one that the caller's thread has called and that may have
  /// answered.
  init(
    _ run: DispatchMachine.Run,
    _ work: Work,
    of dispatch: RouteDispatch,
    by driver: Driver,
    called isAnswered: Bool? = nil
  ) {
    let phase = isAnswered.map { $0 ? Phase.answered : .running } ?? .scheduled
    state = Locked(State(phase: phase, work: work))
    self.run = run
    self.dispatch = dispatch
    self.driver = driver
    matched = work.entry.matched
    target = work.context.target
    timeLimit = dispatch.timeLimit(of: work.entry.kind)
  }

  var core: RouterCore { dispatch.core }

  /// Has the handler called at a place, which is where it belongs.
  func schedule(at place: HandlerPlace) {
    switch place {
    case .inherited: driver.call(call)
    case .queue(let queue, _): queue.async { self.call() }
    case .main: DispatchQueue.main.async { self.call() }
    }
  }

  // MARK: - Begin

  private func call() {
    // The moment from which on it counts as begun, whatever becomes of the route.
    let work = state.withLock { $0.work }
    if let gone = work?.gone { return send(.vanishes(run, isOfGuard: gone.kind == .guard)) }
    guard let work, state.withLock({ $0.begin() }) else {
      return send(.vanishes(run, isOfGuard: false))
    }
    if let ticket = core.limits.add(self, timeLimit) { attach(ticket) }
    // The thread may have come here from another dispatch, with what that is told.
    let isAsked = dispatch.inquiry != nil
    if GuardInquiry.isUnderWay == isAsked {
      callInDelivery(work)
    } else {
      GuardInquiry.$isUnderWay.withValue(isAsked) { callInDelivery(work) }
    }
  }

  private func callInDelivery(_ work: Work) {
    TraceRecorder.call(isDelivering: dispatch.isOfDelivery) { callInAncestry(work) }
  }

  private func callInAncestry(_ work: Work) {
    if Ancestry.current(in: core) === dispatch.ancestry {
      callBody(work)
    } else {
      core.ancestry.withValue(dispatch.ancestry) { callBody(work) }
    }
  }

  private func callBody(_ work: Work) {
    let executor: QueueExecutor? =
      if case .queue(_, let executor) = work.place(in: core) { executor } else { nil }
    let started =
      (work.functions?.start(run.number, of: work.entry, self)).map { .answered($0) }
      ?? work.wrapped?.start(run.number, of: matched, self, on: executor)
      ?? work.entry.body.start(run.number, of: matched, work.context, self)
    switch started {
    case .answered(let answer): _ = receive(answer, to: run.number, by: .call)
    case .replies: break
    case .runs(let task): attach(task)
    case .awaits(let handler):
      attach(handler.start(run.number, work.context, self, on: executor))
    }
  }

  /// Takes over what counts the time of the handler.
  /// - Parameters:
  ///   - ticket: the ticket of that.
  ///   - isAnew: whether its time begins anew with it; else what has begun anew before counts.
  func attach(_ ticket: TimeLimits.Ticket, isAnew: Bool = false) {
    let unneeded = state.withLock { $0.take(ticket, isAnew: isAnew) }
    if let unneeded { core.limits.remove(unneeded) }
  }

  /// Takes over the task of a handler.
  func attach(_ task: Task<Void, Never>) {
    let isOver = state.withLock { state in
      guard state.phase == .running else { return state.phase != .answered }
      state.task = task
      return false
    }
    if isOver { task.cancelElsewhere() }
  }

  // MARK: - End

  /// The dispatch has ended before the handler has.
  func stop() {
    let (wrapped, task) = state.withLock { $0.stop() }
    wrapped?.stop()
    task?.cancelElsewhere()
  }

  /// The ticket of what is left of its time, where its limit is over, and something has come in for
  /// it since.
  private var ticketForMore: TimeLimits.Ticket? {
    guard matched.route.kind != .guard, let limit = core.limits.duration(timeLimit),
      let left = state.withLock({ $0.work })?.context.attachment?.timeLeft(of: limit)
    else { return nil }
    return core.limits.add(self, left: left, of: limit)
  }

  /// The time of the handler is up, unless what it waits for goes on coming in: then its time
  /// begins anew with that.
  func expire(_ number: Int = 0) {
    let isRunning = state.withLock { $0.phase == .running }
    if isRunning, let ticket = ticketForMore { return attach(ticket, isAnew: true) }
    var expired = state.withLock { $0.expire() }
    guard expired.isOutlasted else { return }
    expired.work?.wrapped?.stop(isExpired: true)
    expired.task?.cancelElsewhere()
    if expired.wasRunning { report(.timeLimit, of: expired.work?.reached ?? matched) }
    // Before what comes next, which may take its time on this thread.
    expired.work = nil
    send(.outlasts(run))
  }

  // What it tells was made with it, and its time is measured from the moment on at which it was
  // begun.
  func begin(_ number: Int, of matched: MatchedEntry) {
    if let recorder = dispatch.recorder { recorder.begins(matched.route.id) }
  }

  func receive(
    _ answer: HandlerAnswer,
    to number: Int,
    by source: AnswerSource
  ) -> AnswerFate {
    var answered = state.withLock { $0.answer() }
    if let ticket = answered.ticket { core.limits.remove(ticket) }
    let isDropped = if case .dropped = answer { true } else { false }
    switch answered.phase {
    case .running:
      if isDropped { report(.droppedAnswer, of: matched) }
      // Nothing of the call is held while others are called.
      let event = event(of: answer, to: answered.work.take())
      send(event)
    case .stopped:
      if isDropped { report(.droppedAnswer, of: matched) }
      answered.work = nil
      send(.answers(run, .proceeds))
    case .answered where !isDropped: report(.repeatedAnswer, of: matched)
    case .expired where !isDropped && source == .closure: report(.lateAnswer, of: matched)
    case .answered, .expired, .scheduled: break
    }
    return .delivered
  }

  func report(_ event: RouterFault.Event, of matched: MatchedEntry, opening target: RouteTarget?) {
    report(event, of: matched)
  }

  /// Hands on the answer that it was made with, or that the next handler is to run.
  func goOn(_ answer: HandlerAnswer?) {
    if case .dropped? = answer { report(.droppedAnswer, of: matched) }
    let event = event(of: answer ?? .completed, to: state.withLock { $0.work.take() })
    send(event)
  }

  /// Returns what an answer means for the dispatch.
  private func event(of answer: HandlerAnswer, to work: Work?) -> DispatchMachine.Event {
    guard let work else {
      // Whoever takes it ends the phase in which there is an answer to tell. Were it gone all the
      // same, the handler has run, and must not run again.
      assertionFailure("an answer without a call")
      return .answers(run, .ends(.denied))
    }
    if case .vanished = answer {
      return .vanishes(run, isOfGuard: work.gone?.kind == .guard)
    }
    return .answers(run, dispatch.meaning(of: answer, to: work.entry, work.context))
  }

  /// Whether its time was up before it answered.
  var isExpired: Bool { state.withLock { $0.phase == .expired } }

  private func send(_ event: DispatchMachine.Event) { driver.submit(.event(dispatch, event)) }

  private func report(_ event: RouterFault.Event, of matched: MatchedEntry) {
    dispatch.report(RouterFault(event, route: matched.route, target: target.withoutQuery))
  }
}
