public import Dispatch

extension RouteRegistrar {
  /// Registers a map: a handler for the targets that its pattern matches.
  ///
  /// If several match, one runs: the latest registered, or the most specific, as the router was
  /// configured.
  ///
  /// - Parameters:
  ///   - pattern: the pattern to be matched.
  ///   - tags: labels for views such as `router["Views"]`; a map without tags is visible only to
  ///     the router itself.
  ///   - queue: the queue the handler runs on; without one the router's, or the thread that drives
  ///     the dispatch.
  ///   - owner: an object whose end removes the route.
  ///   - name: the name of the route in listings and for `url(named:)`.
  ///   - handler: the handler to be called.
  /// - Returns: the route's identifier, for `dispose(of:)`.
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

  /// Registers a map with an async handler; an error that it throws ends the dispatch as failed.
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
