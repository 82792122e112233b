public import Dispatch

extension RouteRegistrar {
  /// Registers a map: a handler for what its pattern matches.
  ///
  /// Of several that match one runs: the latest registered, or the most specific, as the router was configured.
  ///
  /// - Parameters:
  ///   - pattern: what is to be matched.
  ///   - tags: what the route is found by; a map without tags is found by the untagged router alone.
  ///   - queue: where the handler runs; without one on the router's, or the thread that drives the dispatch.
  ///   - owner: an object that the route lives no longer than.
  ///   - name: what the route is called in listings, and found by for `url(named:)`.
  ///   - handler: what is called.
  /// - Returns: what the route is disposed of by.
  @discardableResult
  @_disfavoredOverload
  public func map(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping RouteHandler
  ) -> RouteUUID {
    scope.register(
      .map,
      pattern,
      tags: tags,
      place: HandlerPlace(queue),
      owner: owner,
      name: name,
      body: .map(handler)
    )
  }

  /// Registers a map whose handler runs on the main actor.
  @discardableResult
  public func map(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: MainQueue,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping MainRouteHandler
  ) -> RouteUUID {
    scope.register(
      .map,
      pattern,
      tags: tags,
      place: .main,
      owner: owner,
      name: name,
      body: .map(main: handler)
    )
  }

  /// Registers a map with an async handler; what it throws ends the dispatch as failed.
  @discardableResult
  public func map(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping @Sendable (RouteContext) async throws -> Void
  ) -> RouteUUID {
    scope.register(
      .map,
      pattern,
      tags: tags,
      place: HandlerPlace(queue),
      owner: owner,
      name: name,
      body: .map(handler)
    )
  }

  /// Registers a map with an async handler that runs on the main actor.
  @discardableResult
  public func map(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: MainQueue,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping @MainActor @Sendable (RouteContext) async throws -> Void
  ) -> RouteUUID {
    scope.register(
      .map,
      pattern,
      tags: tags,
      place: .main,
      owner: owner,
      name: name,
      body: .map(main: handler)
    )
  }
}
