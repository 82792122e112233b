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
    calledOn thread: HandlerThread,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    access: RouteAccess? = nil,
    about: RouteNotes? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping RequestFunction
  ) -> RouteID {
    answer(
      .map,
      .method(method),
      pattern,
      RouteOptions(tags, thread.queue, owner, name, fileID, line).declaring(access, about),
      handler
    )
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
    access: RouteAccess? = nil,
    about: RouteNotes? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping RequestFunction
  ) -> RouteID {
    answer(
      .fallback,
      .anyMethod,
      pattern,
      RouteOptions(tags, thread.queue, owner, name, fileID, line).declaring(access, about),
      handler
    )
  }

  func answer(
    _ kind: RouteKind,
    _ tag: RouteTag,
    _ pattern: RoutePattern,
    _ options: RouteOptions,
    _ handler: @escaping RequestFunction
  ) -> RouteID {
    var options = options
    options.tags = [tag] + options.tags
    return register(
      kind,
      pattern,
      options,
      returning: { context in
        let exchange = try context.answeredExchange
        exchange.passResponse(try handler(ServerRequest(exchange, context: context)))
      }
    )
  }
}
