internal import Synchronization

extension RouteResponder {
  /// Answers a request.
  ///
  /// The response to HEAD has no body, and the length that it would have. When the task is
  /// cancelled, so is the dispatch.
  public func respond(
    to head: consuming RequestHead,
    body: ServerRequestBody = ServerRequestBody()
  ) async -> ServerResponse {
    await response(to: head, body, nil)
  }

  /// Answers a request if a route does, of any method, for a server with other routes besides.
  ///
  ///     guard let response = await responder.respondIfFound(to: head, body: body) else {
  ///       return try await next(request, context)
  ///     }
  ///
  /// Guards are asked in any case, and what they deny is answered, as are heads that `respond`
  /// refuses. A path with dot segments that no route is for is answered as `respond` does, with
  /// 404, as others might read it in another way than guards have. Else middleware for requests
  /// without a route does not run.
  /// - Returns: the response; `nil` for a request that is left to others, with a body of which
  ///   nothing was read.
  public func respondIfFound(
    to head: consuming RequestHead,
    body: ServerRequestBody = ServerRequestBody()
  ) async -> ServerResponse? {
    let promise = ResponsePromise(leavesMisses: true)
    let response = await response(to: head, body, promise)
    return promise.hasLeft ? nil : response
  }

  private func response(
    to head: consuming RequestHead,
    _ body: ServerRequestBody,
    _ promise: ResponsePromise?
  ) async -> ServerResponse {
    let framing = HeadFraming(head)
    let isHead = head.method == "HEAD"
    let body = body.source(upTo: configuration.bodyLength, framing)
    var response: ServerResponse
    switch begin(head, framing: framing, body: body, for: promise, request: 0) {
    case .answered(let answer): response = answer
    case .underWay(let exchange):
      response = await withTaskCancellationHandler {
        await (promise ?? exchange.promise).value()
      } onCancel: {
        exchange.cancel()
      }
    }
    if isHead { response.dropBody() }
    return response
  }

  /// The result of beginning a request.
  package enum Beginning {
    /// The response is there already, and the taker is not called.
    case answered(ServerResponse)
    /// The taker receives the response, or has received it.
    case underWay(ServerExchange)
  }

  /// Begins to answer a request, as its client has sent it to the first of the trusted proxies.
  ///
  /// The server leaves out the body of a response to HEAD, and frames the message itself.
  /// - Parameters:
  ///   - head: the head of the request.
  ///   - framing: the framing of the head.
  ///   - body: the channel of the body; `nil` if there is none.
  ///   - taker: the receiver of a response that is not there when this returns; `nil` where the
  ///     promise of the exchange is awaited.
  ///   - number: the number of the request at the taker.
  /// - Returns: the response, or the exchange, by which the request can be cancelled.
  package func begin(
    _ head: consuming RequestHead,
    framing: HeadFraming,
    body: (any RequestBodySource)?,
    for taker: (any ResponseTaker)?,
    request number: Int
  ) -> Beginning {
    guard let proxies = configuration.trustedProxies else {
      return begin(head, framing, nil, body: body, for: taker, request: number)
    }
    do throws(ResponseError) {
      let passed = try proxies.passed(head, framing)
      let requestID = passed.requestID
      return begin(
        passed.head,
        passed.framing,
        requestID,
        body: body,
        for: taker,
        request: number
      )
    } catch {
      // What could be read in two ways comes first: after that the connection is closed.
      let fault = fault(of: head, framing) ?? error
      return .answered(logged(problem(for: fault, head), head, observe(head, nil)))
    }
  }

  /// The reason that a head is refused, as it came in.
  private func fault(
    of head: RequestHead,
    _ framing: HeadFraming
  ) -> ResponseError? {
    do throws(ResponseError) {
      _ = try CheckedRequest(head, framing, limits, router.targetOptions)
      return nil
    } catch {
      return error
    }
  }

  private func begin(
    _ head: consuming RequestHead,
    _ framing: HeadFraming,
    _ requestID: String?,
    body: (any RequestBodySource)?,
    for taker: (any ResponseTaker)?,
    request number: Int
  ) -> Beginning {
    let observation = observe(head, requestID)
    let request: CheckedRequest
    do throws(ResponseError) {
      request = try CheckedRequest(head, framing, limits, router.targetOptions)
    } catch {
      return .answered(logged(problem(for: error, head), head, observation))
    }
    head.replaceHost(byThatOf: request.target)
    guard !request.target.isAsterisk else {
      let response = ServerResponse(.noContent, fields: [.allow: Allow.everything])
      return .answered(logged(response, head, observation))
    }
    guard underWay.add(1, ordering: .relaxed).newValue <= configuration.exchangeLimit else {
      underWay.subtract(1, ordering: .relaxed)
      let error = ResponseError(.serviceUnavailable, fields: [.retryAfter: "1"])
      return .answered(logged(problem(for: error, head), head, observation))
    }
    body?.follow(router.clock)
    let exchange = ServerExchange(
      consume head,
      consume request,
      body: body,
      responder: self,
      taker: taker,
      number: number,
      observation: observation,
      requestID: requestID
    )
    switch router.begin(attachment: exchange, isTimed: sendsTimes) {
    case .ended(let end):
      exchangeIsGone()
      return .answered(answer(end.attachment as? ServerExchange ?? exchange, end))
    case .underWay(let dispatch):
      exchange.attach(dispatch)
      return .underWay(exchange)
    }
  }

  /// Makes the response to a head whose fault only the server has seen.
  /// - Parameters:
  ///   - head: the head of the request.
  ///   - message: the fault, in words for the client.
  /// - Returns: the response with the status 400, after which the connection is closed.
  package func refuse(_ head: RequestHead, message: String) -> ServerResponse {
    let error = ResponseError(closing: .badRequest, message: message)
    return logged(problem(for: error, head), head, observe(head, nil))
  }

  /// Makes the response to a request whose dispatch has ended.
  func answer(_ exchange: ServerExchange, _ end: DispatchEnd) -> ServerResponse {
    if case .notFound = end.outcome, exchange.leavesMisses {
      if let recorder = end.recorder { deliver(recorder, exchange, status: nil) }
      (exchange.taker as? ResponsePromise)?.leave()
      _ = exchange.end()
      guard exchange.observation != nil else { return ServerResponse(.notFound) }
      for observer in configuration.observers {
        observer.requestWasLeft(exchange.head, requestID: exchange.requestID)
      }
      return ServerResponse(.notFound)
    }
    var response = response(for: end, exchange)
    let route = end.destination?.route
    if case .stream(let stream) = response.body, exchange.head.method != "HEAD" {
      response.body = .stream(followed(stream, response.status, exchange, route))
    } else if let observation = exchange.observation {
      tell(response, exchange.head, observation, exchange.bodyLength, route)
    }
    // Not changed in its place: that would be a copy of the responses of all that have none, too.
    guard let recorder = end.recorder else { return response }
    return recorded(response, recorder, exchange)
  }

  /// Called when an exchange has no handler under way any more.
  func exchangeIsGone() { underWay.subtract(1, ordering: .relaxed) }
}
