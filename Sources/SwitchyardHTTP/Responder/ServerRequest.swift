/// A request, as a handler reads it.
///
///     router.get("/books/:id(\\d+)") { request in
///       try await store.book(request.parameters.require("id", as: Int.self))
///     }
public struct ServerRequest: Sendable {
  /// The exchange that the request belongs to.
  public let exchange: ServerExchange
  /// The context of the dispatch that the handler is a part of; `nil` before the dispatch begins.
  public let context: RouteContext?

  /// The parameters that a test has given; in a box, as no other request has any.
  private let given: GivenParameters?

  init(_ exchange: ServerExchange, context: RouteContext? = nil) {
    self.exchange = exchange
    self.context = context
    given = nil
  }

  /// Makes a request for the test of a handler, without a router.
  ///
  ///     let request = try ServerRequest(.get, "/books/42", parameters: ["id": "42"])
  ///     let response = try await showBook(request)
  ///
  /// It has no context, as no dispatch has led to it. A response that is set in its exchange goes
  /// nowhere.
  /// - Parameters:
  ///   - method: the method.
  ///   - target: the target, as it stands in the first line of a request.
  ///   - parameters: those of the path, as the pattern of a route would name them; those of the
  ///     query are read from the target.
  ///   - fields: the header fields.
  ///   - body: the bytes of the body.
  /// - Throws: `RouteTargetError` for a text that is no target.
  public init(
    _ method: RequestMethod,
    _ target: String,
    parameters: PathParameters = PathParameters(),
    fields: HeaderFields = HeaderFields(),
    body: [UInt8] = []
  ) throws(RouteTargetError) {
    let path = try RouteTarget(target)
    exchange = ServerExchange(RequestHead(method, target, fields: fields), method, path, body)
    context = nil
    let query = QueryParameters(parsing: path.query ?? "")
    given = GivenParameters(Parameters(path: parameters, query: query))
  }

  private final class GivenParameters: Sendable {
    let parameters: Parameters

    init(_ parameters: Parameters) { self.parameters = parameters }
  }

  /// The method.
  public var method: RequestMethod { exchange.method }
  /// The target; after a commit, the one that it led to.
  public var target: RouteTarget { context?.target ?? exchange.target }
  /// The scheme that the server listens for, or that a trusted proxy was asked by; no client can
  /// choose it.
  public var scheme: RouteTarget.ServerScheme { exchange.head.scheme }
  /// The header fields.
  public var fields: HeaderFields { exchange.head.fields }
  /// The cookies.
  public var cookies: RequestCookies { RequestCookies(fields) }
  /// The parameters of the query.
  public var query: QueryParameters { parameters.query }
  /// The parameters of path and query, as the handler's pattern names them.
  public var parameters: Parameters {
    context?.parameters ?? given?.parameters
      ?? Parameters(query: QueryParameters(parsing: exchange.target.query ?? ""))
  }
  /// The body.
  public var body: ServerRequestBody { exchange.body }
  /// The identifier of the request, for logs and for other services.
  public var requestID: String { exchange.requestID }
  /// The address that the request came from, as far as it is known; behind a trusted proxy that of
  /// the client.
  public var remoteAddress: String? { exchange.head.remoteAddress }
}

extension ServerExchange {
  /// The request, without values that only a dispatch knows.
  public var request: ServerRequest { ServerRequest(self) }
}
