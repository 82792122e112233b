public import Dispatch

/// What answers a request.
public typealias HTTPHandler = @Sendable (HTTPRequest) async throws -> HTTPResponse

extension RouteRegistrar {
  /// Registers a map that answers requests of the method GET.
  ///
  ///     router.get("/books/:id") { request in .text("Book \(request.parameters["id"] ?? "")") }
  ///
  /// HEAD follows it. It is tagged with the method, and with nothing that a client can send.
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
    handler: @escaping HTTPHandler
  ) -> RouteUUID {
    answer(.method(.get), pattern, tags, queue, owner, name, handler)
  }

  /// Registers a map that answers requests of the method POST.
  ///
  /// It is tagged with the method, and with nothing that a client can send.
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
    handler: @escaping HTTPHandler
  ) -> RouteUUID {
    answer(.method(.post), pattern, tags, queue, owner, name, handler)
  }

  /// Registers a map that answers requests of the method PUT.
  ///
  /// It is tagged with the method, and with nothing that a client can send.
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
    handler: @escaping HTTPHandler
  ) -> RouteUUID {
    answer(.method(.put), pattern, tags, queue, owner, name, handler)
  }

  /// Registers a map that answers requests of the method PATCH.
  ///
  /// It is tagged with the method, and with nothing that a client can send.
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
    handler: @escaping HTTPHandler
  ) -> RouteUUID {
    answer(.method(.patch), pattern, tags, queue, owner, name, handler)
  }

  /// Registers a map that answers requests of the method DELETE.
  ///
  /// It is tagged with the method, and with nothing that a client can send.
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
    handler: @escaping HTTPHandler
  ) -> RouteUUID {
    answer(.method(.delete), pattern, tags, queue, owner, name, handler)
  }

  /// Registers a map that answers requests of any method.
  ///
  /// It is tagged "HTTP", and OPTIONS goes to it as well.
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
    handler: @escaping HTTPHandler
  ) -> RouteUUID {
    answer(.http, pattern, tags, queue, owner, name, handler)
  }

  private func answer(
    _ tag: RouteTag,
    _ pattern: RoutePattern,
    _ tags: [RouteTag],
    _ queue: DispatchQueue?,
    _ owner: (any RouteOwner)?,
    _ name: String?,
    _ handler: @escaping HTTPHandler
  ) -> RouteUUID {
    map(pattern, tags: [tag] + tags, queue: queue, owner: owner, name: name) {
      (context: RouteContext) async throws in
      let exchange = try context.answeredExchange
      exchange.respond(with: try await handler(HTTPRequest(exchange, context: context)))
    }
  }

  /// Registers a fallback that answers requests of any method where no map matches.
  ///
  ///     router.fallback("/api/*") { request in
  ///       throw HTTPError(.notFound, message: "There is no \(request.target.path).")
  ///     }
  /// - Parameters:
  ///   - pattern: what is to be matched.
  ///   - tags: what the route is found by besides the tag "HTTP".
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
    handler: @escaping HTTPHandler
  ) -> RouteUUID {
    fallback(pattern, tags: [.http] + tags, queue: queue, owner: owner, name: name) {
      (context: RouteContext) async throws in
      let exchange = try context.answeredExchange
      exchange.respond(with: try await handler(HTTPRequest(exchange, context: context)))
    }
  }
}
