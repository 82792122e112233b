/// An error of a body, apart from its length.
public struct ServerRequestBodyError: Error, Hashable, Sendable {
  private enum Code: Hashable, Sendable {
    case incomplete
    case readTwice
    case passedOver
    case negativeLimit(String, Int)
  }

  private let code: Code

  private init(_ code: Code) { self.code = code }

  /// The client has left before the end of the body.
  public static var incomplete: Self { Self(.incomplete) }

  /// Two tasks wait for the next part of one body.
  public static var readTwice: Self { Self(.readTwice) }

  /// The part of a form was passed over when the next one was asked for.
  public static var passedOver: Self { Self(.passedOver) }

  /// A limit for reading is below zero, which is a mistake of the program.
  package static func negativeLimit(_ name: String, _ value: Int) -> Self {
    Self(.negativeLimit(name, value))
  }

  /// Throws the error of a limit for reading that is below zero.
  package static func check(_ name: String, _ limit: Int) throws(ServerRequestBodyError) {
    if limit < 0 { throw .negativeLimit(name, limit) }
  }
}

extension ServerRequestBodyError: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    switch code {
    case .incomplete: "The body of the request has broken off: its client has left."
    case .readTwice:
      "The body of the request is being read by another task already. Read it in one task."
    case .passedOver:
      "The part of the form was passed over. Read it before the next one is asked for."
    case .negativeLimit(let name, let value):
      "A body is read with \(value) for \(name), within which no body is. Give it 0 or more."
    }
  }
}
