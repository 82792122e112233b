import SwitchyardLocks

/// A map or fallback that middleware waits for, in whatever way that answers.
final class WaitingReceiver: AnswerReceiver {
  private struct State {
    var continuation: CheckedContinuation<Void, any Error>?
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  private let core: RouterCore
  private let wrapped: WrappedHandler
  private let part: WrappedHandler.Part
  private let state = Locked(State())

  init(_ core: RouterCore, _ wrapped: WrappedHandler, _ part: WrappedHandler.Part) {
    self.core = core
    self.wrapped = wrapped
    self.part = part
  }

  /// Calls the handler, and waits for its answer.
  func run(_ number: Int, on executor: QueueExecutor?) async throws {
    try await withTaskCancellationHandler {
      if case .main = part.entry.place.or(core.place) {
        try await runOnMain(number)
      } else {
        try await withCheckedThrowingContinuation { start(number, $0, on: executor) }
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
  private func runOnMain(_ number: Int) async throws {
    try await withCheckedThrowingContinuation { start(number, $0, on: nil) }
  }

  private func start(
    _ number: Int,
    _ continuation: CheckedContinuation<Void, any Error>,
    on executor: QueueExecutor?
  ) {
    do {
      try wrapped.begin()
    } catch {
      return continuation.resume(throwing: error)
    }
    state.withLock { $0.continuation = continuation }
    switch part.entry.body.start(number, of: part.entry.matched, part.context, self) {
    case .answered(let answer): _ = receive(answer, to: number, by: .call)
    case .replies: break
    case .runs(let task): attach(task)
    case .awaits(let handler): attach(handler.start(number, part.context, self, on: executor))
    }
  }

  private func attach(_ task: Task<Void, Never>) {
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
    let continuation = state.withLock { state in
      state.task = nil
      return state.continuation.take()
    }
    guard let continuation else {
      if !isDropped { wrapped.report(.repeatedAnswer, of: part) }
      return .delivered
    }
    // As for a handler that has nothing around it.
    switch (isDropped, wrapped.isExpired) {
    case (true, false): wrapped.report(.droppedAnswer, of: part)
    case (false, true) where source == .closure: wrapped.report(.lateAnswer, of: part)
    case (true, true), (false, _): break
    }
    if case .threw(let error, _) = answer {
      continuation.resume(throwing: error)
    } else {
      continuation.resume()
    }
    return .delivered
  }

  func report(_ event: RouterFault.Event, of matched: MatchedEntry, opening target: RouteTarget?) {
    wrapped.report(event, of: part)
  }
}
