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

  /// The things that a test has given; in a box, as no other request has any.
  private let given: GivenThings?

  package init(_ exchange: ServerExchange, context: RouteContext? = nil) {
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
    given = GivenThings(Parameters(path: parameters, query: query), [:])
  }

  private init(_ other: ServerRequest, _ given: GivenThings) {
    exchange = other.exchange
    context = other.context
    self.given = given
  }

  private final class GivenThings: Sendable {
    let parameters: Parameters
    let values: [ObjectIdentifier: any Sendable]

    init(_ parameters: Parameters, _ values: [ObjectIdentifier: any Sendable]) {
      self.parameters = parameters
      self.values = values
    }
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

extension ServerRequest {
  /// Returns a value by its type, which a guard or middleware of the same target has set.
  ///
  ///     router.get("/desk") { request in
  ///       .text("Hello \(try request.require(User.self).name)")
  ///     }
  ///
  /// Where there is none, the answer is 500, and the fault names the value and the route with its
  /// line: a handler never goes on without it.
  /// - Throws: `ContextValueError` where there is none.
  public func require<Value: Sendable>(_ type: Value.Type) throws(ContextValueError) -> Value {
    if let value = given?.values[ObjectIdentifier(type)] as? Value { return value }
    guard let context else { throw ContextValueError("\(type)", nil) }
    return try context.require(type)
  }

  /// Returns a value by a key of its own, which a guard or middleware of the same target has set.
  /// - Throws: `ContextValueError` where there is none.
  public func require<Key: RouteContextKey>(
    _ key: Key.Type
  ) throws(ContextValueError) -> Key.Value {
    if let value = given?.values[ObjectIdentifier(key)] as? Key.Value { return value }
    guard let context else { throw ContextValueError("\(key)", nil) }
    return try context.require(key)
  }

  /// Returns the request of a test with a value, as if a guard had set it.
  ///
  ///     let request = try ServerRequest(.get, "/desk").giving(User(name: "Ada"))
  public func giving<Value: Sendable>(_ value: Value) -> ServerRequest {
    giving(value, for: ObjectIdentifier(Value.self))
  }

  /// Returns the request of a test with a value by a key, as if a guard had set it.
  public func giving<Key: RouteContextKey>(_ value: Key.Value, for key: Key.Type) -> ServerRequest {
    giving(value, for: ObjectIdentifier(key))
  }

  private func giving(_ value: any Sendable, for key: ObjectIdentifier) -> ServerRequest {
    var values = given?.values ?? [:]
    values[key] = value
    return ServerRequest(self, GivenThings(parameters, values))
  }
}

extension ServerExchange {
  /// The request, without values that only a dispatch knows.
  public var request: ServerRequest { ServerRequest(self) }
}
