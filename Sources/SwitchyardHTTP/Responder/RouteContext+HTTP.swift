extension RouteContext {
  /// The exchange that is answered, if a server has begun the dispatch.
  public var exchange: HTTPExchange? { attachment as? HTTPExchange }

  /// The request, as a map reads it.
  public var request: HTTPRequest? { exchange.map { HTTPRequest($0, context: self) } }

  /// Denies, with a response of the guard's own instead of 403.
  ///
  ///     let fields: HTTPFields = [.wwwAuthenticate: "Basic realm=\"books\""]
  ///     return context.deny(with: HTTPResponse(.unauthorized, fields: fields))
  public func deny(with response: HTTPResponse) -> GuardVerdict {
    exchange?.setDenial(response, by: matched.id)
    return .deny
  }

  /// The exchange that a handler answers; it throws if no server has begun the dispatch.
  var answeredExchange: HTTPExchange {
    get throws {
      guard let exchange else { throw HTTPHandlerError.noExchange }
      return exchange
    }
  }
}
