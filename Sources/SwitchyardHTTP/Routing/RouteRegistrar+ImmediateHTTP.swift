public import Dispatch

/// What answers a request as a function: without waiting for anything.
public typealias ImmediateHTTPHandler = @Sendable (HTTPRequest) throws -> HTTPResponse

// A closure that awaits nothing is one of these, and costs no task.
extension RouteRegistrar {
  /// Registers a map that answers requests of a method at once, as a function.
  ///
  ///     router.on(.get, "/report", queue: DispatchQueue(label: "reports")) { _ in
  ///       .text(try String(contentsOfFile: "/srv/report.txt", encoding: .utf8))
  ///     }
  ///
  /// Without a queue it runs on the server's own thread, which waits for it.
  /// - Parameters:
  ///   - method: what is answered; GET answers HEAD as well.
  ///   - pattern: what is to be matched.
  ///   - tags: what the route is found by besides.
  ///   - queue: where the handler runs; blocking work takes one of its own.
  ///   - owner: an object that the route lives no longer than.
  ///   - name: what the route is called in listings, and found by for `url(named:)`.
  ///   - handler: what answers.
  /// - Returns: what the route is disposed of by.
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

  /// Registers a map that answers GET, and HEAD with it at once, as a function.
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

  /// Registers a map that answers requests of any method at once, as a function; OPTIONS goes to it as well.
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

  /// Registers a fallback that answers requests of any method at once, as a function, where no map matches.
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
