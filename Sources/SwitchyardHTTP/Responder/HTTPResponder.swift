internal import Synchronization

/// Answers requests through a router, in process.
///
///     let router = Router(.server)
///     router.get("/books/:id") { request in .text("Book \(request.parameters["id"] ?? "")") }
///
///     let responder = try HTTPResponder(router: router)
///     let response = await responder.respond(to: HTTPRequestHead(.get, "/books/1"))
///
/// A request is looked up by the tag of its method, or "HTTP"; a map without such a tag is never
/// reached. Guards run on the head, before any of the body is read.
public final class HTTPResponder: Sendable {
  /// The router.
  public let router: Router
  /// The configuration of the responder.
  public let configuration: Configuration
  private let limits: HeadLimits
  private let underWay = Atomic(0)

  /// Makes a responder.
  /// - Throws: `HTTPResponderError` for a serial router, where one slow request would hold up all
  ///   others.
  public init(
    router: Router,
    configuration: Configuration = Configuration()
  ) throws(HTTPResponderError) {
    guard router.configuration.order == .concurrent else { throw .serialRouter }
    self.router = router
    self.configuration = configuration
    limits = HeadLimits(configuration)
  }

  /// Answers a request.
  ///
  /// The response to HEAD has no body, and the length that it would have. When the task is
  /// cancelled, so is the dispatch.
  public func respond(to head: HTTPRequestHead, body: [UInt8] = []) async -> HTTPResponse {
    let channel = HTTPBodyChannel(limit: configuration.bodyLength, bound: .max) {}
    _ = channel.push(body)
    channel.finish()
    var response: HTTPResponse
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
    case answered(HTTPResponse)
    /// The taker receives the response, or has received it.
    case underWay(HTTPExchange)
  }

  /// Begins to answer a request.
  ///
  /// The server leaves out the body of a response to HEAD, and frames the message itself.
  /// - Parameters:
  ///   - head: the head of the request.
  ///   - body: the channel of the body; `nil` if there is none.
  ///   - taker: the receiver of a response that is not there when this returns.
  ///   - number: the number of the request at the taker.
  /// - Returns: the response, or the exchange, by which the request can be cancelled.
  package func begin(
    _ head: HTTPRequestHead,
    body: HTTPBodyChannel?,
    for taker: any HTTPResponseTaker,
    request number: Int
  ) -> Beginning {
    let start = configuration.onLog == nil ? nil : ContinuousClock.now
    let request: CheckedRequest
    do throws(HTTPError) {
      request = try CheckedRequest(head, limits, router.targetOptions)
    } catch {
      return .answered(logged(problem(for: error, head), head, since: start))
    }
    guard !request.target.isAsterisk else {
      let response = HTTPResponse(.noContent, fields: [.allow: Allow.everything])
      return .answered(logged(response, head, since: start))
    }
    guard underWay.add(1, ordering: .relaxed).newValue <= configuration.exchangeLimit else {
      underWay.subtract(1, ordering: .relaxed)
      let error = HTTPError(.serviceUnavailable, fields: [.retryAfter: "1"])
      return .answered(logged(problem(for: error, head), head, since: start))
    }
    let exchange = HTTPExchange(
      head,
      request,
      body: body,
      responder: self,
      taker: taker,
      number: number,
      start: start
    )
    switch router.begin(rivalTags: Allow.tags, attachment: exchange) {
    case .ended(let end):
      exchangeIsGone()
      return .answered(answer(end.attachment as? HTTPExchange ?? exchange, end.outcome, end.target))
    case .expired:
      exchangeIsGone()
      return .underWay(exchange)
    case .underWay(let dispatch):
      exchange.attach(dispatch)
      return .underWay(exchange)
    }
  }

  /// Makes the response to a head whose fault only the server has seen.
  func refuse(_ head: HTTPRequestHead, for error: HTTPError) -> HTTPResponse {
    let start = configuration.onLog == nil ? nil : ContinuousClock.now
    return logged(problem(for: error, head), head, since: start)
  }

  /// Makes the response to a request whose dispatch has ended.
  func answer(
    _ exchange: HTTPExchange,
    _ outcome: RouteOutcome,
    _ target: RouteTarget
  ) -> HTTPResponse {
    logged(response(for: outcome, target, exchange), exchange.head, since: exchange.start)
  }

  /// Called when an exchange has no handler under way any more.
  func exchangeIsGone() { underWay.subtract(1, ordering: .relaxed) }

  private func logged(
    _ response: HTTPResponse,
    _ head: HTTPRequestHead,
    since start: ContinuousClock.Instant?
  ) -> HTTPResponse {
    if let start { log(head, response, since: start) }
    return response
  }

  private func log(
    _ head: HTTPRequestHead,
    _ response: HTTPResponse,
    since start: ContinuousClock.Instant
  ) {
    configuration.onLog?(
      HTTPLogEntry(
        time: configuration.now(),
        head: head,
        status: response.status,
        length: head.method == "HEAD" ? 0 : response.body.length,
        duration: start.duration(to: .now)
      )
    )
  }
}

/// A receiver of responses that were not there at once, one for each request.
package protocol HTTPResponseTaker: AnyObject, Sendable {
  /// Receives a response; called once for each request that is under way, on any thread.
  func take(_ response: HTTPResponse, for request: Int)
}

/// An error thrown when a responder cannot be made.
public enum HTTPResponderError: Error, Hashable, Sendable {
  /// The router is serial.
  case serialRouter
}

extension HTTPResponderError: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    "HTTPResponder was given a serial router, where each request would wait for the one before it. "
      + "Make the router with Router(.server)."
  }
}
