internal import Synchronization

/// The answer to a request whose guards alone were asked.
package struct GuardedRequest: Sendable {
  /// The answer of the guards; `nil` where the responder answers before any is asked.
  package let answer: GuardsAnswer?
  /// The response that would be sent; `nil` where a map or fallback would run, and would say.
  package let response: ServerResponse?
}

extension RouteResponder {
  /// Returns the method and the target of a request, as a dispatch would have them.
  /// - Throws: `ResponseError` for a head that is refused.
  package func read(
    _ head: RequestHead
  ) throws(ResponseError) -> (method: RequestMethod, target: RouteTarget) {
    let request = try passed(head).request
    return (request.method, request.target)
  }

  /// Asks the guards about a request, and nobody else: no map, no proxy and no middleware runs, and
  /// no observer is told of it.
  package func askGuards(about head: RequestHead) async -> GuardedRequest {
    let request: CheckedRequest
    let sent: RequestHead
    let requestID: String?
    do throws(ResponseError) {
      (sent, request, requestID) = try passed(head)
    } catch {
      return GuardedRequest(answer: nil, response: problem(for: error, head))
    }
    guard !request.target.isAsterisk else {
      let response = ServerResponse(.noContent, fields: [.allow: Allow.everything])
      return GuardedRequest(answer: nil, response: response)
    }
    // Subtracted again when the dispatch is gone.
    underWay.add(1, ordering: .relaxed)
    let exchange = ServerExchange(
      sent,
      request,
      body: nil,
      responder: self,
      taker: nil,
      number: 0,
      observation: nil,
      requestID: requestID
    )
    let answer = await router[request.method.lookupTags].askGuards(
      about: request.target,
      attachment: exchange
    )
    let last = answer.attachment as? ServerExchange ?? exchange
    var remains = last.end()
    var response: ServerResponse?
    if case .handled = answer.outcome {
    } else {
      response = plainResponse(for: answer.outcome, &remains, last)
    }
    return GuardedRequest(answer: answer, response: response)
  }

  /// Reads a head as the client has sent it to the first of the trusted proxies, with the host that
  /// counts.
  private func passed(
    _ head: RequestHead
  ) throws(ResponseError) -> (head: RequestHead, request: CheckedRequest, requestID: String?) {
    var (head, requestID): (RequestHead, String?) = (head, nil)
    var framing = HeadFraming(head)
    if let proxies = configuration.trustedProxies {
      let passed = try proxies.passed(head, framing)
      (head, framing, requestID) = (passed.head, passed.framing, passed.requestID)
    }
    let request = try CheckedRequest(head, framing, limits, router.targetOptions)
    head.replaceHost(byThatOf: request.target)
    return (head, request, requestID)
  }
}
