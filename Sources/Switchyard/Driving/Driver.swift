import Dispatch

/// Carries dispatches from event to event, on whatever thread brings one.
///
/// Events are worked on one after the other in a loop. The thread that brings an event to an idle driver runs the
/// loop; any other leaves its event and goes its way, as does the loop's own thread when a handler that it has
/// called brings one. Nobody waits: when the loop's thread is busy with a handler and an event comes from
/// another thread, that one takes the loop over, and the first finds it gone when its handler returns. So what
/// only jobs touch is touched by one thread at a time.
final class Driver: Sendable {
  private struct State {
    var pending = Fifo<DriverJob>()
    /// The thread that runs the loop; nothing while nobody does, or one that is to take it up has not yet.
    var thread: ThreadID?
    /// Whether the loop belongs to somebody.
    var isRunning = false
    var isInHandler = false
    /// Which loop it is; the number of one that was taken over is not that of its successor.
    var loop = 0

    mutating func takeOver(_ thread: ThreadID?) -> Int {
      self.thread = thread
      isRunning = true
      isInHandler = false
      loop += 1
      return loop
    }
  }

  private let state = Locked(State())
  private let line: SerialLine?

  init(order: Router.Order) {
    line = order == .serial ? SerialLine() : nil
  }

  /// Has something done, now or when what is under way allows.
  func submit(_ job: DriverJob) {
    let thread = ThreadID.current
    let loop = state.withLock { state -> Int? in
      state.pending.append(job)
      let isTakenCareOf =
        state.isRunning && !(state.isInHandler && state.thread != thread)
      return isTakenCareOf ? nil : state.takeOver(thread)
    }
    if let loop { run(loop) }
  }

  /// Calls a handler from within the loop, as the last thing that a job does.
  ///
  /// What the handler brings about happens after it, and not within it; unless another thread takes the loop over.
  func call(_ handler: () -> Void) {
    let loop = state.withLock { state in
      state.isInHandler = true
      return state.loop
    }
    handler()
    state.withLock { state in
      if state.loop == loop { state.isInHandler = false }
    }
  }

  /// Runs the loop until there is nothing to do, or another thread has taken it over.
  private func run(_ loop: Int) {
    guard LoopDepth.enter() else {
      // A handler opens what opens what opens …: from here on another stack.
      state.withLock { $0.thread = nil }
      DispatchQueue.global().async {
        self.state.withLock { $0.thread = ThreadID.current }
        self.run(loop)
      }
      return
    }
    defer { LoopDepth.leave() }
    while let job = nextJob(of: loop) { perform(job) }
  }

  private func nextJob(of loop: Int) -> DriverJob? {
    state.withLock { state in
      guard state.loop == loop else { return nil }
      if let job = state.pending.popFirst() { return job }
      state.isRunning = false
      state.thread = nil
      return nil
    }
  }

  private func perform(_ job: DriverJob) {
    switch job {
    case .enter(let dispatch):
      guard let line else { return dispatch.receive(.begins) }
      line.enter(dispatch)?.receive(.begins)
    case .event(let dispatch, let event):
      dispatch.receive(event)
    case .leave:
      line?.leave()?.receive(.begins)
    }
  }
}

/// What a driver is to do.
enum DriverJob: Sendable {
  /// A dispatch has come, and begins when it is its turn.
  case enter(RouteDispatch)
  /// Something has happened to a dispatch.
  case event(RouteDispatch, DispatchMachine.Event)
  /// The dispatch that has the turn gives it on.
  case leave
}

/// The dispatches of a serial router, in the order of the calls.
///
/// Only jobs of its driver touch it, hence `@unchecked`.
private final class SerialLine: @unchecked Sendable {
  private var isBusy = false
  private var waiting = Fifo<RouteDispatch>()

  /// Takes a dispatch in.
  /// - Returns: the dispatch, if it is its turn.
  func enter(_ dispatch: RouteDispatch) -> RouteDispatch? {
    guard isBusy else {
      isBusy = true
      return dispatch
    }
    waiting.append(dispatch)
    return nil
  }

  /// Takes the turn back.
  /// - Returns: the dispatch whose turn it is now.
  func leave() -> RouteDispatch? {
    let next = waiting.popFirst()
    isBusy = next != nil
    return next
  }
}
