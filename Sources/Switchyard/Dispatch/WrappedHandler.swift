import RoutePatterns

/// A map or fallback on its way, with the middleware around it; or the middleware alone, where
/// there is neither.
///
/// All of it is one call, with one time limit and one answer. As time passes within it, it is asked
/// for each part whether all that this stands behind is still there, at the moment and on the queue
/// at which it starts.
final class WrappedHandler: Sendable {
  /// A handler with the context that it is called with.
  struct Part: Sendable {
    let entry: RouteEntry
    let context: RouteContext
  }

  private struct State {
    /// The number of parts that have begun.
    var depth = 0
    /// Whether the call has been given up, so that nothing more of it begins.
    var isOver = false
    /// Whether it has been given up as its time was up.
    var isExpired = false
    /// Whether a route was gone when the part that stands behind it was to begin.
    var isGone = false
    /// The part whose error is on its way out, and that error's text.
    var failed: (entry: RouteEntry, text: String)?
    /// The task of the map.
    var task: Task<Void, Never>?
  }

  private let core: RouterCore
  /// The guards that have allowed it, or except it.
  private let guards: [RouteEntry]
  /// The middleware, the outermost first.
  private let middleware: [Part]
  private let end: Part?
  private let state = Locked(State())

  init(_ core: RouterCore, _ found: FoundRoutes, _ leg: DispatchLeg) {
    let part = { Part(entry: found.entry(at: $0), context: RouteContext(leg, at: $0)) }
    self.core = core
    guards = found.guards
    middleware = found.middlewarePlaces.map(part)
    end = found.hasEnd ? part(found.endPlace) : nil
  }

  /// The place that it begins in.
  var place: HandlerPlace { middleware.first?.entry.place ?? .inherited }

  /// The time limit of all of it: the innermost that middleware sets, or that of handlers.
  var timeLimit: TimeLimits.Limit {
    for part in middleware.reversed() {
      if let limit = part.entry.timeLimit { return .own(limit) }
    }
    return .handlers
  }

  /// The part that was begun last.
  var reached: RouteEntry? {
    let depth = state.withLock { $0.depth }
    return depth > middleware.count ? end?.entry : depth > 0 ? middleware[depth - 1].entry : nil
  }

  /// Lets nothing more of it begin, and cancels what has.
  func stop(isExpired: Bool = false) {
    let task = state.withLock { state in
      state.isOver = true
      state.isExpired = isExpired
      return state.task.take()
    }
    task?.cancel()
  }

  /// Takes over the task of the map.
  fileprivate func attach(_ task: Task<Void, Never>) {
    let isOver = state.withLock { state in
      if !state.isOver { state.task = task }
      return state.isOver
    }
    if isOver { task.cancel() }
  }

  fileprivate var isExpired: Bool { state.withLock { $0.isExpired } }

  /// Whether all of it are functions that run wherever they are called.
  var isFunction: Bool {
    guard middleware.allSatisfy(\.entry.isMiddlewareFunction) else { return false }
    guard let end else { return true }
    guard case .returning = end.entry.body, case .inherited = end.entry.place else { return false }
    return true
  }

  /// Calls the handlers, the outermost first, as `HandlerBody.start` calls one.
  func start(
    _ call: HandlerCall,
    _ receiver: some AnswerReceiver,
    on executor: QueueExecutor? = nil
  ) -> StartedHandler {
    receiver.begin(call)
    if isFunction { return .answered(answer()) }
    let task = HandlerBody.startTask(on: executor) {
      receiver.receive(await self.answer(call, on: executor), to: call, by: .task)
    }
    return .waits(task)
  }

  // MARK: - Answers

  private func answer(_ result: Result<HandlerEnd, any Error>) -> HandlerAnswer {
    let (depth, failed, isGone) = state.withLock { state in
      // The task has ended, and holds the dispatch.
      state.task = nil
      return (state.depth, state.failed?.entry, state.isGone)
    }
    // Whatever middleware makes of that: guards may be asked only now.
    if isGone { return .vanished }
    switch result {
    case .failure(let error): return .threw(error, by: failed?.matched)
    case .success(.missing): return .missed
    case .success(.handled):
      // The innermost that has begun has answered.
      guard depth <= middleware.count, depth > 0 else { return .completed }
      return .answered(by: middleware[depth - 1].entry.id)
    }
  }

  /// Notes that a part ends, with an error or without.
  private func note(_ error: (any Error)?, of part: Part) {
    let text = error.map { "\(type(of: $0)) \($0)" }
    state.withLock { state in
      // An error that comes through from within is that of the part which has thrown it.
      if text == nil || state.failed?.text != text { state.failed = text.map { (part.entry, $0) } }
    }
  }

  // MARK: - Functions

  /// Calls all of it as a function.
  func answer() -> HandlerAnswer {
    var depth = 0
    var result: Result<HandlerEnd, any Error>
    do {
      for part in middleware {
        guard case .middleware(.function(let function)) = part.entry.body else { continue }
        try begin(part) { try function.before?(part.context) }
        depth += 1
      }
      state.withLock { $0.depth = depth + (end == nil ? 0 : 1) }
      result = .success(try callEnd())
    } catch {
      state.withLock { $0.depth = max($0.depth, depth + 1) }
      result = .failure(error)
    }
    for part in middleware[..<depth].reversed() {
      guard case .middleware(.function(let function)) = part.entry.body else { continue }
      let inner = result
      result = Result { try function.after(part.context, inner) }
      if case .failure(let error) = result { note(error, of: part) } else { note(nil, of: part) }
    }
    return answer(result)
  }

  private func callEnd() throws -> HandlerEnd {
    guard let end, case .returning(let body) = end.entry.body else { return .missing }
    try begin(end) { try body(end.context) }
    return .handled
  }

  /// Calls a part, whose error it is where that throws.
  private func begin(_ part: Part, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      note(error, of: part)
      throw error
    }
  }

  // MARK: - Handlers that wait

  private func answer(_ call: HandlerCall, on executor: QueueExecutor?) async -> HandlerAnswer {
    do {
      return answer(.success(try await run(0, call, on: executor)))
    } catch {
      return answer(.failure(error))
    }
  }

  // Runs the part at an index, on the executor of the one around it if it has none of its own.
  private func run(
    _ index: Int,
    _ call: HandlerCall,
    on executor: QueueExecutor?
  ) async throws -> HandlerEnd {
    guard let part = index < middleware.count ? middleware[index] : end else {
      try check(index)
      return .missing
    }
    do {
      let end: HandlerEnd
      switch part.entry.place.or(core.place) {
      case .queue(_, let own):
        end = try await withTaskExecutorPreference(own) {
          try await self.call(part, at: index, call, on: own)
        }
      case .inherited, .main: end = try await self.call(part, at: index, call, on: executor)
      }
      note(nil, of: part)
      return end
    } catch {
      note(error, of: part)
      throw error
    }
  }

  @concurrent
  private func call(
    _ part: Part,
    at index: Int,
    _ call: HandlerCall,
    on executor: QueueExecutor?
  ) async throws -> HandlerEnd {
    guard case .middleware(let body) = part.entry.body else {
      try await WaitingReceiver(core, self, part).run(call, on: executor)
      return .handled
    }
    try begin(index)
    switch body {
    case .around(let body):
      // Who keeps it holds neither a handler nor the router by this.
      let onFault = core.configuration.onFault
      let next = NextHandler {
        try await self.run(index + 1, call, on: executor)
      } onFault: { [matched = part.entry.matched, target = part.context.target] in
        onFault(RouterFault(.repeatedNext, route: matched.route, target: target.withoutQuery))
      }
      let result: Result<HandlerEnd, any Error>
      do {
        result = .success(try await body(part.context, next))
      } catch {
        result = .failure(error)
      }
      await next.end()
      return try result.get()
    case .function(let function):
      try function.before?(part.context)
      let result: Result<HandlerEnd, any Error>
      do {
        result = .success(try await run(index + 1, call, on: executor))
      } catch {
        result = .failure(error)
      }
      return try function.after(part.context, result)
    }
  }

  /// Begins the part at an index; called where it runs.
  /// - Throws: `GoneRouteError` when a guard has gone, or a part that has yet to begin; and
  ///   `CancellationError` when the call has been given up.
  fileprivate func begin(_ index: Int? = nil) throws {
    let index = index ?? middleware.count
    try check(index)
    state.withLock { $0.depth = index + 1 }
  }

  /// Checks that the parts from an index on may begin.
  private func check(_ index: Int) throws {
    let entries = guards + middleware[index...].map(\.entry) + (end.map { [$0.entry] } ?? [])
    if let gone = entries.first(where: { !$0.isLive }) {
      state.withLock { $0.isGone = true }
      throw GoneRouteError(pattern: gone.pattern.text)
    }
    if state.withLock({ $0.isOver }) { throw CancellationError() }
  }

  /// Reports a fault of the map.
  fileprivate func report(_ event: RouterFault.Event, of part: Part) {
    core.report(RouterFault(event, entry: part.entry, target: part.context.route))
  }
}

/// An error for middleware that goes on when a route has gone behind which the rest stands; the
/// dispatch begins anew when it has ended.
private struct GoneRouteError: Error, CustomStringConvertible {
  let pattern: String

  var description: String {
    "the route \(pattern) was disposed of before the handler started. The dispatch begins anew with the routes "
      + "that there are; whatever is answered here is dropped."
  }
}

/// A map or fallback that middleware waits for, in whatever way that answers.
private final class WaitingReceiver: AnswerReceiver {
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
  func run(_ call: HandlerCall, on executor: QueueExecutor?) async throws {
    try await withTaskCancellationHandler {
      if case .main = part.entry.place.or(core.place) {
        try await runOnMain(call)
      } else {
        try await withCheckedThrowingContinuation { start(call, $0, on: executor) }
      }
    } onCancel: {
      let task = state.withLock { state in
        state.isCancelled = true
        return state.task
      }
      task?.cancel()
    }
  }

  @MainActor
  private func runOnMain(_ call: HandlerCall) async throws {
    try await withCheckedThrowingContinuation { start(call, $0, on: nil) }
  }

  private func start(
    _ call: HandlerCall,
    _ continuation: CheckedContinuation<Void, any Error>,
    on executor: QueueExecutor?
  ) {
    do {
      try wrapped.begin()
    } catch {
      return continuation.resume(throwing: error)
    }
    state.withLock { $0.continuation = continuation }
    switch part.entry.body.start(call, part.context, self, on: executor) {
    case .answered(let answer): receive(answer, to: call, by: .call)
    case .waits(let task):
      let isCancelled = state.withLock { state in
        state.task = task
        return state.isCancelled
      }
      if isCancelled { task?.cancel() }
      if let task { wrapped.attach(task) }
    }
  }

  func begin(_ call: HandlerCall) {}

  func receive(_ answer: HandlerAnswer, to call: HandlerCall, by source: AnswerSource) {
    let isDropped = if case .dropped = answer { true } else { false }
    let continuation = state.withLock { state in
      state.task = nil
      return state.continuation.take()
    }
    guard let continuation else {
      if !isDropped { wrapped.report(.repeatedAnswer, of: part) }
      return
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
  }
}
