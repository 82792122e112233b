extension RouteResponder {
  /// Hands on the trace of a request, with what is said of that.
  /// - Parameters:
  ///   - recorder: the recorder of its dispatch.
  ///   - exchange: the exchange.
  ///   - status: the status of the response; `nil` for a request that is left to others.
  func deliver(_ recorder: TraceRecorder, _ exchange: ServerExchange, status: ResponseStatus?) {
    func labels() -> [String: String] {
      var labels = [
        RouteTrace.Label.method: exchange.method.rawValue,
        RouteTrace.Label.requestID: exchange.requestID,
      ]
      labels[RouteTrace.Label.status] = status.map { "\($0.code)" }
      return labels
    }
    recorder.deliver(labels: labels())
  }

  /// Hands on the trace of a request, and returns its response with the times, if it is to have
  /// them.
  @inline(never)
  func recorded(
    _ response: ServerResponse,
    _ recorder: TraceRecorder,
    _ exchange: ServerExchange
  ) -> ServerResponse {
    deliver(recorder, exchange, status: response.status)
    guard sendsTimes else { return response }
    var response = response
    response.fields.append(.serverTiming, value: ServerTiming(recorder.trace()).text)
    return response
  }
}

/// The times of a trace as the field `Server-Timing` has them: of the dispatch as a whole, and of
/// each handler from its turn to its answer, in milliseconds.
struct ServerTiming {
  /// The most handlers that are named, so that the field has less than 2 KiB.
  static let limit = 24
  /// The most bytes of a name.
  static let nameLength = 48

  let text: String

  init(_ trace: RouteTrace) {
    let steps = trace.steps.prefix(Self.limit).map { step in
      let name = Self.token([step.kind.rawValue, step.name].compactMap { $0 })
      guard let time = step.waitAndDuration else { return name }
      return "\(name);dur=\(RouteTrace.milliseconds(time))"
    }
    let total = "dispatch;dur=\(RouteTrace.milliseconds(trace.duration))"
    text = ([total] + steps).joined(separator: ", ")
  }

  /// Joins words to a token.
  private static func token(_ words: [String]) -> String {
    let bytes = words.joined(separator: "-").utf8.prefix(nameLength).map { byte in
      byte.isASCIILetter || byte.isASCIIDigit || "_.".utf8.contains(byte)
        ? byte : UInt8(ascii: "-")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
