public import Dispatch

extension RouteRegistrar {
  /// Registers a fallback: a map that is looked at only when no other map matches.
  ///
  ///     router.fallback("/api/*") { context in … }    // a not-found of its own for a part of the tree
  ///
  /// Of several that match the most specific runs. It has tags as a map has.
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
  public func fallback(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping RouteHandler
  ) -> RouteUUID {
    scope.register(
      .fallback,
      pattern,
      tags: tags,
      place: HandlerPlace(queue),
      owner: owner,
      name: name,
      body: .map(handler)
    )
  }

  /// Registers a fallback whose handler runs on the main actor.
  @discardableResult
  public func fallback(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: MainQueue,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping MainRouteHandler
  ) -> RouteUUID {
    scope.register(
      .fallback,
      pattern,
      tags: tags,
      place: .main,
      owner: owner,
      name: name,
      body: .map(main: handler)
    )
  }

  /// Registers a fallback with an async handler; what it throws ends the dispatch as failed.
  @discardableResult
  public func fallback(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping @Sendable (RouteContext) async throws -> Void
  ) -> RouteUUID {
    scope.register(
      .fallback,
      pattern,
      tags: tags,
      place: HandlerPlace(queue),
      owner: owner,
      name: name,
      body: .map(handler)
    )
  }

  /// Registers a fallback with an async handler that runs on the main actor.
  @discardableResult
  public func fallback(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: MainQueue,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping @MainActor @Sendable (RouteContext) async throws -> Void
  ) -> RouteUUID {
    scope.register(
      .fallback,
      pattern,
      tags: tags,
      place: .main,
      owner: owner,
      name: name,
      body: .map(main: handler)
    )
  }
}
