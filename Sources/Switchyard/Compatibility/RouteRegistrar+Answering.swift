public import Dispatch

// Handlers that answer by a closure, in our form and in that of the library Routing. Those without
// the main actor are disfavoured, as `.main` is a queue of Dispatch as well; both forms stand here,
// so that this is said in one file.

extension RouteRegistrar {
  /// Registers a map whose handler answers by a closure, which it calls when all is done.
  ///
  ///     router.map("/books/:id") { context, completed in
  ///       player.play(context.parameters["id"]) { completed() }
  ///     }
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
    handler:
      @escaping @Sendable (
        _ context: RouteContext, _ completed: @escaping @Sendable () -> Void
      ) -> Void
  ) -> RouteID {
    scope.register(
      .map,
      pattern,
      RouteOptions(tags, queue, owner, name, fileID, line).declaring(access, about),
      .map(answering: handler)
    )
  }

  /// Registers a map whose handler runs on the main actor, and answers by a closure.
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
    handler:
      @escaping @MainActor @Sendable (
        _ context: RouteContext, _ completed: @escaping @Sendable () -> Void
      ) -> Void
  ) -> RouteID {
    scope.register(
      .map,
      pattern,
      RouteOptions(tags, queue, owner, name, fileID, line).declaring(access, about),
      .map(mainAnswering: handler)
    )
  }

  /// Registers a fallback whose handler answers by a closure, which it calls when all is done.
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
    handler:
      @escaping @Sendable (
        _ context: RouteContext, _ completed: @escaping @Sendable () -> Void
      ) -> Void
  ) -> RouteID {
    scope.register(
      .fallback,
      pattern,
      RouteOptions(tags, queue, owner, name, fileID, line).declaring(access, about),
      .map(answering: handler)
    )
  }

  /// Registers a fallback whose handler runs on the main actor, and answers by a closure.
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
    handler:
      @escaping @MainActor @Sendable (
        _ context: RouteContext, _ completed: @escaping @Sendable () -> Void
      ) -> Void
  ) -> RouteID {
    scope.register(
      .fallback,
      pattern,
      RouteOptions(tags, queue, owner, name, fileID, line).declaring(access, about),
      .map(mainAnswering: handler)
    )
  }

  /// Registers a proxy whose handler answers by a closure, which it calls with its decision.
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
    handler:
      @escaping @Sendable (
        _ context: RouteContext, _ next: @escaping @Sendable (ProxyDecision) -> Void
      ) -> Void
  ) -> RouteID {
    scope.register(
      .proxy,
      pattern,
      RouteOptions(tags, queue, owner, name, fileID, line),
      .proxy(answering: handler)
    )
  }

  /// Registers a proxy whose handler runs on the main actor, and answers by a closure.
  @discardableResult
  public func proxy(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: MainQueue,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler:
      @escaping @MainActor @Sendable (
        _ context: RouteContext, _ next: @escaping @Sendable (ProxyDecision) -> Void
      ) -> Void
  ) -> RouteID {
    scope.register(
      .proxy,
      pattern,
      RouteOptions(tags, queue, owner, name, fileID, line),
      .proxy(mainAnswering: handler)
    )
  }

  /// Registers a guard whose handler answers by a closure, which it calls with its verdict.
  @discardableResult
  @_disfavoredOverload
  public func `guard`(
    _ pattern: RoutePattern,
    queue: DispatchQueue? = nil,
    observing: Bool = false,
    except exceptions: [GuardException] = [],
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler:
      @escaping @Sendable (
        _ context: RouteContext, _ decide: @escaping @Sendable (GuardVerdict) -> Void
      ) -> Void
  ) -> RouteID {
    scope.register(
      .guard,
      pattern,
      RouteOptions([], queue, nil, name, fileID, line).observing(observing, except: exceptions),
      .guard(answering: handler)
    )
  }

  /// Registers a guard whose handler runs on the main actor, and answers by a closure.
  @discardableResult
  public func `guard`(
    _ pattern: RoutePattern,
    queue: MainQueue,
    observing: Bool = false,
    except exceptions: [GuardException] = [],
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler:
      @escaping @MainActor @Sendable (
        _ context: RouteContext, _ decide: @escaping @Sendable (GuardVerdict) -> Void
      ) -> Void
  ) -> RouteID {
    scope.register(
      .guard,
      pattern,
      RouteOptions([], queue, nil, name, fileID, line).observing(observing, except: exceptions),
      .guard(mainAnswering: handler)
    )
  }
}

// The form of the library Routing: with a route, its parameters, a payload and a closure.
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
