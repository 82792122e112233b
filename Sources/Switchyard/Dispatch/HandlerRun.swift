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

  struct State {
    var phase: Phase
    var task: Task<Void, Never>?
    var ticket: TimeLimits.Ticket?
  }

  let run: DispatchMachine.Run
  let entry: RouteEntry
  let context: RouteContext
  let dispatch: RouteDispatch
  private let driver: Driver
  /// The guards that have allowed it and the middleware around it, if it is a map: it does not
  /// start when one of them has gone since.
  private let needed: [RouteEntry]
  /// The handler with the middleware around it, if there is some that waits.
  private let wrapped: WrappedHandler?
  /// The same where all of it are functions, and it is to be called.
  private let functions: FunctionCall?
  /// The limit of its time.
  let timeLimit: TimeLimits.Limit
  private let state: Locked<State>

  /// A handler that is to begin, or one that the caller's thread has called and that may have
  /// answered.
  init(
    _ run: DispatchMachine.Run,
    _ entry: RouteEntry,
    _ context: RouteContext,
    of dispatch: RouteDispatch,
    by driver: Driver,
    behind needed: [RouteEntry] = [],
    functions: FunctionCall? = nil,
    wrapped: WrappedHandler? = nil,
    called isAnswered: Bool? = nil
  ) {
    let phase = isAnswered.map { $0 ? Phase.answered : .running } ?? .scheduled
    state = Locked(State(phase: phase))
    self.run = run
    self.entry = entry
    self.context = context
    self.dispatch = dispatch
    self.driver = driver
    self.needed = needed
    self.functions = functions
    self.wrapped = wrapped
    timeLimit = dispatch.timeLimit(of: entry.kind)
  }

  var core: RouterCore { dispatch.core }

  private var place: HandlerPlace { (wrapped?.place ?? entry.place).or(core.place) }

  /// Has the handler called where it belongs.
  func schedule() {
    switch place {
    case .inherited: driver.call(call)
    case .queue(let queue, _): queue.async { self.call() }
    case .main: DispatchQueue.main.async { self.call() }
    }
  }

  // MARK: - Begin

  private func call() {
    // The moment from which on it counts as begun, whatever becomes of the route.
    if let gone {
      return send(.vanishes(run, isOfGuard: gone.kind == .guard))
    }
    guard state.withLock({ $0.begin() }) else { return send(.vanishes(run, isOfGuard: false)) }
    if let ticket = core.limits.add(self, timeLimit) { attach(ticket) }
    // The thread may have come here from another dispatch, with what that is told.
    let isAsked = dispatch.inquiry != nil
    if GuardInquiry.isUnderWay == isAsked {
      callInDelivery()
    } else {
      GuardInquiry.$isUnderWay.withValue(isAsked) { callInDelivery() }
    }
  }

  private func callInDelivery() {
    TraceRecorder.call(isDelivering: dispatch.isOfDelivery) { callInAncestry() }
  }

  private func callInAncestry() {
    if Ancestry.current(in: core) === dispatch.ancestry {
      callBody()
    } else {
      core.ancestry.withValue(dispatch.ancestry) { callBody() }
    }
  }

  /// The route that has gone before the handler could start, if one has.
  private var gone: RouteEntry? {
    guard entry.isLive else { return entry }
    let gone = needed.first { !$0.isLive }
    // Behind the owners, as to ask one may be its end, which may dispose of any route.
    return needed.first(where: \.isDisposed) ?? gone ?? (entry.isDisposed ? entry : nil)
  }

  private func callBody() {
    let executor: QueueExecutor? = if case .queue(_, let executor) = place { executor } else { nil }
    let started =
      (functions?.start(run.number, of: entry, self)).map { .answered($0) }
      ?? wrapped?.start(run.number, of: entry.matched, self, on: executor)
      ?? entry.body.start(run.number, of: entry.matched, context, self)
    switch started {
    case .answered(let answer): _ = receive(answer, to: run.number, by: .call)
    case .replies: break
    case .runs(let task): attach(task)
    case .awaits(let handler): attach(handler.start(run.number, context, self, on: executor))
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
    let (wasUnderWay, task) = state.withLock { $0.stop() }
    if wasUnderWay { wrapped?.stop() }
    task?.cancelElsewhere()
  }

  /// The ticket of what is left of its time, where its limit is over, and something has come in for
  /// it since.
  private var ticketForMore: TimeLimits.Ticket? {
    guard entry.kind != .guard, let limit = core.limits.duration(timeLimit),
      let left = context.attachment?.timeLeft(of: limit)
    else { return nil }
    return core.limits.add(self, left: left, of: limit)
  }

  /// The time of the handler is up, unless what it waits for goes on coming in: then its time
  /// begins anew with that.
  func expire(_ number: Int = 0) {
    let isRunning = state.withLock { $0.phase == .running }
    if isRunning, let ticket = ticketForMore { return attach(ticket, isAnew: true) }
    let (isOutlasted, wasRunning, task) = state.withLock { $0.expire() }
    guard isOutlasted else { return }
    wrapped?.stop(isExpired: true)
    task?.cancelElsewhere()
    if wasRunning { report(.timeLimit) }
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
    let (phase, ticket) = state.withLock { $0.answer() }
    if let ticket { core.limits.remove(ticket) }
    let isDropped = if case .dropped = answer { true } else { false }
    switch phase {
    case .running:
      if isDropped { report(.droppedAnswer) }
      tell(answer)
    case .stopped:
      if isDropped { report(.droppedAnswer) }
      send(.answers(run, .proceeds))
    case .answered where !isDropped: report(.repeatedAnswer)
    case .expired where !isDropped && source == .closure: report(.lateAnswer)
    case .answered, .expired, .scheduled: break
    }
    return .delivered
  }

  func report(_ event: RouterFault.Event, of matched: MatchedEntry, opening target: RouteTarget?) {
    report(event)
  }

  /// Hands on the answer that it was made with, or that the next handler is to run.
  func goOn(_ answer: HandlerAnswer?) {
    guard let answer else { return send(.answers(run, .proceeds)) }
    if case .dropped = answer { report(.droppedAnswer) }
    tell(answer)
  }

  private func tell(_ answer: HandlerAnswer) {
    if case .vanished = answer {
      send(.vanishes(run, isOfGuard: gone?.kind == .guard))
    } else {
      send(.answers(run, dispatch.meaning(of: answer, to: entry, context)))
    }
  }

  /// Whether its time was up before it answered.
  var isExpired: Bool { state.withLock { $0.phase == .expired } }

  private func send(_ event: DispatchMachine.Event) { driver.submit(.event(dispatch, event)) }

  func report(_ event: RouterFault.Event) {
    dispatch.report(RouterFault(event, entry: wrapped?.reached ?? entry, target: context.route))
  }
}
