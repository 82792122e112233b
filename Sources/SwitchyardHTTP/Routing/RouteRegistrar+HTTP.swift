public import Dispatch

/// A handler that answers a request.
public typealias RequestHandler = @Sendable (ServerRequest) async throws -> ServerResponse

extension RouteRegistrar {
  /// Registers a map that answers requests of a method.
  ///
  ///     router.on(.get, "/books/:id") { request in
  ///       .text(try await shelf.title(request.parameters.require("id")))
  ///     }
  ///     router.on("PROPFIND", "/books/*") { request in … }
  ///
  /// It is tagged with the method; a client cannot choose its tags. Most methods have a verb of
  /// their own, such as `get`; `any` answers all methods. CONNECT asks for a tunnel, and never
  /// finds a route. A handler that ends at once, or that blocks, is better given as a function,
  /// with `calledOn:`.
  /// - Parameters:
  ///   - method: the method to be answered; HEAD follows GET.
  ///   - pattern: the pattern to be matched.
  ///   - tags: other labels for views of the router.
  ///   - queue: the queue that the handler runs on, also after it has waited.
  ///   - owner: an object whose end removes the route.
  ///   - name: the name of the route in listings and for `url(named:)`.
  ///   - access: who may come to it; without it what the innermost group says.
  ///   - about: notes on it for those who call it.
  ///   - fileID: the file that registers it, for faults and listings.
  ///   - line: the line that registers it, for faults and listings.
  ///   - handler: the handler that answers.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func on(
    _ method: RequestMethod,
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    access: RouteAccess? = nil,
    about: RouteNotes? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping RequestHandler
  ) -> RouteID {
    answer(
      .map,
      .method(method),
      pattern,
      RouteOptions(tags, queue, owner, name, fileID, line).declaring(access, about),
      handler
    )
  }

  /// Registers a fallback that answers requests of any method.
  ///
  /// It runs if no map matches, and is tagged "HTTP".
  ///
  ///     router.fallback("/api/*") { (request: ServerRequest) in
  ///       throw ResponseError(.notFound, message: "There is no \(request.target.path).")
  ///     }
  ///
  /// A closure that only throws has to name the type of its parameter: nothing else tells it from
  /// the handlers of routes that answer no request.
  @discardableResult
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
    handler: @escaping RequestHandler
  ) -> RouteID {
    answer(
      .fallback,
      .anyMethod,
      pattern,
      RouteOptions(tags, queue, owner, name, fileID, line).declaring(access, about),
      handler
    )
  }

  func answer(
    _ kind: RouteKind,
    _ tag: RouteTag,
    _ pattern: RoutePattern,
    _ options: RouteOptions,
    _ handler: @escaping RequestHandler
  ) -> RouteID {
    var options = options
    options.tags = [tag] + options.tags
    return registerAnswering(kind, pattern, options, handler)
  }

  /// Registers a map or fallback that answers the requests of the methods among its tags.
  package func registerAnswering(
    _ kind: RouteKind,
    _ pattern: RoutePattern,
    _ options: RouteOptions,
    _ handler: @escaping RequestHandler
  ) -> RouteID {
    register(
      kind,
      pattern,
      options,
      completing: { context in
        let exchange = try context.answeredExchange
        exchange.passResponse(try await handler(ServerRequest(exchange, context: context)))
      }
    )
  }
}
