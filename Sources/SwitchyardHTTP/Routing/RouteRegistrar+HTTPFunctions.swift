/// A handler that answers a request as a function, without awaiting anything.
public typealias RequestFunction = @Sendable (ServerRequest) throws -> ServerResponse

extension RouteRegistrar {
  /// Registers a map whose handler is a function, for the requests of a method.
  ///
  ///     router.on(.get, "/health", calledOn: .serverThread) { _ in .text("well") }
  ///
  /// It costs no task, and a thread waits for it: which one is written down with it.
  /// - Parameters:
  ///   - method: the method to be answered; HEAD follows GET.
  ///   - pattern: the pattern to be matched.
  ///   - tags: other labels for views of the router.
  ///   - thread: the thread that calls the handler and waits for it.
  ///   - owner: an object whose end removes the route.
  ///   - name: the name of the route in listings and for `url(named:)`.
  ///   - handler: the handler that answers.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func on(
    _ method: RequestMethod,
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    calledOn thread: HandlerThread,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping RequestFunction
  ) -> RouteUUID {
    answer(.map, .method(method), pattern, tags, thread, owner, name, handler)
  }

  /// Registers a map that answers GET, as a function; HEAD follows it.
  @discardableResult
  public func get(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    calledOn thread: HandlerThread,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping RequestFunction
  ) -> RouteUUID {
    on(.get, pattern, tags: tags, calledOn: thread, owner: owner, name: name, handler: handler)
  }

  /// Registers a map that answers POST, as a function.
  @discardableResult
  public func post(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    calledOn thread: HandlerThread,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping RequestFunction
  ) -> RouteUUID {
    on(.post, pattern, tags: tags, calledOn: thread, owner: owner, name: name, handler: handler)
  }

  /// Registers a map that answers PUT, as a function.
  @discardableResult
  public func put(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    calledOn thread: HandlerThread,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping RequestFunction
  ) -> RouteUUID {
    on(.put, pattern, tags: tags, calledOn: thread, owner: owner, name: name, handler: handler)
  }

  /// Registers a map that answers PATCH, as a function.
  @discardableResult
  public func patch(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    calledOn thread: HandlerThread,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping RequestFunction
  ) -> RouteUUID {
    on(.patch, pattern, tags: tags, calledOn: thread, owner: owner, name: name, handler: handler)
  }

  /// Registers a map that answers DELETE, as a function.
  @discardableResult
  public func delete(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    calledOn thread: HandlerThread,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping RequestFunction
  ) -> RouteUUID {
    on(.delete, pattern, tags: tags, calledOn: thread, owner: owner, name: name, handler: handler)
  }

  /// Registers a map that answers requests of any method, as a function.
  ///
  /// It is tagged "HTTP"; OPTIONS goes to it as well.
  @discardableResult
  public func any(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    calledOn thread: HandlerThread,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping RequestFunction
  ) -> RouteUUID {
    answer(.map, .anyMethod, pattern, tags, thread, owner, name, handler)
  }

  /// Registers a fallback that answers requests of any method, as a function.
  ///
  /// It runs if no map matches, and is tagged "HTTP".
  @discardableResult
  public func fallback(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    calledOn thread: HandlerThread,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping RequestFunction
  ) -> RouteUUID {
    answer(.fallback, .anyMethod, pattern, tags, thread, owner, name, handler)
  }

  private func answer(
    _ kind: RouteKind,
    _ tag: RouteTag,
    _ pattern: RoutePattern,
    _ tags: [RouteTag],
    _ thread: HandlerThread,
    _ owner: (any RouteOwner)?,
    _ name: String?,
    _ handler: @escaping RequestFunction
  ) -> RouteUUID {
    let tags = [tag] + tags
    return register(kind, pattern, tags: tags, queue: thread.queue, owner: owner, name: name) {
      context throws in
      let exchange = try context.answeredExchange
      exchange.respond(with: try handler(ServerRequest(exchange, context: context)))
    }
  }
}
