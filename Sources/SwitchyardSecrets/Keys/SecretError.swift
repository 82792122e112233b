/// An error thrown when a text or bytes are no good secret.
public struct SecretError: Error, Hashable, Sendable {
  /// The kinds of failure.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    enum Value: String, Hashable, Sendable {
      case noSecrets, tooShort, empty
    }

    let value: Value

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

    /// There is no secret to sign with.
    public static var noSecrets: Code { Code(.noSecrets) }

    /// A secret to sign with has fewer than 32 bytes.
    public static var tooShort: Code { Code(.tooShort) }

    /// A secret to compare with is empty.
    public static var empty: Code { Code(.empty) }
  }

  /// The kind of failure.
  public let code: Code
  /// The place of the secret among those that were given, from 0.
  public let place: Int
  /// The bytes that it has.
  public let length: Int

  init(_ code: Code, place: Int = 0, length: Int = 0) {
    self.code = code
    self.place = place
    self.length = length
  }
}

extension SecretError: CustomStringConvertible {
  /// The fault and its remedy, without the secret.
  public var description: String {
    let remedy = "such as \"openssl rand -base64 32\" prints"
    return switch code.value {
    case .noSecrets:
      "SigningKeys was given no secret. Give it one of at least \(SigningKeys.leastLength) random bytes, \(remedy)."
    case .tooShort:
      "The secret at place \(place) has \(length) bytes, which can be guessed. Sign with at least "
        + "\(SigningKeys.leastLength) random bytes, \(remedy)."
    case .empty:
      "FixedSecret was given an empty text, which everybody knows. Set the variable or file that it is read from."
    }
  }
}
