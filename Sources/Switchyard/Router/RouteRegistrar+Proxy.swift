public import Dispatch

extension RouteRegistrar {
  /// Registers a proxy: a handler that runs before the map, and goes on or commits to another
  /// target.
  ///
  ///     router.proxy("/old/*") { context in .commit("/new") }
  ///
  /// The latest registered comes first. After a commit the other proxies are skipped, all guards
  /// are asked about the new target, and its map runs. An error that the handler throws ends the
  /// dispatch as failed.
  ///
  /// - Parameters:
  ///   - pattern: the pattern to be matched.
  ///   - tags: the lookups that it takes part in; one without tags takes part in all.
  ///   - queue: the queue the handler runs on; without one the router's, or the thread that drives
  ///     the dispatch.
  ///   - owner: an object whose end removes the route.
  ///   - name: the name of the route in listings and for `url(named:)`.
  ///   - fileID: the file that registers it, for faults and listings.
  ///   - line: the line that registers it, for faults and listings.
  ///   - handler: the handler to be called.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func proxy(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping @Sendable (RouteContext) async throws -> ProxyDecision
  ) -> RouteID {
    scope.register(
      .proxy,
      pattern,
      RouteOptions(tags, queue, owner, name, fileID, line),
      .proxy(handler)
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
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping @MainActor @Sendable (RouteContext) async throws -> ProxyDecision
  ) -> RouteID {
    scope.register(
      .proxy,
      pattern,
      RouteOptions(tags, queue, owner, name, fileID, line),
      .proxy(main: handler)
    )
  }
}
