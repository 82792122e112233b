public import Dispatch

/// A handler that answers a request as a function, without awaiting anything.
public typealias ImmediateHTTPHandler = @Sendable (HTTPRequest) throws -> HTTPResponse

// A closure without `await` is one of these, and costs no task.
extension RouteRegistrar {
  /// Registers a map that answers requests of a method at once, as a function.
  ///
  ///     router.on(.get, "/report", queue: DispatchQueue(label: "reports")) { _ in
  ///       .text(try String(contentsOfFile: "/srv/report.txt", encoding: .utf8))
  ///     }
  ///
  /// Without a queue it runs on the server's own thread, which waits for it.
  /// - Parameters:
  ///   - method: the method to be answered; HEAD follows GET.
  ///   - pattern: the pattern to be matched.
  ///   - tags: other labels for views of the router.
  ///   - queue: the queue the handler runs on; give a handler that blocks one of its own.
  ///   - owner: an object whose end removes the route.
  ///   - name: the name of the route in listings and for `url(named:)`.
  ///   - handler: the handler that answers.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func on(
    _ method: RouteTag.Method,
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping ImmediateHTTPHandler
  ) -> RouteUUID {
    answer(.map, .method(method), pattern, tags, queue, owner, name, handler)
  }

  /// Registers a map that answers GET at once, as a function; HEAD follows it.
  @discardableResult
  public func get(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping ImmediateHTTPHandler
  ) -> RouteUUID {
    on(.get, pattern, tags: tags, queue: queue, owner: owner, name: name, handler: handler)
  }

  /// Registers a map that answers POST at once, as a function.
  @discardableResult
  public func post(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping ImmediateHTTPHandler
  ) -> RouteUUID {
    on(.post, pattern, tags: tags, queue: queue, owner: owner, name: name, handler: handler)
  }

  /// Registers a map that answers PUT at once, as a function.
  @discardableResult
  public func put(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping ImmediateHTTPHandler
  ) -> RouteUUID {
    on(.put, pattern, tags: tags, queue: queue, owner: owner, name: name, handler: handler)
  }

  /// Registers a map that answers PATCH at once, as a function.
  @discardableResult
  public func patch(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping ImmediateHTTPHandler
  ) -> RouteUUID {
    on(.patch, pattern, tags: tags, queue: queue, owner: owner, name: name, handler: handler)
  }

  /// Registers a map that answers DELETE at once, as a function.
  @discardableResult
  public func delete(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping ImmediateHTTPHandler
  ) -> RouteUUID {
    on(.delete, pattern, tags: tags, queue: queue, owner: owner, name: name, handler: handler)
  }

  /// Registers a map that answers requests of any method at once, as a function.
  ///
  /// It is tagged "HTTP"; OPTIONS goes to it as well.
  @discardableResult
  public func any(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping ImmediateHTTPHandler
  ) -> RouteUUID {
    answer(.map, .http, pattern, tags, queue, owner, name, handler)
  }

  /// Registers a fallback that answers requests of any method at once, as a function.
  ///
  /// It runs if no map matches, and is tagged "HTTP".
  @discardableResult
  public func fallback(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    handler: @escaping ImmediateHTTPHandler
  ) -> RouteUUID {
    answer(.fallback, .http, pattern, tags, queue, owner, name, handler)
  }

  private func answer(
    _ kind: RouteKind,
    _ tag: RouteTag,
    _ pattern: RoutePattern,
    _ tags: [RouteTag],
    _ queue: DispatchQueue?,
    _ owner: (any RouteOwner)?,
    _ name: String?,
    _ handler: @escaping ImmediateHTTPHandler
  ) -> RouteUUID {
    register(kind, pattern, tags: [tag] + tags, queue: queue, owner: owner, name: name) {
      context throws in
      let exchange = try context.answeredExchange
      exchange.respond(with: try handler(HTTPRequest(exchange, context: context)))
    }
  }
}
