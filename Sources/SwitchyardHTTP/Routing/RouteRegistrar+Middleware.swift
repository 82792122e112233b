public import Dispatch

/// Middleware: a handler that runs around others, and may change their responses.
public typealias RequestMiddleware =
  @Sendable (_ request: ServerRequest, _ next: NextResponder) async throws -> ServerResponse

/// Middleware that is a function: changes the response that handlers have made, in place.
public typealias ResponseTransform =
  @Sendable (_ request: ServerRequest, _ response: inout ServerResponse) throws -> Void

/// Middleware that is a function: answers an error of handlers, or returns `nil` to pass it on.
public typealias ErrorResponder =
  @Sendable (_ request: ServerRequest, _ error: any Error) throws -> ServerResponse?

extension RouteRegistrar {
  /// Registers middleware: a handler that runs around every map and fallback whose target its
  /// pattern matches, whether these were registered before or after.
  ///
  ///     router.use("/api/*") { request, next in
  ///       do {
  ///         return try await next()
  ///       } catch let error as StockError {
  ///         return .text(error.text, status: .conflict)
  ///       }
  ///     }
  ///
  /// It runs when all guards have allowed and all proxies have gone on, which it can neither skip
  /// nor weaken. Several are nested in the order in which they were registered, the first
  /// outermost. `next` runs the rest and is called at most once; what middleware returns is the
  /// response, whether it has called it or not. Task-local values that it sets around `next` are
  /// seen by the handler. All of it has the time limit of one handler.
  ///
  /// Without a pattern it is for all requests of the router or the group, those included that no
  /// route answers: it sees their 404 and 405.
  ///
  ///     router.use { request, next in
  ///       var response = try await next()
  ///       response.fields["X-Frame-Options"] = "DENY"
  ///       return response
  ///     }
  ///
  /// Where it or the registrar has tags it runs for no request without a route. It does not see the
  /// answers of guards and of the server itself, such as 400.
  ///
  /// - Parameters:
  ///   - pattern: the pattern to be matched; `nil` for everything.
  ///   - methods: the methods of the requests that it runs for; none stands for all, and HEAD
  ///     follows GET.
  ///   - tags: labels of the maps and fallbacks that it is around; none stands for all.
  ///   - queue: the queue the handler runs on; without one the router's, or that of the middleware
  ///     around it.
  ///   - owner: an object whose end removes it.
  ///   - name: the name of the route in listings.
  ///   - fileID: the file that registers it, for faults and listings.
  ///   - line: the line that registers it, for faults and listings.
  ///   - middleware: the handler to be called.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func use(
    _ pattern: RoutePattern? = nil,
    methods: [RequestMethod] = [],
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    middleware: @escaping RequestMiddleware
  ) -> RouteID {
    var options = RouteOptions(methods.tags + tags, queue, owner, name, fileID, line)
    options.isForMisses = pattern == nil
    return registerMiddleware(pattern ?? .everything, options, answering: middleware)
  }

  /// Registers middleware of requests with all its settings.
  package func registerMiddleware(
    _ pattern: RoutePattern,
    _ options: RouteOptions,
    answering middleware: @escaping RequestMiddleware
  ) -> RouteID {
    registerMiddleware(pattern, options, around: handler(middleware))
  }

  /// Registers middleware that is a function: it changes the responses that handlers have made.
  ///
  ///     router.transform("/api/*") { request, response in
  ///       response.fields["Cache-Control"] = "no-store"
  ///     }
  ///
  /// It is nested with all other middleware. An error passes it by; `onError` may answer that, and
  /// one that it throws takes the place of the response. Without a pattern it sees 404 and 405 as
  /// well. No task is made where all middleware of a request are functions, the handler is one, and
  /// none has a queue. Its parameters are those of `use`.
  @discardableResult
  public func transform(
    _ pattern: RoutePattern? = nil,
    methods: [RequestMethod] = [],
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    body: @escaping ResponseTransform
  ) -> RouteID {
    registerMiddleware(
      pattern,
      RouteOptions(methods.tags + tags, queue, owner, name, fileID, line),
      changing: body
    )
  }

  /// Registers middleware that is a function with all its settings.
  /// - Parameters:
  ///   - pattern: the pattern to be matched; `nil` for everything.
  ///   - options: the settings.
  ///   - transform: the function that changes responses.
  ///   - answer: the function that answers errors of handlers, of the function before, and of
  ///     handlers without a response; not the end of a request that was given up.
  /// - Returns: the route's identifier.
  package func registerMiddleware(
    _ pattern: RoutePattern?,
    _ options: RouteOptions,
    changing transform: ResponseTransform? = nil,
    answering answer: ErrorResponder? = nil
  ) -> RouteID {
    var options = options
    options.isForMisses = pattern == nil
    return registerMiddleware(
      pattern ?? .everything,
      options,
      after: handler(transform, answer)
    )
  }
}

extension RoutePattern {
  /// All paths, and behind a prefix this as well.
  static let everything: RoutePattern = "{/*}?"
}

/// Returns middleware as the router calls it.
private func handler(
  _ middleware: @escaping RequestMiddleware
) -> @Sendable (RouteContext, NextHandler) async throws -> HandlerEnd {
  { context, next in
    // What no server has begun is no request, and goes on.
    guard let exchange = context.exchange else { return try await next.run { try $0.get() } }
    let response = try await middleware(
      ServerRequest(exchange, context: context),
      NextResponder(next, exchange)
    )
    // A handler that still runs would set its own afterwards.
    await next.end()
    exchange.replaceResponse(by: response)
    return .handled
  }
}

/// Returns functions as the router calls them.
private func handler(
  _ transform: ResponseTransform?,
  _ answer: ErrorResponder?
) -> @Sendable (RouteContext, Result<HandlerEnd, any Error>) throws -> HandlerEnd {
  // By no optional's `map`, which would make a closure around the closure.
  let change = if let transform { handler(transform) } else { passingOn }
  guard let answer else { return change }
  return { context, result in
    guard let exchange = context.exchange else { return try result.get() }
    do {
      return try change(context, result)
    } catch {
      // The end of a request that was given up is no error that anybody could answer.
      guard !(error is CancellationError), !exchange.isGivenUp,
        let response = try answer(ServerRequest(exchange, context: context), error)
      else { throw error }
      exchange.replaceResponse(by: response)
      return .handled
    }
  }
}

/// Passes on what the handlers have made.
@Sendable
private func passingOn(
  _ context: RouteContext,
  _ result: Result<HandlerEnd, any Error>
) throws -> HandlerEnd {
  let end = try result.get()
  if case .handled = end, let exchange = context.exchange, !exchange.hasResponse {
    throw exchange.missesResponse
  }
  return end
}

/// Returns a function that changes responses as the router calls it.
private func handler(
  _ transform: @escaping ResponseTransform
) -> @Sendable (RouteContext, Result<HandlerEnd, any Error>) throws -> HandlerEnd {
  { context, result in
    guard let request = context.request else { return try result.get() }
    let end = try result.get()
    if case .missing = end { request.exchange.replaceWithMissing() }
    guard try request.exchange.changeResponse({ try transform(request, &$0) }) else {
      throw request.exchange.missesResponse
    }
    return .handled
  }
}

/// The rest of what answers a request, as middleware goes on to it: more middleware, and the
/// handler.
public struct NextResponder: Sendable {
  private let next: NextHandler
  private let exchange: ServerExchange

  fileprivate init(_ next: NextHandler, _ exchange: ServerExchange) {
    self.next = next
    self.exchange = exchange
  }

  /// Runs the rest, once.
  /// - Returns: the response that it has made.
  /// - Throws: the error of the handler or of inner middleware, which is answered where no
  ///   middleware does; `RequestHandlerError` for a handler without a response;
  ///   `NextHandlerError` when this was called before, or the middleware has ended;
  ///   `CancellationError` when the request was given up. When a route has gone it throws as well,
  ///   and what the middleware makes of that is dropped: the request begins anew.
  public func callAsFunction() async throws -> ServerResponse {
    try await next.run { try exchange.result(of: $0).get() }
  }
}

extension ServerExchange {
  /// Takes the response that handlers have made, or that which says that there are none.
  fileprivate func result(
    of end: Result<HandlerEnd, any Error>
  ) -> Result<ServerResponse, any Error> {
    let response = takeResponse()
    switch end {
    case .failure(let error): return .failure(error)
    case .success(.missing): return .success(missingResponse)
    case .success(.handled): return response.map { .success($0) } ?? .failure(missesResponse)
    }
  }

  @inline(never)
  fileprivate func replaceWithMissing() { replaceResponse(by: missingResponse) }

  /// The error of handlers that have left no response.
  fileprivate var missesResponse: any Error {
    // Where the request has been given up, nobody leaves one any more.
    isGivenUp ? CancellationError() : RequestHandlerError.noResponse
  }
}
