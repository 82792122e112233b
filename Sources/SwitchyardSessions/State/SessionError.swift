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
  /// The session.
  public let session: SessionKey
  /// The error behind this one, if there is one.
  public let cause: (any Error)?
  /// The figures of the fault.
  private let detail: String?

  init(
    _ code: Code,
    of session: SessionKey,
    detail: String? = nil,
    cause: (any Error)? = nil
  ) {
    self.code = code
    self.session = session
    self.detail = detail
    self.cause = cause
  }
}

extension SessionError: CustomStringConvertible {
  /// The session, its fault, and a remedy.
  public var description: String {
    let reason = (detail ?? cause.map { "\($0)" }).map { " (\($0))" } ?? ""
    return "The \(session) \(fault)\(reason). \(remedy)"
  }

  private var fault: String {
    switch code.value {
    case .ended: "has ended"
    case .conflict: "is changed by other requests each time that a step is made"
    case .unreadable: "cannot be read"
    case .tooLarge: "has grown too large"
    case .otherRequest: "has answered another request that had the key of this one"
    }
  }

  private var remedy: String {
    switch code.value {
    case .ended: "Begin a new one."
    case .conflict: "Try again."
    case .unreadable: "Run the version that has written it, or remove the session."
    case .tooLarge: "Keep large data elsewhere, or raise the sizeLimit of Sessions."
    case .otherRequest: "Give each request a key of its own."
    }
  }
}
