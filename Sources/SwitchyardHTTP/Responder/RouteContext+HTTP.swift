extension RouteContext {
  /// The exchange that is answered, if a server has begun the dispatch.
  public var exchange: ServerExchange? { attachment as? ServerExchange }

  /// The request, as a map reads it.
  public var request: ServerRequest? { exchange.map { ServerRequest($0, context: self) } }

  /// Denies, with a response of the guard's own instead of 403.
  ///
  ///     let fields: HeaderFields = [.wwwAuthenticate: "Basic realm=\"books\""]
  ///     return context.deny(with: ServerResponse(.unauthorized, fields: fields))
  public func deny(with response: ServerResponse) -> GuardVerdict {
    exchange?.setDenial(response, by: matched.id)
    return .deny
  }

  /// Denies as a guard does that throws an error, for one that answers by a closure.
  package func deny(with error: ResponseError) -> GuardVerdict {
    _ = exchange?.takeDenial(error, by: matched.id)
    return .deny
  }

  /// The exchange that a handler answers; it throws if no server has begun the dispatch.
  var answeredExchange: ServerExchange {
    get throws {
      guard let exchange else { throw RequestHandlerError.noExchange }
      return exchange
    }
  }
}
