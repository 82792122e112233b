import SwitchyardLocks

/// A map or fallback that middleware waits for, in whatever way that answers.
final class WaitingReceiver: AnswerReceiver {
  /// The one that waits for the handler.
  private struct Waiting {
    let continuation: CheckedContinuation<Void, any Error>
    let wrapped: WrappedHandler
  }

  private struct State {
    /// `nil` when the handler has answered: whoever keeps a closure to answer with holds this, and
    /// by that nothing of the route, of what was passed, or of the middleware.
    var waiting: Waiting?
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  private let core: RouterCore
  /// The route and the target, for what is reported, with the recorder of the trace.
  private let matched: MatchedEntry
  private let target: RouteTarget
  private let recorder: TraceRecorder?
  private let state = Locked(State())

  /// Makes one for the map or fallback that is a part of a call.
  init(_ core: RouterCore, _ part: WrappedHandler.Part) {
    self.core = core
    matched = part.entry.matched
    target = part.context.target
    recorder = part.context.leg.recorder
  }

  /// Calls the handler, and waits for its answer.
  func run(
    _ part: WrappedHandler.Part,
    of wrapped: WrappedHandler,
    _ number: Int,
    on executor: QueueExecutor?
  ) async throws {
    try await withTaskCancellationHandler {
      if case .main = part.entry.place.or(core.place) {
        try await runOnMain(part, of: wrapped, number)
      } else {
        try await withCheckedThrowingContinuation {
          start(part, of: wrapped, number, $0, on: executor)
        }
      }
    } onCancel: {
      let task = state.withLock { state in
        state.isCancelled = true
        return state.task
      }
      task?.cancelElsewhere()
    }
  }

  @MainActor
  private func runOnMain(
    _ part: WrappedHandler.Part,
    of wrapped: WrappedHandler,
    _ number: Int
  ) async throws {
    try await withCheckedThrowingContinuation { start(part, of: wrapped, number, $0, on: nil) }
  }

  private func start(
    _ part: WrappedHandler.Part,
    of wrapped: WrappedHandler,
    _ number: Int,
    _ continuation: CheckedContinuation<Void, any Error>,
    on executor: QueueExecutor?
  ) {
    do {
      try wrapped.begin()
    } catch {
      return continuation.resume(throwing: error)
    }
    state.withLock { $0.waiting = Waiting(continuation: continuation, wrapped: wrapped) }
    switch part.entry.body.start(number, of: matched, part.context, self) {
    case .answered(let answer): _ = receive(answer, to: number, by: .call)
    case .replies: break
    case .runs(let task): attach(task, of: wrapped)
    case .awaits(let handler):
      attach(handler.start(number, part.context, self, on: executor), of: wrapped)
    }
  }

  private func attach(_ task: Task<Void, Never>, of wrapped: WrappedHandler) {
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancelElsewhere() }
    wrapped.attach(task)
  }

  func begin(_ number: Int, of matched: MatchedEntry) {}

  func receive(
    _ answer: HandlerAnswer,
    to number: Int,
    by source: AnswerSource
  ) -> AnswerFate {
    let isDropped = if case .dropped = answer { true } else { false }
    let waiting = state.withLock { state in
      state.task = nil
      return state.waiting.take()
    }
    guard let waiting else {
      if !isDropped { report(.repeatedAnswer) }
      return .delivered
    }
    // As for a handler that has nothing around it.
    switch (isDropped, waiting.wrapped.isExpired) {
    case (true, false): report(.droppedAnswer)
    case (false, true) where source == .closure: report(.lateAnswer)
    case (true, true), (false, _): break
    }
    if case .threw(let error, _) = answer {
      waiting.continuation.resume(throwing: error)
    } else {
      waiting.continuation.resume()
    }
    return .delivered
  }

  func report(_ event: RouterFault.Event, of matched: MatchedEntry, opening target: RouteTarget?) {
    report(event)
  }

  private func report(_ event: RouterFault.Event) {
    let fault = RouterFault(event, route: matched.route, target: target.withoutQuery)
    if let recorder {
      if case .droppedAnswer = event { recorder.notes(.dropsAnswer, nil, of: matched.route.id) }
      recorder.takes(fault)
    }
    core.report(fault)
  }
}
