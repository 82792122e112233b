import SwitchyardLocks

/// A map or fallback on its way, with the middleware around it; or the middleware alone, where
/// there is neither.
///
/// All of it is one call, with one time limit and one answer; where all are functions, it is a
/// `FunctionCall`. As time passes within it, it is asked for each part whether all that this stands
/// behind is still there, at the moment and on the queue at which it starts.
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
    /// The part whose error is on its way out.
    var failed = ThrowingPart()
    /// The task of the map.
    var task: Task<Void, Never>?
  }

  private let core: RouterCore
  private let found: FoundRoutes
  private let leg: DispatchLeg
  private let state = Locked(State())

  init(_ core: RouterCore, _ found: FoundRoutes, _ leg: DispatchLeg) {
    self.core = core
    self.found = found
    self.leg = leg
  }

  /// The number of parts, of which the last may be the map or fallback.
  private var count: Int { found.count - found.beforeMiddleware }

  private func part(_ index: Int) -> Part {
    let place = found.beforeMiddleware + index
    return Part(entry: found.entry(at: place), context: RouteContext(leg, at: place))
  }

  /// The place that it begins in.
  var place: HandlerPlace { found.middlewareCount > 0 ? part(0).entry.place : .inherited }

  /// The part that was begun last.
  var reached: RouteEntry? {
    let depth = state.withLock { $0.depth }
    return depth > 0 ? found.entry(at: found.beforeMiddleware + depth - 1) : nil
  }

  /// Lets nothing more of it begin, and cancels what has.
  func stop(isExpired: Bool = false) {
    let task = state.withLock { state in
      state.isOver = true
      state.isExpired = isExpired
      return state.task.take()
    }
    task?.cancelElsewhere()
  }

  /// Takes over the task of the map.
  func attach(_ task: Task<Void, Never>) {
    let isOver = state.withLock { state in
      if !state.isOver { state.task = task }
      return state.isOver
    }
    if isOver { task.cancelElsewhere() }
  }

  var isExpired: Bool { state.withLock { $0.isExpired } }

  /// Calls the handlers, the outermost first, as `HandlerBody.start` calls one.
  func start(
    _ number: Int,
    of matched: MatchedEntry,
    _ receiver: some AnswerReceiver,
    on executor: QueueExecutor? = nil
  ) -> StartedHandler {
    receiver.begin(number, of: matched)
    let task = HandlerBody.startTask(on: executor) {
      _ = receiver.receive(await self.answer(number, on: executor), to: number, by: .task)
    }
    return .runs(task)
  }

  // MARK: - Answers

  private func answer(_ result: Result<HandlerEnd, any Error>) -> HandlerAnswer {
    let (depth, failed, isGone) = state.withLock { state in
      // The task has ended, and holds the dispatch.
      state.task = nil
      return (state.depth, state.failed, state.isGone)
    }
    // Whatever middleware makes of that: guards may be asked only now.
    if isGone { return .vanished }
    switch result {
    case .success(let end): return found.answer(end, depth: depth)
    case .failure(let error): return .threw(error, by: failed.entry?.matched)
    }
  }

  /// Notes that a part ends, with an error or without.
  private func note(_ error: (any Error)?, of part: Part) {
    let ending = PartEnding(part.entry, error)
    let isGone = state.withLock { state in
      state.failed.note(ending)
      return state.isGone
    }
    if !isGone { leg.recorder?.endsPart(part.entry.id, part.entry.kind, error) }
  }

  // MARK: - Handlers that wait

  private func answer(_ number: Int, on executor: QueueExecutor?) async -> HandlerAnswer {
    do {
      return answer(.success(try await run(0, number, on: executor)))
    } catch {
      return answer(.failure(error))
    }
  }

  // Runs the part at an index, on the executor of the one around it if it has none of its own.
  private func run(
    _ index: Int,
    _ number: Int,
    on executor: QueueExecutor?
  ) async throws -> HandlerEnd {
    guard index < count else {
      try check(index)
      return .missing
    }
    let part = part(index)
    if let recorder = leg.recorder {
      recorder.comes(found.step(at: found.beforeMiddleware + index, leg, core.place))
    }
    do {
      let end: HandlerEnd
      switch part.entry.place.or(core.place) {
      case .queue(_, let own):
        end = try await withTaskExecutorPreference(own) {
          try await call(part, at: index, number, on: own)
        }
      case .inherited, .main: end = try await call(part, at: index, number, on: executor)
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
    _ number: Int,
    on executor: QueueExecutor?
  ) async throws -> HandlerEnd {
    guard case .middleware(let body) = part.entry.body else {
      if part.entry.isFunction {
        try begin(index)
        return try part.entry.body.end(part.context)
      }
      try await WaitingReceiver(core, part).run(part, of: self, number, on: executor)
      return .handled
    }
    try begin(index)
    switch body {
    case .around(let body):
      // Who keeps it holds neither a handler nor the router by this.
      let onFault = core.configuration.onFault
      let next = NextHandler {
        try await self.run(index + 1, number, on: executor)
      } onFault: {
        [matched = part.entry.matched, target = part.context.target, weak recorder = leg.recorder]
        in
        let fault = RouterFault(
          .repeatedNext,
          route: matched.route,
          target: target.withoutQuery
        )
        recorder?.takes(fault)
        onFault(fault)
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
        result = .success(try await run(index + 1, number, on: executor))
      } catch {
        result = .failure(error)
      }
      return try function.after(part.context, result)
    }
  }

  /// Begins the part at an index, or else the last; called where it runs.
  /// - Throws: `GoneRouteError` when a guard has gone, or a part that has yet to begin; and
  ///   `CancellationError` when the call has been given up.
  func begin(_ index: Int? = nil) throws {
    let index = index ?? count - 1
    try check(index)
    state.withLock { $0.depth = index + 1 }
    leg.recorder?.begins(found.entry(at: found.beforeMiddleware + index).id)
  }

  /// Checks that the parts from an index on may begin.
  private func check(_ index: Int) throws {
    if let gone = found.gone(from: found.beforeMiddleware + index) {
      state.withLock { $0.isGone = true }
      throw GoneRouteError(pattern: gone.pattern.text)
    }
    if state.withLock({ $0.isOver }) { throw CancellationError() }
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
