/// Secrets that signatures are made with: HMAC by SHA-256.
///
///     let secrets = ProcessInfo.processInfo.environment["SECRETS"] ?? ""
///     let keys = try SigningKeys(secrets.split(separator: " ").map(\.utf8))
///
/// The first signs, and all verify. To change a secret add the new one as the last and restart all
/// servers, so that all verify it; then put it in front and restart all; then leave out the old one
/// when nothing lives that it has signed. No description or dump shows the secrets.
public struct SigningKeys: Sendable {
  /// The fewest bytes of a secret, those of a signature.
  public static let leastLength = Nettle.signatureLength

  private let secrets: [[UInt8]]

  /// Makes keys of secrets, such as `openssl rand -base64 32` prints.
  /// - Parameter secrets: the bytes of each; those of a text are in its `utf8`.
  /// - Throws: `SecretError` where there are none, or one has fewer than 32 bytes.
  public init<Secret: Sequence<UInt8>>(_ secrets: some Sequence<Secret>) throws(SecretError) {
    let secrets = secrets.map { Array($0) }
    guard !secrets.isEmpty else { throw SecretError(.noSecrets) }
    for (place, secret) in secrets.enumerated() where secret.count < Self.leastLength {
      throw SecretError(.tooShort, place: place, length: secret.count)
    }
    self.secrets = secrets
  }

  private init() { secrets = [.random(count: Self.leastLength)] }

  /// Makes a random key: what it signs is worth nothing when the program has ended.
  public static func random() -> SigningKeys { SigningKeys() }
}

extension SigningKeys {
  /// Signs a text for a purpose.
  ///
  ///     let signature = keys.signature(of: "\(order) \(expiry)", for: "order link")
  /// - Parameters:
  ///   - text: the text, which the signature does not hide.
  ///   - purpose: the purpose, such as that of a link: for no other it is a signature.
  /// - Returns: the signature, of 43 letters, digits, `-` and `_`.
  public func signature(of text: String, for purpose: String) -> String {
    signature(of: [text], in: .program, named: purpose)
  }

  /// Whether a text is the signature of another for a purpose, by any of the secrets.
  ///
  /// The time says nothing of how much of it is right.
  public func isSignature(_ signature: String, of text: String, for purpose: String) -> Bool {
    isSignature(signature, of: [text], in: .program, named: purpose)
  }

  /// The user of a signature: each has purposes of its own, whatever their names.
  enum Domain: String {
    case program, cookie, csrf
  }

  func signature(of texts: [String], in domain: Domain, named name: String) -> String {
    Self.signature(of: Self.message(texts, domain, name), by: secrets[0])
  }

  func isSignature(
    _ signature: String,
    of texts: [String],
    in domain: Domain,
    named name: String
  ) -> Bool {
    let message = Self.message(texts, domain, name)
    let given = Array(signature.utf8)
    // All of them are tried: the time does not say which one fits.
    return secrets.reduce(false) { found, secret in
      Nettle.areEqual(given, Array(Self.signature(of: message, by: secret).utf8)) || found
    }
  }

  private static func signature(of message: [UInt8], by secret: [UInt8]) -> String {
    Nettle.base64URL(Nettle.signature(of: message, by: secret))
  }

  /// Returns the bytes that are signed: each text behind its length, so that no other texts have
  /// the same.
  private static func message(_ texts: [String], _ domain: Domain, _ name: String) -> [UInt8] {
    (["switchyard", domain.rawValue, name] + texts).flatMap { text in
      bytes(of: UInt64(text.utf8.count)) + Array(text.utf8)
    }
  }

  private static func bytes(of number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
  }
}

extension SigningKeys: CustomStringConvertible, CustomReflectable {
  /// The number of the keys alone.
  public var description: String { secrets.count == 1 ? "1 key" : "\(secrets.count) keys" }
  /// A mirror without the secrets.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
