import Dispatch
import SwitchyardLocks

/// Carries dispatches from event to event, on whatever thread brings one.
///
/// Events are worked on one after the other in a loop. The thread that brings an event to an idle
/// driver runs the loop; any other leaves its event and goes its way, as does the loop's own thread
/// when a handler that it has called brings one. Nobody waits: when the loop's thread is busy with
/// a handler and an event comes from another thread, that one takes the loop over, and the first
/// goes on with it when its handler returns only if there is something left to do. So what only
/// jobs touch is touched by one thread at a time.
///
/// Nor is a thread kept for the handlers of others: of a serial router's dispatches it carries on
/// those that it has opened, and those whose handlers have answered on it. When it comes to any
/// other, the loop goes on elsewhere, on a thread that nobody waits for.
final class Driver: Sendable {
  /// A place for what is to be done elsewhere.
  ///
  /// A type of its own: a function as a task-local value ends an optimised program (Swift 6.3).
  struct Elsewhere: Sendable {
    let take: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
  }

  /// The place in tests that say which thread does what, and when; `nil` for queues.
  @TaskLocal static var elsewhere: Elsewhere?

  /// A job that was left to whoever runs the loop, or that the loop has come to.
  private struct LeftJob {
    let job: DriverJob
    /// The thread that has brought it; of what nobody has brought, that of its dispatch's caller.
    let thread: ThreadID
  }

  private struct State {
    var pending = Fifo<LeftJob>()
    /// The dispatches that were cancelled, and are told before all that is pending.
    var cancelled = Fifo<any DrivenDispatch>()
    /// Whether the loop belongs to some thread.
    var isRunning = false
    /// Whether that thread is in a handler.
    var isInHandler = false
    /// Which loop it is; the number of one that was taken over is not that of its successor.
    var loop = 0
    var lastLoop = 0
    /// The threads that are in a handler which a loop has called, also when the loop was taken over
    /// since.
    var threadsInHandlers = ThreadBag()
    /// The dispatch that has the turn, while its handlers are called without a loop's job.
    var inline: (any DrivenDispatch)?

    /// Whether whoever runs the loop will come to what is pending.
    var isAttended: Bool { isRunning && !isInHandler }
    /// Whether a job was left to whoever runs the loop.
    var hasJobs: Bool { !pending.isEmpty || !cancelled.isEmpty }
    /// Whether there is something to do: a job, or to go on with a dispatch whose handler has
    /// answered.
    var hasWork: Bool { hasJobs || inline?.hasAnswered == true }

    /// Begins a loop with what a thread brings, unless that is left to the one that there is.
    mutating func takeOver(by thread: ThreadID) -> Int? {
      // What a handler brings about happens after it, and not within it.
      isAttended || threadsInHandlers.contains(thread) ? nil : takeOver()
    }

    mutating func takeOver() -> Int {
      lastLoop += 1
      take(loop: lastLoop)
      return loop
    }

    mutating func take(loop: Int) {
      self.loop = loop
      isRunning = true
      isInHandler = false
    }

    /// A handler has returned that a loop has called on a thread.
    /// - Parameters:
    ///   - thread: the thread.
    ///   - loop: the loop.
    ///   - dispatch: that of the handler, if it was called without a job.
    mutating func leaveHandler(
      _ thread: ThreadID,
      of loop: Int,
      _ dispatch: (any DrivenDispatch)? = nil
    ) {
      if let dispatch, inline === dispatch { inline = nil }
      threadsInHandlers.remove(thread)
      if self.loop == loop {
        isInHandler = false
      } else if !isAttended, hasWork {
        // The loop was taken over meanwhile, and what came since has been left for its old owner.
        take(loop: loop)
      }
    }
  }

  private let state: Locked<State>
  private let line: SerialLine?

  init(order: RouterOrder) {
    line = order == .serial ? SerialLine() : nil
    state = Locked(State())
  }

  /// The driver of one dispatch, in a handler of which a thread is that will `rejoin` it.
  init(inHandlerOn thread: ThreadID) {
    line = nil
    var state = State()
    _ = state.takeOver()
    state.isInHandler = true
    state.threadsInHandlers.insert(thread)
    self.state = Locked(state)
  }

  /// Has something done, now or when what is under way allows.
  func submit(_ job: DriverJob) {
    guard let (loop, first) = add(job) else { return }
    run(loop, from: first)
  }

  /// Cancels a dispatch, but never on the current thread.
  ///
  /// It may be within something that it must not stay in for as long as handlers take.
  func cancel(_ dispatch: any DrivenDispatch) {
    let thread = ThreadID.current
    let loop = state.withLock { state -> Int? in
      state.cancelled.append(dispatch)
      return state.takeOver(by: thread)
    }
    guard let loop else { return }
    // A dispatch by itself calls no handler when it is cancelled, and so needs no queue of its own.
    let queue = line == nil ? CancellationQueues.dispatches[of: self] : nil
    runElsewhere(loop, from: nil, on: queue)
  }

  /// Adds a job to those that are pending, or begins a loop with it.
  /// - Returns: the loop, where the caller has to see to it that it is run, and the job that it
  ///   begins with if that is not pending.
  private func add(_ job: DriverJob) -> (loop: Int, first: DriverJob?)? {
    let thread = ThreadID.current
    let (loop, isFirst) = state.withLock { state -> (Int?, Bool) in
      let loop = state.takeOver(by: thread)
      let isFirst = loop != nil && !state.hasJobs
      if !isFirst { state.pending.append(LeftJob(job: job, thread: thread)) }
      return (loop, isFirst)
    }
    return loop.map { ($0, isFirst ? job : nil) }
  }

  /// The dispatch that has the turn gives it on, where there are turns.
  func leave() {
    if line != nil { submit(.leave) }
  }

  /// Calls a handler from within the loop, as the last thing that a job does.
  ///
  /// What the handler brings about happens after it, and not within it; unless another thread takes
  /// the loop over.
  func call(_ handler: () -> Void) {
    let thread = ThreadID.current
    let loop = enterHandler(on: thread)
    handler()
    state.withLock { $0.leaveHandler(thread, of: loop) }
  }

  /// The loop's thread comes to a handler, when all have been told that were cancelled: they are
  /// not to wait until it is back.
  /// - Returns: the loop.
  private func enterHandler(on thread: ThreadID) -> Int {
    while true {
      let (loop, cancelled) = state.withLock { state -> (Int, (any DrivenDispatch)?) in
        if let cancelled = state.cancelled.popFirst() { return (state.loop, cancelled) }
        state.isInHandler = true
        state.threadsInHandlers.insert(thread)
        return (state.loop, nil)
      }
      guard let cancelled else { return loop }
      cancelled.receive(.isCancelled)
    }
  }

  // MARK: - Handlers without a job

  /// Gives the turn to a dispatch whose handlers the current thread calls, if nothing is under way.
  /// - Returns: the loop that the thread runs, in a handler of which it is from now on.
  func begin(_ dispatch: any DrivenDispatch) -> Int? {
    guard let line else { return nil }
    return state.withLock { state in
      guard !state.isRunning, !state.hasJobs,
        !state.threadsInHandlers.contains(dispatch.thread), line.enter()
      else { return nil }
      let loop = state.takeOver()
      state.isInHandler = true
      state.threadsInHandlers.insert(dispatch.thread)
      state.inline = dispatch
      return loop
    }
  }

  /// The dispatch has ended, and gives the turn on.
  func end(_ dispatch: any DrivenDispatch, of loop: Int) {
    let (isOwn, next, isOver) = state.withLock { state -> (Bool, (any DrivenDispatch)?, Bool) in
      state.leaveHandler(dispatch.thread, of: loop, dispatch)
      guard state.loop == loop, state.isRunning else { return (false, nil, false) }
      let next = line?.leave()
      guard next == nil, !state.hasJobs else { return (true, next, false) }
      state.isRunning = false
      return (true, nil, true)
    }
    guard isOwn else { return leave() }
    if !isOver { carryOn(loop, from: next.map { DriverJob.begin($0) }) }
  }

  /// The thread has left the handlers of a dispatch that a full one has taken over, and runs the
  /// loop if that has been left to it.
  func rejoin(_ dispatch: any DrivenDispatch, _ loop: Int) {
    state.withLock { $0.leaveHandler(dispatch.thread, of: loop, dispatch) }
    carryOn(loop, from: nil)
  }

  // MARK: - The loop

  /// Runs the loop where the stack has room for it.
  private func run(_ loop: Int, from job: DriverJob?, isElsewhere: Bool = false) {
    guard let depth = LoopDepth.enter() else {
      // A handler opens what opens what opens …: from here on another stack.
      return runElsewhere(loop, from: job)
    }
    defer { depth.leave() }
    carryOn(loop, from: job, isElsewhere: isElsewhere)
  }

  /// Runs the loop, from a job on that comes before all that is pending, until there is nothing to
  /// do, or another thread has the loop.
  /// - Parameters:
  ///   - loop: the loop.
  ///   - job: the job, which the current thread has brought.
  ///   - isElsewhere: whether nobody waits for the current thread, so that all jobs are for it.
  private func carryOn(_ loop: Int, from job: DriverJob?, isElsewhere: Bool = false) {
    let thread = ThreadID.current
    // The job may be of a dispatch that was cancelled while the loop was handed over.
    if isElsewhere { tellCancelled() }
    var next = job.map { LeftJob(job: $0, thread: thread) } ?? nextJob(of: loop)
    while let left = next {
      guard isElsewhere || isFor(thread, left) else {
        return runElsewhere(loop, from: left.job)
      }
      let begun = perform(left.job)
      next = begun.map { LeftJob(job: .begin($0), thread: thread) } ?? nextJob(of: loop)
    }
  }

  /// Has the loop run by a thread that nobody waits for.
  private func runElsewhere(_ loop: Int, from job: DriverJob?, on queue: DispatchQueue? = nil) {
    let work: @Sendable () -> Void = { self.run(loop, from: job, isElsewhere: true) }
    if let elsewhere = Self.elsewhere { return elsewhere.take(work) }
    // A queue of its own has a thread when those of the global one are held up: others wait for it.
    // It is a new one each time, as a handler that was called on the last may hold that up.
    (queue ?? DispatchQueue(label: "Switchyard.driver")).async(execute: work)
  }

  /// Whether a thread that somebody may wait for does a job itself.
  private func isFor(_ thread: ThreadID, _ left: LeftJob) -> Bool {
    // A dispatch by itself keeps nobody else's thread.
    guard line != nil else { return true }
    switch left.job {
    // No handler is called for these.
    case .enter, .leave, .event(_, .isCancelled): return true
    // In a task that is cancelled its handlers would find that they are.
    case .begin(let dispatch): return dispatch.thread == thread && !Task.isCancelled
    case .event(let dispatch, _), .goOn(let dispatch):
      return left.thread == thread || dispatch.thread == thread
    }
  }

  /// Tells the dispatches that were cancelled, on the loop's thread.
  private func tellCancelled() {
    while let cancelled = state.withLock({ $0.cancelled.popFirst() }) {
      cancelled.receive(.isCancelled)
    }
  }

  private func nextJob(of loop: Int) -> LeftJob? {
    state.withLock { state -> LeftJob? in
      guard state.loop == loop else { return nil }
      if let cancelled = state.cancelled.popFirst() {
        return LeftJob(job: .event(cancelled, .isCancelled), thread: cancelled.thread)
      }
      if let left = state.pending.popFirst() { return left }
      if let inline = state.inline, inline.hasAnswered {
        return LeftJob(job: .goOn(inline), thread: inline.thread)
      }
      state.isRunning = false
      return nil
    }
  }

  /// Does a job.
  /// - Returns: the dispatch whose turn has come with it, which is to begin next.
  private func perform(_ job: DriverJob) -> (any DrivenDispatch)? {
    switch job {
    case .enter(let dispatch):
      guard let line else { return dispatch }
      return line.enter(dispatch)
    case .leave: return line?.leave()
    case .begin(let dispatch): dispatch.receive(.begins)
    case .event(let dispatch, let event): dispatch.receive(event)
    // It leaves an event here if it does.
    case .goOn(let dispatch): dispatch.goOn()
    }
    return nil
  }
}

/// A dispatch as its driver sees it.
protocol DrivenDispatch: AnyObject, Sendable {
  /// The caller's thread.
  var thread: ThreadID { get }
  /// Whether a handler has answered that the caller's thread has not left.
  var hasAnswered: Bool { get }

  /// Goes on behind a handler that has answered, and that the caller's thread has not left.
  func goOn()

  /// Receives what has happened.
  func receive(_ event: DispatchMachine.Event)
}

/// A job that a driver is to do.
enum DriverJob: Sendable {
  /// A dispatch has come, and begins when it is its turn.
  case enter(any DrivenDispatch)
  /// It is the turn of a dispatch.
  case begin(any DrivenDispatch)
  /// A dispatch goes on whose handler has answered, and whose caller's thread has not left it.
  case goOn(any DrivenDispatch)
  /// Something has happened to a dispatch.
  case event(any DrivenDispatch, DispatchMachine.Event)
  /// The dispatch that has the turn gives it on.
  case leave
}

/// The dispatches of a serial router, in the order of the calls.
///
/// Only who has the loop of its driver touches it, hence `@unchecked`.
private final class SerialLine: @unchecked Sendable {
  private var isBusy = false
  private var waiting = Fifo<any DrivenDispatch>()

  /// Takes in what begins at once.
  /// - Returns: whether it is its turn.
  func enter() -> Bool {
    guard !isBusy else { return false }
    isBusy = true
    return true
  }

  /// Takes a dispatch in.
  /// - Returns: the dispatch, if it is its turn.
  func enter(_ dispatch: any DrivenDispatch) -> (any DrivenDispatch)? {
    guard isBusy else {
      isBusy = true
      return dispatch
    }
    waiting.append(dispatch)
    return nil
  }

  /// Takes the turn back.
  /// - Returns: the dispatch whose turn it is now.
  func leave() -> (any DrivenDispatch)? {
    let next = waiting.popFirst()
    isBusy = next != nil
    return next
  }
}
