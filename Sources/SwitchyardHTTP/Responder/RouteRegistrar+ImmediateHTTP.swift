public import Dispatch

/// A handler that answers a request as a function, without awaiting anything.
public typealias ImmediateHTTPHandler = @Sendable (HTTPRequest) throws -> HTTPResponse

// A closure without `await` is one of these, and costs no task.
extension RouteRegistrar {
  /// Registers a map that answers requests of the method GET at once, as a function.
  ///
  ///     router.get("/books/:id") { request in .text("Book \(request.parameters["id"] ?? "")") }
  ///     router.get("/report", queue: DispatchQueue(label: "reports")) { _ in
  ///       .text(try String(contentsOfFile: "/srv/report.txt", encoding: .utf8))
  ///     }
  ///
  /// HEAD follows it.
  /// Without a queue it runs on the server's own thread, which waits for it.
  /// - Parameters:
  ///   - pattern: the pattern to be matched.
  ///   - tags: other labels for views of the router.
  ///   - queue: the queue the handler runs on; give a handler that blocks one of its own.
  ///   - owner: an object whose end removes the route.
  ///   - name: the name of the route in listings and for `url(named:)`.
  ///   - handler: the handler that answers.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func get(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping ImmediateHTTPHandler
  ) -> RouteUUID {
    answer(.map, [.method(.get)] + tags, pattern, queue, owner, name, handler)
  }

  /// Registers a map that answers requests of the method POST at once, as a function.
  ///
  /// Without a queue it runs on the server's own thread, which waits for it.
  /// - Parameters:
  ///   - pattern: the pattern to be matched.
  ///   - tags: other labels for views of the router.
  ///   - queue: the queue the handler runs on; give a handler that blocks one of its own.
  ///   - owner: an object whose end removes the route.
  ///   - name: the name of the route in listings and for `url(named:)`.
  ///   - handler: the handler that answers.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func post(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping ImmediateHTTPHandler
  ) -> RouteUUID {
    answer(.map, [.method(.post)] + tags, pattern, queue, owner, name, handler)
  }

  /// Registers a map that answers requests of the method PUT at once, as a function.
  ///
  /// Without a queue it runs on the server's own thread, which waits for it.
  /// - Parameters:
  ///   - pattern: the pattern to be matched.
  ///   - tags: other labels for views of the router.
  ///   - queue: the queue the handler runs on; give a handler that blocks one of its own.
  ///   - owner: an object whose end removes the route.
  ///   - name: the name of the route in listings and for `url(named:)`.
  ///   - handler: the handler that answers.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func put(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping ImmediateHTTPHandler
  ) -> RouteUUID {
    answer(.map, [.method(.put)] + tags, pattern, queue, owner, name, handler)
  }

  /// Registers a map that answers requests of the method PATCH at once, as a function.
  ///
  /// Without a queue it runs on the server's own thread, which waits for it.
  /// - Parameters:
  ///   - pattern: the pattern to be matched.
  ///   - tags: other labels for views of the router.
  ///   - queue: the queue the handler runs on; give a handler that blocks one of its own.
  ///   - owner: an object whose end removes the route.
  ///   - name: the name of the route in listings and for `url(named:)`.
  ///   - handler: the handler that answers.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func patch(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping ImmediateHTTPHandler
  ) -> RouteUUID {
    answer(.map, [.method(.patch)] + tags, pattern, queue, owner, name, handler)
  }

  /// Registers a map that answers requests of the method DELETE at once, as a function.
  ///
  /// Without a queue it runs on the server's own thread, which waits for it.
  /// - Parameters:
  ///   - pattern: the pattern to be matched.
  ///   - tags: other labels for views of the router.
  ///   - queue: the queue the handler runs on; give a handler that blocks one of its own.
  ///   - owner: an object whose end removes the route.
  ///   - name: the name of the route in listings and for `url(named:)`.
  ///   - handler: the handler that answers.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func delete(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping ImmediateHTTPHandler
  ) -> RouteUUID {
    answer(.map, [.method(.delete)] + tags, pattern, queue, owner, name, handler)
  }

  /// Registers a map that answers requests of any method at once, as a function.
  ///
  /// Without a queue it runs on the server's own thread, which waits for it.
  /// - Parameters:
  ///   - pattern: the pattern to be matched.
  ///   - tags: other labels for views of the router.
  ///   - queue: the queue the handler runs on; give a handler that blocks one of its own.
  ///   - owner: an object whose end removes the route.
  ///   - name: the name of the route in listings and for `url(named:)`.
  ///   - handler: the handler that answers.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func any(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping ImmediateHTTPHandler
  ) -> RouteUUID {
    answer(.map, [.http] + tags, pattern, queue, owner, name, handler)
  }

  /// Registers a fallback that answers requests of any method at once, as a function, if no map
  /// matches.
  ///
  /// Without a queue it runs on the server's own thread, which waits for it.
  /// - Parameters:
  ///   - pattern: the pattern to be matched.
  ///   - tags: other labels for views of the router.
  ///   - queue: the queue the handler runs on; give a handler that blocks one of its own.
  ///   - owner: an object whose end removes the route.
  ///   - name: the name of the route in listings and for `url(named:)`.
  ///   - handler: the handler that answers.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func fallback(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping ImmediateHTTPHandler
  ) -> RouteUUID {
    answer(.fallback, [.http] + tags, pattern, queue, owner, name, handler)
  }

  private func answer(
    _ kind: RouteKind,
    _ tags: [RouteTag],
    _ pattern: RoutePattern,
    _ queue: DispatchQueue?,
    _ owner: (any RouteOwner)?,
    _ name: String?,
    _ handler: @escaping ImmediateHTTPHandler
  ) -> RouteUUID {
    register(kind, pattern, tags: tags, queue: queue, owner: owner, name: name) {
      context throws in
      let exchange = try context.answeredExchange
      exchange.respond(with: try handler(HTTPRequest(exchange, context: context)))
    }
  }
}
