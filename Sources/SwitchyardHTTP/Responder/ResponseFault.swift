internal import SwitchyardLocks

/// A request that the program could not answer as it should, with the error.
public struct ResponseFault: Sendable {
  /// The head of the request.
  public let head: RequestHead
  /// The status that the client was answered with.
  public let status: ResponseStatus
  /// The error.
  public let error: any Error
  /// The map or fallback that the request has come to, if there was one.
  public let route: MatchedRoute?
  /// The identifier of the request; `nil` in a fault that no responder has found.
  public let requestID: String?

  init(
    head: RequestHead,
    status: ResponseStatus,
    error: any Error,
    route: MatchedRoute? = nil,
    requestID: String? = nil
  ) {
    self.head = head
    self.status = status
    self.error = error
    self.route = route
    self.requestID = requestID
  }
}

extension ResponseFault: CustomStringConvertible {
  /// The request with its identifier, the status, and the error, whose further lines are indented:
  /// an error may repeat what a client has sent, and no line of it is to pass for one of a log.
  public var description: String {
    let request = requestID.map { " (\($0.printableASCII(upTo: 80)))" } ?? ""
    let reason = "\(error)".printableLines.replacing("\n", with: "\n  ")
    return "\(head.summary)\(request): \(status). \(reason)"
  }

  /// Writes a failure to standard error.
  static func print(_ failure: ResponseFault) { print("\(failure)") }

  /// Writes a line to standard error.
  @Sendable package static func print(_ line: String) {
    ErrorStream.print("SwitchyardHTTP: \(line)\n")
  }
}

extension RequestHead {
  /// Method and target on one line, with all characters escaped that could forge another.
  var summary: String { "\(method.excerpt) \(target.printableASCII(upTo: 1000))" }
}
