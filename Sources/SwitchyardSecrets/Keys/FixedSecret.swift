/// A password or a token that the program knows, to compare with those that requests send.
///
///     let password = try FixedSecret(environment["ADMIN_PASSWORD"] ?? "")
///     router.guard("/admin/*", basic: "The office") { credentials, _ in
///       credentials.name == "ada" && password.matches(credentials.password)
///     }
///
/// The time of a comparison says nothing of how much of a guess is right, nor of the length of the
/// secret. Texts are compared byte for byte. It is for what a program is started with: passwords of
/// users are kept as hashes that are slow to make, which this is not.
public struct FixedSecret: Sendable {
  private static let key = [UInt8].random(count: Nettle.signatureLength)

  private let signature: [UInt8]

  /// Makes a secret of a text.
  /// - Throws: `SecretError` for an empty one, as a variable that was forgotten gives.
  public init(_ text: String) throws(SecretError) {
    guard !text.isEmpty else { throw SecretError(.empty) }
    signature = Self.signature(of: text)
  }

  /// Whether a text is the secret.
  public func matches(_ text: String) -> Bool {
    Nettle.areEqual(signature, Self.signature(of: text))
  }

  /// Signatures are of one length, and nobody can choose them.
  private static func signature(of text: String) -> [UInt8] {
    Nettle.signature(of: Array(text.utf8), by: key)
  }
}

extension FixedSecret: CustomStringConvertible, CustomReflectable {
  /// The name of the type alone.
  public var description: String { "FixedSecret" }
  /// A mirror without the secret.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
