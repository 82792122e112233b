/// An error of one session, while its store works.
public struct SessionError: Error, Sendable {
  /// The kinds of failure.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package enum Value: String, Hashable, Sendable {
      case ended, conflict, unreadable, tooLarge, otherRequest
    }

    package let value: Value

    private init(_ value: Value) { self.value = value }

    /// Makes the code with a name, or `nil` when there is none.
    public init?(rawValue: String) {
      guard let value = Value(rawValue: rawValue) else { return nil }
      self.value = value
    }

    /// The name of the code.
    public var rawValue: String { value.rawValue }

    /// The name of the code.
    public var description: String { rawValue }

    /// There is no such session, or it is there no longer.
    public static let ended = Code(.ended)
    /// Others have changed the session each time that the step was made.
    public static let conflict = Code(.conflict)
    /// The bytes of the session cannot be read; they are left as they are.
    public static let unreadable = Code(.unreadable)
    /// The session has grown beyond its limit.
    public static let tooLarge = Code(.tooLarge)
    /// The key of the request was one of another request, by its coded bytes or the type of its
    /// outcome.
    public static let otherRequest = Code(.otherRequest)
  }

  /// The kind of failure.
  public let code: Code
  /// The error behind this one, if there is one.
  public let cause: (any Error)?

  init(_ code: Code, cause: (any Error)? = nil) {
    self.code = code
    self.cause = cause
  }
}

extension SessionError: CustomStringConvertible {
  /// The fault, and a remedy.
  public var description: String {
    let text =
      switch code.value {
      case .ended: "The session has ended. Begin a new one."
      case .conflict: "Other requests keep changing the session. Try again."
      case .unreadable:
        "The session cannot be read. Run the version that has written it, or remove the session."
      case .tooLarge: "The session has grown too large. Keep large data elsewhere."
      case .otherRequest:
        "The key of the request was one of another request. Give each request a key of its own."
      }
    return text + (cause.map { " (\($0))" } ?? "")
  }
}
