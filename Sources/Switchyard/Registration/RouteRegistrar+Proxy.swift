public import Dispatch

extension RouteRegistrar {
  /// Registers a proxy: a handler that runs before the map, and goes on or commits to another
  /// target.
  ///
  /// The latest registered comes first. After a commit the other proxies are skipped, all guards
  /// are asked about the new target, and its map runs.
  ///
  /// - Parameters:
  ///   - pattern: the pattern to be matched.
  ///   - tags: the lookups that it takes part in; one without tags takes part in all.
  ///   - queue: the queue the handler runs on; without one the router's, or the thread that drives
  ///     the dispatch.
  ///   - owner: an object whose end removes the route.
  ///   - name: the name of the route in listings and for `url(named:)`.
  ///   - handler: the handler to be called.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  @_disfavoredOverload
  public func proxy(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping ProxyHandler
  ) -> RouteUUID {
    scope.register(
      .proxy,
      pattern,
      tags: tags,
      place: HandlerPlace(queue),
      owner: owner,
      name: name,
      body: .proxy(handler)
    )
  }

  /// Registers a proxy whose handler runs on the main actor.
  @discardableResult
  public func proxy(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: MainQueue,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping MainProxyHandler
  ) -> RouteUUID {
    scope.register(
      .proxy,
      pattern,
      tags: tags,
      place: .main,
      owner: owner,
      name: name,
      body: .proxy(main: handler)
    )
  }

  /// Registers a proxy with an async handler; an error that it throws ends the dispatch as failed.
  @discardableResult
  public func proxy(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping @Sendable (RouteContext) async throws -> ProxyDecision
  ) -> RouteUUID {
    scope.register(
      .proxy,
      pattern,
      tags: tags,
      place: HandlerPlace(queue),
      owner: owner,
      name: name,
      body: .proxy(handler)
    )
  }

  /// Registers a proxy with an async handler that runs on the main actor.
  @discardableResult
  public func proxy(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: MainQueue,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping @MainActor @Sendable (RouteContext) async throws -> ProxyDecision
  ) -> RouteUUID {
    scope.register(
      .proxy,
      pattern,
      tags: tags,
      place: .main,
      owner: owner,
      name: name,
      body: .proxy(main: handler)
    )
  }
}
