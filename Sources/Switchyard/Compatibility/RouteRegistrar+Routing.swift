public import Dispatch

// The forms that handlers have in the library Routing: with a route, its parameters, a payload and
// a closure.

extension RouteRegistrar {
  /// Registers a map, as in the library Routing.
  @discardableResult
  @_disfavoredOverload
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
    handler: @escaping RouteHandler
  ) -> RouteID {
    scope.register(
      .map,
      pattern,
      RouteOptions(tags, queue, owner, name, fileID, line).declaring(access, about),
      .map(handler)
    )
  }

  /// Registers a map that runs on the main actor, as in the library Routing.
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
    handler: @escaping MainRouteHandler
  ) -> RouteID {
    scope.register(
      .map,
      pattern,
      RouteOptions(tags, queue, owner, name, fileID, line).declaring(access, about),
      .map(main: handler)
    )
  }

  /// Registers a fallback, as in the library Routing.
  @discardableResult
  @_disfavoredOverload
  public func fallback(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    access: RouteAccess? = nil,
    about: RouteNotes? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping RouteHandler
  ) -> RouteID {
    scope.register(
      .fallback,
      pattern,
      RouteOptions(tags, queue, owner, name, fileID, line).declaring(access, about),
      .map(handler)
    )
  }

  /// Registers a fallback that runs on the main actor, as in the library Routing.
  @discardableResult
  public func fallback(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: MainQueue,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    access: RouteAccess? = nil,
    about: RouteNotes? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping MainRouteHandler
  ) -> RouteID {
    scope.register(
      .fallback,
      pattern,
      RouteOptions(tags, queue, owner, name, fileID, line).declaring(access, about),
      .map(main: handler)
    )
  }

  /// Registers a proxy, as in the library Routing.
  @discardableResult
  @_disfavoredOverload
  public func proxy(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping ProxyHandler
  ) -> RouteID {
    scope.register(
      .proxy,
      pattern,
      RouteOptions(tags, queue, owner, name, fileID, line),
      .proxy(handler)
    )
  }

  /// Registers a proxy that runs on the main actor, as in the library Routing.
  @discardableResult
  public func proxy(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: MainQueue,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping MainProxyHandler
  ) -> RouteID {
    scope.register(
      .proxy,
      pattern,
      RouteOptions(tags, queue, owner, name, fileID, line),
      .proxy(main: handler)
    )
  }

  /// Registers a guard, as in the library Routing.
  @discardableResult
  @_disfavoredOverload
  public func `guard`(
    _ pattern: RoutePattern,
    queue: DispatchQueue? = nil,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping GuardHandler
  ) -> RouteID {
    scope.register(
      .guard,
      pattern,
      RouteOptions([], queue, nil, name, fileID, line),
      .guard(handler)
    )
  }

  /// Registers a guard that runs on the main actor, as in the library Routing.
  @discardableResult
  public func `guard`(
    _ pattern: RoutePattern,
    queue: MainQueue,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping MainGuardHandler
  ) -> RouteID {
    scope.register(
      .guard,
      pattern,
      RouteOptions([], queue, nil, name, fileID, line),
      .guard(main: handler)
    )
  }
}
