/// The secret by which a visitor is known: 128 bits from the system's generator, in a cookie.
///
///     let id = SessionIdentifier.random()
///     id.text                          // for the cookie: 32 hexadecimal digits
///     SessionIdentifier(cookie)?.key           // for the store, which never sees the secret
///
/// Nothing signs it, as nobody can guess it. It is renewed at sign-in, or whoever has given a
/// visitor the cookie of a session of their own would be signed in with it.
public struct SessionIdentifier: Hashable, Sendable {
  /// The secret, as 32 hexadecimal digits.
  public let text: String
  /// The name of the session in a store, from which nobody finds the secret.
  public let key: SessionKey

  /// Makes a new identifier.
  public static func random() -> SessionIdentifier {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }

  static func random(using generator: inout some RandomNumberGenerator) -> SessionIdentifier {
    let words = [generator.next() as UInt64, generator.next()]
    return SessionIdentifier(known: words.map(\.hexDigits).joined())
  }

  /// Reads the text of an identifier, as a cookie has it; `nil` if it is none.
  public init?(_ text: some StringProtocol) {
    // A session has one text, or its cookie could be told apart by how it is written.
    guard text.utf8.count == 32, text.utf8.allSatisfy(Self.isDigit) else { return nil }
    self.init(known: String(text))
  }

  private init(known text: String) {
    self.text = text
    key = SessionKey(hashing: text)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
  }
}

extension SessionIdentifier: CustomStringConvertible, CustomReflectable {
  /// The name of the session in a store: logs must not hold the secret.
  public var description: String { "\(key)" }

  /// A mirror without the secret.
  public var customMirror: Mirror { Mirror(self, children: ["key": key]) }
}
