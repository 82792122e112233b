import RoutePatterns
import Synchronization

/// A map or fallback on its way, with the middleware around it; or the middleware alone, where
/// there is neither.
///
/// All of it is one call: it has one time limit, one task, and one answer.
final class WrappedHandler: Sendable {
  /// A handler with the context that it is called with.
  struct Part: Sendable {
    let entry: RouteEntry
    let context: RouteContext
  }

  private let core: RouterCore
  /// The middleware, the outermost first.
  private let middleware: [Part]
  private let end: Part?
  /// The number of handlers that have begun.
  private let depth = Atomic(0)

  init(_ core: RouterCore, _ middleware: [Part], around end: Part?) {
    self.core = core
    self.middleware = middleware
    self.end = end
  }

  /// The place that it begins in.
  var place: HandlerPlace { middleware.first?.entry.place ?? .inherited }

  /// Whether all of it are functions that run wherever they are called.
  private var isFunction: Bool {
    for part in middleware {
      guard case .middleware(.after) = part.entry.body, case .inherited = part.entry.place else {
        return false
      }
    }
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
      receiver.receive(await self.answer(call), to: call, by: .task)
    }
    return .waits(task)
  }

  // MARK: - Functions

  private func answer() -> HandlerAnswer {
    var result = Result<HandlerEnd, any Error> { try callEnd() }
    for part in middleware.reversed() {
      guard case .middleware(.after(let body)) = part.entry.body else { continue }
      let before = result
      result = Result {
        try body(part.context, before)
        return .handled
      }
    }
    depth.store(middleware.count + (end == nil ? 0 : 1), ordering: .relaxed)
    return answer(result)
  }

  private func callEnd() throws -> HandlerEnd {
    guard let end, case .returning(let body) = end.entry.body else { return .missing }
    try body(end.context)
    return .handled
  }

  private func answer(_ result: Result<HandlerEnd, any Error>) -> HandlerAnswer {
    switch result {
    case .failure(let error): return .threw(error)
    case .success:
      let depth = depth.load(ordering: .relaxed)
      guard depth <= middleware.count else { return .completed }
      // The innermost that has begun has answered.
      return middleware.isEmpty
        ? .completed : .answered(by: middleware[max(depth, 1) - 1].entry.id)
    }
  }

  // MARK: - Handlers that wait

  private func answer(_ call: HandlerCall) async -> HandlerAnswer {
    do {
      return answer(.success(try await run(0, call)))
    } catch {
      return answer(.failure(error))
    }
  }

  /// Runs the middleware at an index, or behind the last the map or fallback.
  fileprivate func run(_ index: Int, _ call: HandlerCall) async throws -> HandlerEnd {
    guard index < middleware.count else {
      guard let end else { return .missing }
      depth.store(index + 1, ordering: .relaxed)
      try await end.inPlace { try await end.run(call, self.core) }
      return .handled
    }
    let part = middleware[index]
    depth.store(index + 1, ordering: .relaxed)
    try await part.inPlace { try await self.call(part, at: index, call) }
    return .handled
  }

  private func call(_ part: Part, at index: Int, _ call: HandlerCall) async throws {
    switch part.entry.body {
    case .middleware(.around(let body)):
      let next = NextHandler(self, part, index + 1, call)
      // Whoever has kept it finds that it is over.
      defer { next.end() }
      try await body(part.context, next)
    case .middleware(.after(let body)):
      let result: Result<HandlerEnd, any Error>
      do {
        result = .success(try await run(index + 1, call))
      } catch {
        result = .failure(error)
      }
      try body(part.context, result)
    default: break
    }
  }

  /// Reports that middleware goes on where it may not.
  fileprivate func reportRepeatedNext(by part: Part) {
    core.report(RouterFault(.repeatedNext, entry: part.entry, target: part.context.route))
  }
}

/// The rest of what handles a target, as middleware goes on to it: more middleware, and the map or
/// fallback.
///
///     router.around("/books/*") { context, next in
///       let start = ContinuousClock.now
///       try await next()
///       log(context.route, start.duration(to: .now))
///     }
public struct NextHandler: Sendable {
  private enum Phase { case ready, called, over }

  private final class Progress: Sendable {
    let phase = Locked(Phase.ready)
  }

  private let wrapped: WrappedHandler
  private let part: WrappedHandler.Part
  private let index: Int
  private let call: HandlerCall
  private let progress = Progress()

  fileprivate init(
    _ wrapped: WrappedHandler,
    _ part: WrappedHandler.Part,
    _ index: Int,
    _ call: HandlerCall
  ) {
    self.wrapped = wrapped
    self.part = part
    self.index = index
    self.call = call
  }

  /// Runs the rest, once, and returns when that has ended; the handlers see the task-local values
  /// that are set here.
  /// - Throws: the error of the handlers, or `NextHandlerError` when it was called before or the
  ///   middleware has ended.
  public func callAsFunction() async throws { _ = try await run() }

  /// Runs the rest.
  /// - Returns: whether there was a map or fallback.
  package func run() async throws -> HandlerEnd {
    let isReady = progress.phase.withLock { phase in
      guard phase == .ready else { return false }
      phase = .called
      return true
    }
    guard isReady else {
      wrapped.reportRepeatedNext(by: part)
      throw NextHandlerError()
    }
    return try await wrapped.run(index, call)
  }

  fileprivate func end() { progress.phase.withLock { $0 = .over } }
}

/// An error of middleware that goes on to the next handler once more, or when it has ended.
public struct NextHandlerError: Error, CustomStringConvertible {
  /// The text that says what was expected.
  public var description: String {
    "next was called again, or when the middleware had ended. That call throws and runs nothing; call it at "
      + "most once, before the middleware returns."
  }
}

extension WrappedHandler.Part {
  /// Runs a closure on the queue of the handler, if it has one; without, it stays where it is.
  fileprivate func inPlace(_ body: @escaping @concurrent @Sendable () async throws -> Void)
    async throws
  {
    switch entry.place {
    case .queue(_, let executor):
      try await withTaskExecutorPreference(executor) { try await body() }
    // Those of the main actor go there by themselves.
    case .inherited, .main: try await body()
    }
  }

  /// Runs a map or fallback to its end.
  fileprivate func run(_ call: HandlerCall, _ core: RouterCore) async throws {
    switch entry.body {
    case .returning(let body): try body(context)
    case .completing(let body): try await body(context)
    case .async(let body): _ = try await body(context)
    case .mainAsync(let body): _ = try await body(context)
    case .mapCallback, .proxyCallback, .guardCallback:
      await withCheckedContinuation { continuation in
        let receiver = ContinuingReceiver(self, core, continuation)
        _ = entry.body.start(call, context, receiver)
      }
    case .mainCallback: await runOnMain(call, core)
    case .middleware: break
    }
  }

  @MainActor
  private func runOnMain(_ call: HandlerCall, _ core: RouterCore) async {
    await withCheckedContinuation { continuation in
      let receiver = ContinuingReceiver(self, core, continuation)
      _ = entry.body.start(call, context, receiver)
    }
  }
}

/// Goes on behind a map that answers by a closure.
private final class ContinuingReceiver: AnswerReceiver {
  private let part: WrappedHandler.Part
  private let core: RouterCore
  private let continuation: Locked<CheckedContinuation<Void, Never>?>

  init(
    _ part: WrappedHandler.Part,
    _ core: RouterCore,
    _ continuation: CheckedContinuation<Void, Never>
  ) {
    self.part = part
    self.core = core
    self.continuation = Locked(continuation)
  }

  func begin(_ call: HandlerCall) {}

  func receive(_ answer: HandlerAnswer, to call: HandlerCall, by source: AnswerSource) {
    let isDropped = if case .dropped = answer { true } else { false }
    guard let continuation = continuation.withLock({ $0.take() }) else {
      if !isDropped { report(.repeatedAnswer) }
      return
    }
    if isDropped { report(.droppedAnswer) }
    continuation.resume()
  }

  private func report(_ event: RouterFault.Event) {
    core.report(RouterFault(event, entry: part.entry, target: part.context.route))
  }
}
