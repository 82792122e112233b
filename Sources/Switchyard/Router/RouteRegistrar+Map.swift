public import Dispatch

extension RouteRegistrar {
  /// Registers a map: a handler for the targets that its pattern matches.
  ///
  ///     router.map("/books/:id", tags: ["Views"]) { context in
  ///       try await screen.show(context.parameters["id", as: Int.self])
  ///     }
  ///
  /// If several match, one runs: the latest registered, or the most specific, as the router was
  /// configured. An error that the handler throws ends the dispatch as failed.
  ///
  /// - Parameters:
  ///   - pattern: the pattern to be matched.
  ///   - tags: labels for views such as `router["Views"]`; a map without tags is visible only to
  ///     the router itself.
  ///   - queue: the queue the handler runs on; without one the router's, or the thread that drives
  ///     the dispatch.
  ///   - owner: an object whose end removes the route.
  ///   - name: the name of the route in listings and for `url(named:)`.
  ///   - access: who may come to it; without it what the innermost group says.
  ///   - about: notes on it for those who call it.
  ///   - fileID: the file that registers it, for faults and listings.
  ///   - line: the line that registers it, for faults and listings.
  ///   - handler: the handler to be called.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func map(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    access: RouteAccess? = nil,
    about: RouteNotes? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping @Sendable (RouteContext) async throws -> Void
  ) -> RouteID {
    scope.register(
      .map,
      pattern,
      RouteOptions(tags, queue, owner, name, fileID, line).declaring(access, about),
      .map(handler)
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
    access: RouteAccess? = nil,
    about: RouteNotes? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping @MainActor @Sendable (RouteContext) async throws -> Void
  ) -> RouteID {
    scope.register(
      .map,
      pattern,
      RouteOptions(tags, queue, owner, name, fileID, line).declaring(access, about),
      .map(main: handler)
    )
  }
}
