internal import Synchronization

extension RouteResponder {
  /// Answers a request.
  ///
  /// The response to HEAD has no body, and the length that it would have. When the task is
  /// cancelled, so is the dispatch.
  public func respond(to head: RequestHead, body: [UInt8] = []) async -> ServerResponse {
    let channel = ByteChannel(limit: configuration.bodyLength, bound: .max) {}
    _ = channel.push(body)
    channel.finish()
    var response: ServerResponse
    let promise = ResponsePromise()
    switch begin(head, body: channel, for: promise, request: 0) {
    case .answered(let answer): response = answer
    case .underWay(let exchange):
      response = await withTaskCancellationHandler {
        await promise.value()
      } onCancel: {
        exchange.cancel()
      }
    }
    if head.method == "HEAD" { response.dropBody() }
    return response
  }

  /// The result of beginning a request.
  package enum Beginning {
    /// The response is there already, and the taker is not called.
    case answered(ServerResponse)
    /// The taker receives the response, or has received it.
    case underWay(ServerExchange)
  }

  /// Begins to answer a request.
  ///
  /// The server leaves out the body of a response to HEAD, and frames the message itself.
  /// - Parameters:
  ///   - head: the head of the request.
  ///   - framing: the framing of the head, if it was read before.
  ///   - body: the channel of the body; `nil` if there is none.
  ///   - taker: the receiver of a response that is not there when this returns.
  ///   - number: the number of the request at the taker.
  /// - Returns: the response, or the exchange, by which the request can be cancelled.
  package func begin(
    _ head: RequestHead,
    framing: HeadFraming? = nil,
    body: ByteChannel?,
    for taker: any ResponseTaker,
    request number: Int
  ) -> Beginning {
    let start = configuration.onLog == nil ? nil : ContinuousClock.now
    let request: CheckedRequest
    do throws(ResponseError) {
      let framing = framing ?? HeadFraming(head.fields)
      request = try CheckedRequest(head, framing, limits, router.targetOptions)
    } catch {
      return .answered(logged(problem(for: error, head), head, since: start))
    }
    guard !request.target.isAsterisk else {
      let response = ServerResponse(.noContent, fields: [.allow: Allow.everything])
      return .answered(logged(response, head, since: start))
    }
    guard underWay.add(1, ordering: .relaxed).newValue <= configuration.exchangeLimit else {
      underWay.subtract(1, ordering: .relaxed)
      let error = ResponseError(.serviceUnavailable, fields: [.retryAfter: "1"])
      return .answered(logged(problem(for: error, head), head, since: start))
    }
    let exchange = ServerExchange(
      head,
      request,
      body: body,
      responder: self,
      taker: taker,
      number: number,
      start: start
    )
    switch router.begin(rivalTags: MethodTags.current.tags, attachment: exchange) {
    case .ended(let end):
      exchangeIsGone()
      return .answered(
        answer(end.attachment as? ServerExchange ?? exchange, end.outcome, end.target)
      )
    case .expired:
      exchangeIsGone()
      return .underWay(exchange)
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
    let start = configuration.onLog == nil ? nil : ContinuousClock.now
    let error = ResponseError(closing: .badRequest, message: message)
    return logged(problem(for: error, head), head, since: start)
  }

  /// Makes the response to a request whose dispatch has ended.
  func answer(
    _ exchange: ServerExchange,
    _ outcome: RouteOutcome,
    _ target: RouteTarget
  ) -> ServerResponse {
    logged(response(for: outcome, target, exchange), exchange.head, since: exchange.start)
  }

  /// Called when an exchange has no handler under way any more.
  func exchangeIsGone() { underWay.subtract(1, ordering: .relaxed) }

  private func logged(
    _ response: ServerResponse,
    _ head: RequestHead,
    since start: ContinuousClock.Instant?
  ) -> ServerResponse {
    if let start { log(head, response, since: start) }
    return response
  }

  private func log(
    _ head: RequestHead,
    _ response: ServerResponse,
    since start: ContinuousClock.Instant
  ) {
    configuration.onLog?(
      AccessLogEntry(
        time: configuration.now(),
        head: head,
        status: response.status,
        length: head.method == "HEAD" ? 0 : response.body.length,
        duration: start.duration(to: .now)
      )
    )
  }
}
