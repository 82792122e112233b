public import Dispatch

extension RouteRegistrar {
  /// Registers middleware: a handler that runs around every map and fallback whose target its
  /// pattern matches, whether these were registered before or after.
  ///
  ///     router.around("/books/*") { context, next in
  ///       try await Trace.$current.withValue(Trace(context.route)) {
  ///         try await next()
  ///       }
  ///     }
  ///
  /// It runs when all guards have allowed and all proxies have gone on. Several are nested in the
  /// order in which they were registered, the first outermost. What it throws is the error of the
  /// dispatch, as what `next` throws is if it lets that through; where it returns without `next`,
  /// it has handled the target itself. All of it has the time limit of one handler.
  ///
  /// - Parameters:
  ///   - pattern: the pattern to be matched.
  ///   - tags: labels of the maps and fallbacks that it is around; none stands for all.
  ///   - queue: the queue the handler runs on; without one the router's, or that of the middleware
  ///     around it.
  ///   - owner: an object whose end removes it.
  ///   - name: the name of the route in listings.
  ///   - fileID: the file that registers it, for faults and listings.
  ///   - line: the line that registers it, for faults and listings.
  ///   - handler: the handler to be called.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func around(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping @Sendable (RouteContext, NextHandler) async throws -> Void
  ) -> RouteID {
    registerMiddleware(
      pattern,
      RouteOptions(tags, queue, owner, name, fileID, line),
      around: { context, next in
        try await handler(context, next)
        return .handled
      }
    )
  }

  /// Registers middleware that goes on to what is next by itself.
  package func registerMiddleware(
    _ pattern: RoutePattern,
    _ options: RouteOptions,
    around handler: @escaping @Sendable (RouteContext, NextHandler) async throws -> HandlerEnd
  ) -> RouteID {
    scope.register(.middleware, pattern, options, .middleware(.around(handler)))
  }

  /// Registers middleware that is a function.
  /// - Parameters:
  ///   - pattern: the pattern to be matched.
  ///   - options: the settings of the route.
  ///   - before: called first; where it throws, neither what it is around runs nor `after`.
  ///   - timeLimit: the time limit of what it is around; `nil` for that of the next middleware
  ///     around it, and without any for the router's.
  ///   - after: called last, with the end of what it is around.
  /// - Returns: the route's identifier.
  package func registerMiddleware(
    _ pattern: RoutePattern,
    _ options: RouteOptions,
    before: (@Sendable (RouteContext) throws -> Void)? = nil,
    timeLimit: Duration? = nil,
    after: @escaping @Sendable (RouteContext, Result<HandlerEnd, any Error>) throws -> HandlerEnd
  ) -> RouteID {
    let function = MiddlewareFunction(before: before, timeLimit: timeLimit, after: after)
    return scope.register(.middleware, pattern, options, .middleware(.function(function)))
  }
}
