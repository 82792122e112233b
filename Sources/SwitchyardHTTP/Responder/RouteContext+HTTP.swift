extension RouteContext {
  /// The request that is answered, where a server has begun the dispatch.
  public var exchange: HTTPExchange? { attachment as? HTTPExchange }

  /// The request, as a map reads it.
  public var request: HTTPRequest? { exchange.map { HTTPRequest($0, context: self) } }

  /// Denies, with a response of the guard's own in the place of 403.
  ///
  ///     return context.deny(with: HTTPResponse(.unauthorized, fields: [.wwwAuthenticate: "Basic realm=\"books\""]))
  public func deny(with response: HTTPResponse) -> GuardVerdict {
    exchange?.setDenial(response, by: matched.id)
    return .deny
  }

  /// What a handler answers; where no server has begun the dispatch there is nothing to answer.
  var answeredExchange: HTTPExchange {
    get throws {
      guard let exchange else { throw HTTPHandlerError.noExchange }
      return exchange
    }
  }
}
