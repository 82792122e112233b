/// An error of a body, apart from its length.
public struct ServerRequestBodyError: Error, Hashable, Sendable {
  private enum Code: Hashable, Sendable {
    case incomplete
    case readTwice
  }

  private let code: Code

  private init(_ code: Code) { self.code = code }

  /// The client has left before the end of the body.
  public static var incomplete: Self { Self(.incomplete) }

  /// Two tasks wait for the next part of one body.
  public static var readTwice: Self { Self(.readTwice) }
}

extension ServerRequestBodyError: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    switch code {
    case .incomplete: "The body of the request has broken off: its client has left."
    case .readTwice:
      "The body of the request is being read by another task already. Read it in one task."
    }
  }
}
