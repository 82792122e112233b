public import Dispatch

extension RouteRegistrar {
  /// Registers a guard: a handler that must allow every target its pattern matches, before all
  /// else.
  ///
  /// Guards are asked in the order they were registered in, for every lookup whatever its tags, and
  /// again for each target that a proxy commits to. An error, a dropped verdict, a limit that is
  /// hit and a timeout deny. A guard has no owner: it stays until it is disposed of.
  ///
  /// - Parameters:
  ///   - pattern: the pattern to be matched.
  ///   - queue: the queue the handler runs on; without one the router's, or the thread that drives
  ///     the dispatch.
  ///   - name: the name of the route in listings and for `url(named:)`.
  ///   - handler: the handler to be called.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  @_disfavoredOverload
  public func `guard`(
    _ pattern: RoutePattern,
    queue: DispatchQueue? = nil,
    name: String? = nil,
    handler: @escaping GuardHandler
  ) -> RouteUUID {
    scope.register(
      .guard,
      pattern,
      place: HandlerPlace(queue),
      name: name,
      body: .guard(handler)
    )
  }

  /// Registers a guard whose handler runs on the main actor.
  @discardableResult
  public func `guard`(
    _ pattern: RoutePattern,
    queue: MainQueue,
    name: String? = nil,
    handler: @escaping MainGuardHandler
  ) -> RouteUUID {
    scope.register(
      .guard,
      pattern,
      place: .main,
      name: name,
      body: .guard(main: handler)
    )
  }

  /// Registers a guard with an async handler; one that throws denies.
  @discardableResult
  public func `guard`(
    _ pattern: RoutePattern,
    queue: DispatchQueue? = nil,
    name: String? = nil,
    handler: @escaping @Sendable (RouteContext) async throws -> GuardVerdict
  ) -> RouteUUID {
    scope.register(
      .guard,
      pattern,
      place: HandlerPlace(queue),
      name: name,
      body: .guard(handler)
    )
  }

  /// Registers a guard with an async handler that runs on the main actor; one that throws denies.
  @discardableResult
  public func `guard`(
    _ pattern: RoutePattern,
    queue: MainQueue,
    name: String? = nil,
    handler: @escaping @MainActor @Sendable (RouteContext) async throws -> GuardVerdict
  ) -> RouteUUID {
    scope.register(
      .guard,
      pattern,
      place: .main,
      name: name,
      body: .guard(main: handler)
    )
  }
}
