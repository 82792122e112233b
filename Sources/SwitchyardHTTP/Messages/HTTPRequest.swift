/// A request, as a handler reads it.
///
///     router.get("/books/:id(\\d+)") { request in
///       guard let id = request.parameters["id", as: Int.self] else { throw HTTPError(.notFound) }
///       return try .json(await store.book(id), status: .ok)
///     }
public struct HTTPRequest: Sendable {
  /// The exchange that the request belongs to.
  public let exchange: HTTPExchange
  /// The context of the dispatch that the handler is a part of; `nil` before the dispatch begins.
  public let context: RouteContext?

  init(_ exchange: HTTPExchange, context: RouteContext? = nil) {
    self.exchange = exchange
    self.context = context
  }

  /// The method.
  public var method: RouteTag.Method { exchange.method }
  /// The target; after a commit, the one that it led to.
  public var target: RouteTarget { context?.target ?? exchange.target }
  /// The scheme that the server listens for, which no client can choose.
  public var scheme: RouteTarget.ServerScheme { exchange.head.scheme }
  /// The header fields.
  public var fields: HTTPFields { exchange.head.fields }
  /// The cookies.
  public var cookies: HTTPCookies { HTTPCookies(fields) }
  /// The parameters of the query.
  public var query: QueryParameters { parameters.query }
  /// The parameters of path and query, as the handler's pattern names them.
  public var parameters: Parameters {
    context?.parameters
      ?? Parameters(query: QueryParameters(parsing: exchange.target.query ?? ""))
  }
  /// The body.
  public var body: HTTPBody { exchange.body }
  /// The address that the request came from, as far as it is known.
  public var remoteAddress: String? { exchange.head.remoteAddress }
}
