public import Dispatch

/// What answers a request as a function: without waiting for anything.
public typealias ImmediateHTTPHandler = @Sendable (HTTPRequest) throws -> HTTPResponse

// A closure that awaits nothing is one of these, and costs no task.
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
  ///   - pattern: what is to be matched.
  ///   - tags: what the route is found by besides.
  ///   - queue: where the handler runs; blocking work takes one of its own.
  ///   - owner: an object that the route lives no longer than.
  ///   - name: what the route is called in listings, and found by for `url(named:)`.
  ///   - handler: what answers.
  /// - Returns: what the route is disposed of by.
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
  ///   - pattern: what is to be matched.
  ///   - tags: what the route is found by besides.
  ///   - queue: where the handler runs; blocking work takes one of its own.
  ///   - owner: an object that the route lives no longer than.
  ///   - name: what the route is called in listings, and found by for `url(named:)`.
  ///   - handler: what answers.
  /// - Returns: what the route is disposed of by.
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
  ///   - pattern: what is to be matched.
  ///   - tags: what the route is found by besides.
  ///   - queue: where the handler runs; blocking work takes one of its own.
  ///   - owner: an object that the route lives no longer than.
  ///   - name: what the route is called in listings, and found by for `url(named:)`.
  ///   - handler: what answers.
  /// - Returns: what the route is disposed of by.
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
  ///   - pattern: what is to be matched.
  ///   - tags: what the route is found by besides.
  ///   - queue: where the handler runs; blocking work takes one of its own.
  ///   - owner: an object that the route lives no longer than.
  ///   - name: what the route is called in listings, and found by for `url(named:)`.
  ///   - handler: what answers.
  /// - Returns: what the route is disposed of by.
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
  ///   - pattern: what is to be matched.
  ///   - tags: what the route is found by besides.
  ///   - queue: where the handler runs; blocking work takes one of its own.
  ///   - owner: an object that the route lives no longer than.
  ///   - name: what the route is called in listings, and found by for `url(named:)`.
  ///   - handler: what answers.
  /// - Returns: what the route is disposed of by.
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
  ///   - pattern: what is to be matched.
  ///   - tags: what the route is found by besides.
  ///   - queue: where the handler runs; blocking work takes one of its own.
  ///   - owner: an object that the route lives no longer than.
  ///   - name: what the route is called in listings, and found by for `url(named:)`.
  ///   - handler: what answers.
  /// - Returns: what the route is disposed of by.
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

  /// Registers a fallback that answers requests of any method at once, as a function, where no map matches.
  ///
  /// Without a queue it runs on the server's own thread, which waits for it.
  /// - Parameters:
  ///   - pattern: what is to be matched.
  ///   - tags: what the route is found by besides.
  ///   - queue: where the handler runs; blocking work takes one of its own.
  ///   - owner: an object that the route lives no longer than.
  ///   - name: what the route is called in listings, and found by for `url(named:)`.
  ///   - handler: what answers.
  /// - Returns: what the route is disposed of by.
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
