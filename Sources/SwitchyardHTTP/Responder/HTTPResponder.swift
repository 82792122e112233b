internal import Synchronization

/// Answers requests through a router, in process.
///
///     let router = Router(.server)
///     router.get("/books/:id") { request in .text("Book \(request.parameters["id"] ?? "")") }
///
///     let responder = try HTTPResponder(router: router)
///     let response = await responder.respond(to: HTTPRequestHead(.get, "/books/1"))
///
/// A request is looked up by the tag of its method, or "HTTP"; a map without such a tag is never reached. Guards run on
/// the head, before anything of the body is read.
public final class HTTPResponder: Sendable {
  /// The router.
  public let router: Router
  /// How the responder was configured.
  public let configuration: Configuration
  private let limits: HeadLimits
  private let underWay = Atomic(0)

  /// Makes a responder.
  /// - Throws: `HTTPResponderError` for a serial router, where one slow request would hold up all others.
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
  /// The response to HEAD has no body, and the length that it would have. When the task is cancelled, so is the dispatch.
  public func respond(to head: HTTPRequestHead, body: [UInt8] = []) async -> HTTPResponse {
    let channel = HTTPBodyChannel(limit: configuration.bodyLength, bound: .max) {}
    _ = channel.push(body)
    channel.finish()
    let promise = ResponsePromise()
    let exchange = begin(head, body: channel) { promise.resolve($0) }
    var response = await withTaskCancellationHandler {
      await promise.value()
    } onCancel: {
      exchange?.cancel()
    }
    if head.method == "HEAD" { response.dropBody() }
    return response
  }

  /// Begins to answer a request.
  /// - Parameters:
  ///   - head: the head of the request.
  ///   - body: what the body comes in by; nothing where there is none.
  ///   - completion: called once, on any thread, also before this returns. The server leaves out the body of what
  ///     answers HEAD, and the framing is its own.
  /// - Returns: the exchange, by which the request is cancelled; nothing where the head is refused as it stands.
  @discardableResult
  package func begin(
    _ head: HTTPRequestHead,
    body: HTTPBodyChannel?,
    _ completion: @escaping @Sendable (HTTPResponse) -> Void
  ) -> HTTPExchange? {
    let start = configuration.onLog == nil ? nil : ContinuousClock.now
    let request: CheckedRequest
    do throws(HTTPError) {
      request = try CheckedRequest(head, limits, router.targetOptions)
    } catch {
      finish(problem(for: error, head), head, since: start, completion)
      return nil
    }
    let exchange = HTTPExchange(
      head: head,
      method: request.method,
      target: request.target,
      body: body
    )
    guard !request.target.isAsterisk else {
      let response = HTTPResponse(.noContent, fields: [.allow: Allow.everything])
      finish(response, head, since: start, completion)
      return exchange
    }
    guard underWay.add(1, ordering: .relaxed).newValue <= configuration.exchangeLimit else {
      underWay.subtract(1, ordering: .relaxed)
      let error = HTTPError(.serviceUnavailable, fields: [.retryAfter: "1"])
      finish(problem(for: error, head), head, since: start, completion)
      return exchange
    }
    let dispatch = router.begin(
      request.target,
      tags: request.method.lookupTags,
      rivalTags: Allow.tags,
      attachment: exchange
    ) { outcome, target in
      let response = self.response(for: outcome, target, exchange)
      self.underWay.subtract(1, ordering: .relaxed)
      self.finish(response, exchange.head, since: start, completion)
    }
    if let dispatch { exchange.attach(dispatch) }
    return exchange
  }

  private func finish(
    _ response: HTTPResponse,
    _ head: HTTPRequestHead,
    since start: ContinuousClock.Instant?,
    _ completion: (HTTPResponse) -> Void
  ) {
    if let start { log(head, response, since: start) }
    completion(response)
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

/// Why there is no responder.
public enum HTTPResponderError: Error, Hashable, Sendable {
  /// The router is serial.
  case serialRouter
}

extension HTTPResponderError: CustomStringConvertible {
  /// What is wrong, and what helps.
  public var description: String {
    "HTTPResponder was given a serial router, where each request would wait for the one before it. "
      + "Make the router with Router(.server)."
  }
}
