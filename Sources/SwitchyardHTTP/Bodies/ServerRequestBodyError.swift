/// An error of a body, apart from its length.
public enum ServerRequestBodyError: Error, Hashable, Sendable {
  /// The client has left before the end of the body.
  case incomplete
  /// Two tasks wait for the next part of one body.
  case readTwice
}

extension ServerRequestBodyError: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    switch self {
    case .incomplete: "The body of the request has broken off: its client has left."
    case .readTwice:
      "The body of the request is being read by another task already. Read it in one task."
    }
  }
}
