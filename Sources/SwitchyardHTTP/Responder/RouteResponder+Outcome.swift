extension RouteResponder {
  /// Makes the response for the outcome of a dispatch, and shows it to the closures that asked for
  /// it.
  func response(
    for end: DispatchEnd,
    _ exchange: ServerExchange
  ) -> ServerResponse {
    var remains = exchange.end(at: end.destination)
    var response = plainResponse(for: end.outcome, &remains, exchange)
    makeFinal(&response, exchange)
    if case .cancelled = end.outcome { return response }
    // The one that was added last is the first; each sees a response that can be sent.
    for hook in remains.hooks.reversed() {
      hook(&response)
      makeFinal(&response, exchange)
    }
    response.dropFraming()
    return response
  }

  /// Replaces a response that does not end the exchange, as one with a status below 200, and one
  /// whose body cannot be.
  private func makeFinal(_ response: inout ServerResponse, _ exchange: ServerExchange) {
    if response.status.isInformational {
      response = failure(RequestHandlerError.informationalStatus(response.status), exchange)
    } else if let error = response.body.error {
      response = failure(error, exchange)
    }
  }

  /// Makes the response for the outcome of a dispatch, as no closure has seen it.
  /// - Parameters:
  ///   - outcome: the outcome.
  ///   - remains: the things that handlers have left, of which the response is taken.
  ///   - exchange: the exchange, which has ended.
  /// - Returns: the response.
  func plainResponse(
    for outcome: RouteOutcome,
    _ remains: inout ExchangeRemains,
    _ exchange: ServerExchange
  ) -> ServerResponse {
    let head = exchange.head
    switch outcome {
    case .handled:
      return remains.response.take() ?? failure(RequestHandlerError.noResponse, exchange)
    case .notFound: return missing(exchange)
    case .denied(let route):
      return remains.response(deniedBy: route) ?? problem(for: ResponseError(.forbidden), head)
    case .redirected(let target): return redirect(to: target, exchange)
    case .rejected(let error):
      // The target was accepted before the dispatch began.
      return failure(error, exchange)
    case .failed(let error) where error.code == .unsettled:
      // It was reported by the router; the next try may find the routes at rest.
      return problem(for: ResponseError(.serviceUnavailable, fields: [.retryAfter: "1"]), head)
    case .failed(let error): return failure(error, exchange)
    case .timedOut: return problem(for: ResponseError(.gatewayTimeout), head)
    case .cancelled: return ServerResponse(.clientClosedRequest)
    }
  }

  /// There is no map: there may be some for other methods.
  func missing(_ exchange: ServerExchange) -> ServerResponse {
    guard let allow = Allow.list(forMapsTagged: exchange.tagsOfMaps) else {
      return problem(for: ResponseError(.notFound), exchange.head)
    }
    guard exchange.method != .options else {
      return ServerResponse(.noContent, fields: [.allow: allow])
    }
    return problem(for: ResponseError(.methodNotAllowed, fields: [.allow: allow]), exchange.head)
  }

  private func redirect(to target: RouteTarget, _ exchange: ServerExchange) -> ServerResponse {
    do throws(ResponseLocationError) {
      let location = try ResponseLocation(target, allowing: configuration.allowedOrigins)
      // The method stays if it changes nothing on the server.
      let keepsMethod = exchange.method == .get || exchange.method == .head
      return ServerResponse(
        keepsMethod ? .temporaryRedirect : .seeOther,
        fields: [.location: location.text]
      )
    } catch {
      // A guard that fails denies.
      return failure(error, exchange, as: .forbidden)
    }
  }

  /// Reports an error, and answers without its details; what a client has caused is an answer and
  /// no failure.
  private func failure(
    _ error: any Error,
    _ exchange: ServerExchange,
    as status: ResponseStatus = .internalServerError
  ) -> ServerResponse {
    let head = exchange.head
    var status = status
    if let dispatch = error as? DispatchError {
      if let cause = dispatch.cause, let answer = ResponseError(answering: cause) {
        if answer.isFailure(cause) {
          report(error, exchange, as: answer.status)
        }
        return problem(for: answer, head)
      }
      if dispatch.code == .proxyTimeLimit { status = .gatewayTimeout }
    }
    report(error, exchange, as: status)
    return problem(for: ResponseError(status), head)
  }

  private func report(
    _ error: any Error,
    _ exchange: ServerExchange,
    as status: ResponseStatus
  ) {
    configuration.onFault(
      ResponseFault(
        head: exchange.head,
        status: status,
        error: error,
        route: exchange.route,
        requestID: exchange.requestID
      )
    )
  }

  /// Makes the response to an error, in the form that the client asks for.
  func problem(for error: ResponseError, _ head: RequestHead) -> ServerResponse {
    let page = configuration.errorPage.map { page in { page(error, head) } }
    let problem = ProblemDetails(error, page: page, encoder: configuration.jsonEncoder)
    return problem.response(accept: head.fields[.accept]) { fault in
      configuration.onFault(ResponseFault(head: head, status: error.status, error: fault))
    }
  }
}

extension ServerResponse {
  /// Removes the fields that frame the message and date it, which only the server knows, and the
  /// body if there must be none.
  ///
  /// The length of the content that a 304 stands for is known to its handler alone.
  mutating func dropFraming() {
    if status.forbidsBody { body = .none }
    if fields.contains(.contentLength), status != .notModified || lengthOfContent == nil {
      fields[.contentLength] = nil
    }
    if fields.contains(.transferEncoding) { fields[.transferEncoding] = nil }
    if fields.contains(.date) { fields[.date] = nil }
  }

  /// The length of the content that a 304 stands for, if it is given once, as a plain number.
  package var lengthOfContent: Int? {
    let values = fields[values: .contentLength]
    guard values.count == 1, let length = Int(values[0]), length >= 0, "\(length)" == values[0]
    else { return nil }
    return length
  }

  /// Replaces the body by its length, as HEAD requires.
  mutating func dropBody() {
    if !status.forbidsBody, let length = body.length { fields[.contentLength] = "\(length)" }
    body = .none
  }
}

extension ServerResponse.Body {
  /// The error of a length, or of an offset in a file, that is below zero.
  fileprivate var error: RequestHandlerError? {
    if let length, length < 0 { return .negativeBody("length", length) }
    if case .file(let file) = self, file.offset < 0 { return .negativeBody("offset", file.offset) }
    return nil
  }
}

extension ResponseStatus {
  /// The status in the log for a request whose client has left; it is never sent.
  package static let clientClosedRequest = ResponseStatus(
    code: 499,
    reason: "Client Closed Request"
  )
}
