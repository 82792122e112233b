extension RouteResponder {
  /// Tells the observers of a request, if there are any.
  func observe(_ head: RequestHead, _ requestID: String?) -> RequestObservation? {
    guard isObserved else { return nil }
    let requestID = requestID ?? ServerExchange.makeRequestID()
    for observer in configuration.observers { observer.requestBegan(head, requestID: requestID) }
    return RequestObservation(start: .now, requestID: requestID)
  }

  /// Tells the observers of the response to a request that had no dispatch.
  func logged(
    _ response: ServerResponse,
    _ head: RequestHead,
    _ observation: RequestObservation?
  ) -> ServerResponse {
    if let observation { tell(response, head, observation, RequestLength(head), nil) }
    return response
  }

  /// Tells the observers of a response.
  func tell(
    _ response: ServerResponse,
    _ head: RequestHead,
    _ observation: RequestObservation,
    _ requestLength: RequestLength,
    _ route: MatchedRoute?
  ) {
    let length = head.method == "HEAD" ? 0 : response.body.length
    tell(response.status, length, head, observation, requestLength, route, nil)
  }

  /// Returns a stream that tells the observers of its end, and the receiver of faults if it fails.
  func followed(
    _ stream: ServerResponseStream,
    _ status: ResponseStatus,
    _ exchange: ServerExchange,
    _ route: MatchedRoute?
  ) -> ServerResponseStream {
    let start = ContinuousClock.now
    let (head, requestID) = (exchange.head, exchange.requestID)
    let (observation, requestLength) = (exchange.observation, exchange.bodyLength)
    return stream.told { [self] taken, end in
      // What a client can cause is no fault.
      if case .failed(let error) = end, ResponseError(answering: error)?.status.code ?? 500 >= 500 {
        configuration.onFault(
          ResponseFault(
            head: head,
            status: status,
            error: error,
            route: route,
            requestID: requestID
          )
        )
      }
      guard let observation else { return }
      tell(status, taken, head, observation, requestLength, route, (start, .init(end)))
    }
  }

  private func tell(
    _ status: ResponseStatus,
    _ length: Int?,
    _ head: RequestHead,
    _ observation: RequestObservation,
    _ requestLength: RequestLength,
    _ route: MatchedRoute?,
    _ stream: (start: ContinuousClock.Instant, end: AccessLogEntry.StreamEnd)?
  ) {
    let now = ContinuousClock.now
    let entry = AccessLogEntry(
      time: configuration.now(),
      head: head,
      status: status,
      length: length,
      duration: observation.start.duration(to: stream?.start ?? now),
      requestLength: requestLength.value,
      route: route,
      requestID: observation.requestID,
      streamEnd: stream?.end,
      streamDuration: stream.map { $0.start.duration(to: now) }
    )
    for observer in configuration.observers { observer.add(entry) }
  }
}
