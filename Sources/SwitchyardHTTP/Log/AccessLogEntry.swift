/// A line of the access log, written when the response is made, or its stream has ended.
///
/// Other events during its sending are not in it: a client that leaves a file, or one that does not
/// send the whole of its body and receives 408 or 413 instead.
public struct AccessLogEntry: Sendable {
  /// The end of a stream that was sent.
  public enum StreamEnd: String, Hashable, Sendable, Codable {
    /// All of it was taken, to be sent.
    case whole
    /// Its maker has thrown an error, or made less than its length. Behind its length this is seen
    /// where the reader goes on, as our server does not.
    case failed
    /// The client has left before, the server has stopped, or nobody has asked for it.
    case left
  }

  /// The time at which the response was made, or its stream had ended.
  public let time: HTTPDate
  /// The head of the request.
  public let head: RequestHead
  /// The status of the response; 499 if the client has left before there was one.
  public let status: ResponseStatus
  /// The bytes of the response's body; of a stream those that were taken, to be sent.
  public let length: Int?
  /// The time it took to make the response, without its stream.
  public let duration: Duration
  /// The bytes of the request's body, if all have come or its head says how many there are.
  public let requestLength: Int?
  /// The map or fallback that the request has come to, also if a guard has denied it; `nil` where
  /// there was none.
  public let route: MatchedRoute?
  /// The identifier of the request; `nil` in an entry that no responder has made.
  public let requestID: String?
  /// The end of the response's stream; `nil` for another body.
  public let streamEnd: StreamEnd?
  /// The time from the response to the end of its stream; `nil` for another body.
  public let streamDuration: Duration?

  /// Makes an entry, for tests of observers.
  public init(
    time: HTTPDate,
    head: RequestHead,
    status: ResponseStatus,
    length: Int?,
    duration: Duration,
    requestLength: Int? = nil,
    route: MatchedRoute? = nil,
    requestID: String? = nil,
    streamEnd: StreamEnd? = nil,
    streamDuration: Duration? = nil
  ) {
    self.time = time
    self.head = head
    self.status = status
    self.length = length
    self.duration = duration
    self.requestLength = requestLength
    self.route = route
    self.requestID = requestID
    self.streamEnd = streamEnd
    self.streamDuration = streamDuration
  }
}

extension AccessLogEntry.StreamEnd {
  init(_ end: StreamAccount.End) {
    switch end {
    case .whole: self = .whole
    case .failed: self = .failed
    case .left: self = .left
    }
  }
}

extension AccessLogEntry: CustomStringConvertible {
  /// The entry on one line, in the combined format of web servers followed by the time taken.
  ///
  /// All that a client sends stays within its quotes: quotes, backslashes, controls and all
  /// characters that are not ASCII are escaped.
  public var description: String {
    let remote = head.remoteAddress?.printableASCII(upTo: 100) ?? "-"
    let request =
      head.method.printableASCII(upTo: 40) + " " + head.target.printableASCII(upTo: 2000)
      + " " + head.version.rawValue
    let length = length.map { "\($0)" } ?? "-"
    return "\(remote) - - [\(time.logText)] \"\(request)\" \(status.code) \(length) "
      + "\(quoted(.referer)) \(quoted(.userAgent)) \(duration.microseconds)us"
  }

  private func quoted(_ name: HeaderField.Name) -> String {
    guard let value = head.fields[name] else { return "\"-\"" }
    return "\"\(value.printableASCII(upTo: 500))\""
  }
}

extension Duration {
  /// The whole microseconds of a duration.
  var microseconds: Int64 {
    let (whole, isTooLong) = components.seconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, hasCarry) = whole.addingReportingOverflow(components.attoseconds / 1_000_000_000_000)
    return isTooLong || hasCarry ? (components.seconds < 0 ? .min : .max) : sum
  }
}
