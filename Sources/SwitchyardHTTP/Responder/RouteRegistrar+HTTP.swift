public import Dispatch

/// A handler that answers a request.
public typealias HTTPHandler = @Sendable (HTTPRequest) async throws -> HTTPResponse

extension RouteRegistrar {
  /// Registers a map that answers requests of the method GET.
  ///
  ///     router.get("/books/:id") { request in .text("Book \(request.parameters["id"] ?? "")") }
  ///
  /// HEAD follows it. It is tagged with the method; a client cannot choose its tags.
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
    handler: @escaping HTTPHandler
  ) -> RouteUUID {
    answer(.method(.get), pattern, tags, queue, owner, name, handler)
  }

  /// Registers a map that answers requests of the method POST.
  ///
  /// It is tagged with the method; a client cannot choose its tags.
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
    handler: @escaping HTTPHandler
  ) -> RouteUUID {
    answer(.method(.post), pattern, tags, queue, owner, name, handler)
  }

  /// Registers a map that answers requests of the method PUT.
  ///
  /// It is tagged with the method; a client cannot choose its tags.
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
    handler: @escaping HTTPHandler
  ) -> RouteUUID {
    answer(.method(.put), pattern, tags, queue, owner, name, handler)
  }

  /// Registers a map that answers requests of the method PATCH.
  ///
  /// It is tagged with the method; a client cannot choose its tags.
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
    handler: @escaping HTTPHandler
  ) -> RouteUUID {
    answer(.method(.patch), pattern, tags, queue, owner, name, handler)
  }

  /// Registers a map that answers requests of the method DELETE.
  ///
  /// It is tagged with the method; a client cannot choose its tags.
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
    handler: @escaping HTTPHandler
  ) -> RouteUUID {
    answer(.method(.delete), pattern, tags, queue, owner, name, handler)
  }

  /// Registers a map that answers requests of any method.
  ///
  /// It is tagged "HTTP", and OPTIONS goes to it as well.
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

  /// Registers a fallback that answers requests of any method if no map matches.
  ///
  ///     router.fallback("/api/*") { request in
  ///       throw HTTPError(.notFound, message: "There is no \(request.target.path).")
  ///     }
  /// - Parameters:
  ///   - pattern: the pattern to be matched.
  ///   - tags: other labels for views of the router, besides the tag "HTTP".
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
    handler: @escaping HTTPHandler
  ) -> RouteUUID {
    fallback(pattern, tags: [.http] + tags, queue: queue, owner: owner, name: name) {
      (context: RouteContext) async throws in
      let exchange = try context.answeredExchange
      exchange.respond(with: try await handler(HTTPRequest(exchange, context: context)))
    }
  }
}

extension RouteTag {
  /// The tag of routes that answer requests of any method.
  static let http: RouteTag = "HTTP"
}

extension RouteContext {
  /// The exchange that a handler answers; it throws if no server has begun the dispatch.
  var answeredExchange: HTTPExchange {
    get throws {
      guard let exchange else { throw HTTPHandlerError.noExchange }
      return exchange
    }
  }
}

/// An error thrown when a handler could not answer.
public enum HTTPHandlerError: Error, Hashable, Sendable {
  /// It answers requests, and was not opened by a responder.
  case noExchange
  /// It has ended, and set no response.
  case noResponse
  /// Its response has a status below 200, after which a client waits for another.
  case informationalStatus(HTTPStatus)
}

extension HTTPHandlerError: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    switch self {
    case .noExchange:
      "The route answers HTTP requests, and was not opened by one. Open it through HTTPResponder, or register "
        + "it with `map`."
    case .noResponse:
      "The handler has ended without a response. Return one from `get` and its siblings, or call "
        + "`exchange.respond(with:)` before `completed`."
    case .informationalStatus(let status):
      "The response has the status \(status), after which a client waits for another. Give it one from 200 on."
    }
  }
}
