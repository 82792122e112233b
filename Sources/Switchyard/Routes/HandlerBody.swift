/// The answer of a handler, whatever its kind and form.
enum HandlerAnswer: Sendable {
  /// The map has done its work, or the guard or proxy lets the next one run.
  case completed
  case verdict(GuardVerdict)
  case decision(ProxyDecision)
  /// It threw, or of a handler with middleware one of the routes.
  case threw(any Error, by: MatchedEntry? = nil)
  /// The closure to answer with is gone, and was never called.
  case dropped
  /// Middleware has answered in the place of the map or fallback.
  case answered(by: RouteID)
  /// Middleware has gone on where there is neither map nor fallback.
  case missed
  /// Middleware was to go on when a route had gone behind which the rest stands.
  case vanished
}

/// A handler in one of the forms that all are brought into when they are registered.
enum HandlerBody: Sendable {
  /// A commit of a proxy, as in the library Routing.
  typealias Commit = (route: String?, parameters: Parameters?, passed: (any Sendable)?)
  typealias MapCallback =
    @Sendable (String, Parameters, (any Sendable)?, @escaping @Sendable () -> Void) -> Void
  typealias ProxyCallback =
    @Sendable (String, Parameters, (any Sendable)?, @escaping @Sendable (Commit?) -> Void) -> Void
  typealias GuardCallback =
    @Sendable (String, Parameters, (any Sendable)?, @escaping @Sendable (GuardVerdict) -> Void)
    -> Void
  typealias MainMapCallback =
    @MainActor @Sendable (String, Parameters, (any Sendable)?, @escaping @Sendable () -> Void)
    -> Void
  typealias MainProxyCallback =
    @MainActor @Sendable (
      String, Parameters, (any Sendable)?, @escaping @Sendable (Commit?) -> Void
    ) -> Void
  typealias MainGuardCallback =
    @MainActor @Sendable (
      String, Parameters, (any Sendable)?, @escaping @Sendable (GuardVerdict) -> Void
    ) -> Void
  /// A handler that answers by a closure.
  typealias Answering<Answer> =
    @Sendable (RouteContext, @escaping @Sendable (Answer) -> Void) -> Void
  typealias MainAnswering<Answer> =
    @MainActor @Sendable (RouteContext, @escaping @Sendable (Answer) -> Void) -> Void

  // As they are given: each closure around one allocates memory at each call.
  /// A map that answers by a closure.
  case mapCallback(@Sendable (RouteContext, @escaping @Sendable () -> Void) -> Void)
  /// A proxy that answers by a closure.
  case proxyCallback(Answering<ProxyDecision>)
  /// A guard that answers by a closure.
  case guardCallback(Answering<GuardVerdict>)
  /// Answers by a closure, on the main actor.
  case mainCallback(MainAnswering<HandlerAnswer>)
  /// Answers by returning, in a task.
  case async(AwaitedHandler)
  /// Completes by returning, on the thread that calls it; no task is made for it.
  case returning(@Sendable (RouteContext) throws -> Void)
  /// Runs around another handler.
  case middleware(MiddlewareBody)
  /// Answers by returning, on the main actor.
  case mainAsync(@MainActor @Sendable (RouteContext) async throws -> HandlerAnswer)
}

extension HandlerBody {
  /// Whether it is called as a function, and no task is made for it.
  var isFunction: Bool {
    if case .returning = self { return true }
    if case .middleware(.function) = self { return true }
    return false
  }
}

/// Middleware in one of its two forms.
enum MiddlewareBody: Sendable {
  /// Runs around all that is next, which it calls.
  case around(@Sendable (RouteContext, NextHandler) async throws -> HandlerEnd)
  /// Runs before and behind it as a function. A form of its own, as a task costs more than the
  /// handler of most requests.
  case function(MiddlewareFunction)
}

/// Middleware that is a function, in its two parts.
final class MiddlewareFunction: Sendable {
  /// Runs first; where it throws, nothing runs of what it is around, nor its second part.
  let before: (@Sendable (RouteContext) throws -> Void)?
  /// Runs last, and is told how the rest has ended.
  let after: @Sendable (RouteContext, Result<HandlerEnd, any Error>) throws -> HandlerEnd
  /// The time limit of what it is around, in place of the router's.
  let timeLimit: Duration?

  init(
    before: (@Sendable (RouteContext) throws -> Void)?,
    timeLimit: Duration?,
    after: @escaping @Sendable (RouteContext, Result<HandlerEnd, any Error>) throws -> HandlerEnd
  ) {
    self.before = before
    self.timeLimit = timeLimit
    self.after = after
  }
}

/// The end of what middleware is around.
package enum HandlerEnd: Sendable {
  /// A map or fallback has run, or middleware has answered in its place.
  case handled
  /// There is neither map nor fallback.
  case missing
}

extension HandlerBody {
  static func map(_ handler: @escaping MapCallback) -> HandlerBody {
    .mapCallback { context, completed in
      handler(context.route, context.parameters, context.payload, completed)
    }
  }

  static func map(main handler: @escaping MainMapCallback) -> HandlerBody {
    .mainCallback { context, reply in
      handler(context.route, context.parameters, context.payload) { reply(.completed) }
    }
  }

  static func map(
    answering handler: @escaping @Sendable (RouteContext, @escaping @Sendable () -> Void) -> Void
  ) -> HandlerBody {
    .mapCallback(handler)
  }

  static func map(
    mainAnswering handler:
      @escaping @MainActor @Sendable (RouteContext, @escaping @Sendable () -> Void) -> Void
  ) -> HandlerBody {
    .mainCallback { context, reply in handler(context) { reply(.completed) } }
  }

  static func proxy(answering handler: @escaping Answering<ProxyDecision>) -> HandlerBody {
    .proxyCallback(handler)
  }

  static func proxy(mainAnswering handler: @escaping MainAnswering<ProxyDecision>) -> HandlerBody {
    .mainCallback { context, reply in handler(context) { reply(.proxy($0)) } }
  }

  static func `guard`(answering handler: @escaping Answering<GuardVerdict>) -> HandlerBody {
    .guardCallback(handler)
  }

  static func `guard`(
    mainAnswering handler: @escaping MainAnswering<GuardVerdict>
  ) -> HandlerBody {
    .mainCallback { context, reply in handler(context) { reply(.guard($0)) } }
  }

  static func map(_ handler: @escaping @Sendable (RouteContext) async throws -> Void) -> HandlerBody
  {
    .async(.end(handler))
  }

  static func map(
    main handler: @escaping @MainActor @Sendable (RouteContext) async throws -> Void
  ) -> HandlerBody {
    .mainAsync { context in
      try await handler(context)
      return .completed
    }
  }

  static func proxy(_ handler: @escaping ProxyCallback) -> HandlerBody {
    .proxyCallback { context, next in
      handler(context.route, context.parameters, context.payload) { next(ProxyDecision($0)) }
    }
  }

  static func proxy(main handler: @escaping MainProxyCallback) -> HandlerBody {
    .mainCallback { context, reply in
      handler(context.route, context.parameters, context.payload) { commit in
        reply(.proxy(ProxyDecision(commit)))
      }
    }
  }

  static func proxy(
    _ handler: @escaping @Sendable (RouteContext) async throws -> ProxyDecision
  ) -> HandlerBody {
    .async(.proxy(handler))
  }

  static func proxy(
    main handler: @escaping @MainActor @Sendable (RouteContext) async throws -> ProxyDecision
  ) -> HandlerBody {
    .mainAsync { .decision(try await handler($0)) }
  }

  static func `guard`(_ handler: @escaping GuardCallback) -> HandlerBody {
    .guardCallback { context, decide in
      handler(context.route, context.parameters, context.payload, decide)
    }
  }

  static func `guard`(main handler: @escaping MainGuardCallback) -> HandlerBody {
    .mainCallback { context, reply in
      handler(context.route, context.parameters, context.payload) { reply(.guard($0)) }
    }
  }

  static func `guard`(
    _ handler: @escaping @Sendable (RouteContext) async throws -> GuardVerdict
  ) -> HandlerBody {
    .async(.guard(handler))
  }

  static func `guard`(
    main handler: @escaping @MainActor @Sendable (RouteContext) async throws -> GuardVerdict
  ) -> HandlerBody {
    .mainAsync { .verdict(try await handler($0)) }
  }
}

extension HandlerAnswer {
  /// Makes the answer of a proxy from its decision.
  static func proxy(_ decision: ProxyDecision) -> HandlerAnswer {
    if case .pass = decision { .completed } else { .decision(decision) }
  }

  /// Makes the answer of a guard from the argument of its closure.
  static func `guard`(_ verdict: GuardVerdict) -> HandlerAnswer {
    if case .allow = verdict { .completed } else { .verdict(verdict) }
  }
}

extension ProxyDecision {
  /// The decision that a commit of the library Routing says, or the lack of one.
  fileprivate init(_ commit: HandlerBody.Commit?) {
    guard let commit else {
      self = .pass
      return
    }
    // There `nil` passes nothing on, and parameters without content change nothing.
    let parameters = commit.parameters.flatMap { $0.isEmpty ? nil : $0 }
    self = .commit(commit.route, parameters: parameters, payload: commit.passed ?? NoPayload())
  }
}

/// An async handler, in one of its forms.
///
/// They are kept as they are given: each closure around an async one costs as much as a lookup.
enum AwaitedHandler: Sendable {
  case `guard`(@Sendable (RouteContext) async throws -> GuardVerdict)
  case proxy(@Sendable (RouteContext) async throws -> ProxyDecision)
  /// A map or fallback, which completes by returning.
  case end(@Sendable (RouteContext) async throws -> Void)

  /// Calls the handler.
  /// - Returns: its answer, or its error as one.
  func answer(_ context: RouteContext) async -> HandlerAnswer {
    do {
      switch self {
      case .guard(let body): return .guard(try await body(context))
      case .proxy(let body): return .proxy(try await body(context))
      case .end(let body): try await body(context)
      }
      return .completed
    } catch {
      return .threw(error)
    }
  }
}
