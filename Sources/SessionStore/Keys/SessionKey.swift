/// The name of a session in a store: the SHA-256 of its secret.
///
/// Whoever reads a store, or a copy of it, finds no cookie by which to pass for a visitor.
public struct SessionKey: Hashable, Sendable {
  /// The 32 bytes of the hash.
  public let bytes: [UInt8]

  /// Makes a key of the bytes that a store has kept; `nil` if it is not 32 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == SHA256.length else { return nil }
    self.bytes = bytes
  }

  /// Makes the key of a secret, or of the name of what is kept beside sessions.
  package init(hashing secret: String) { bytes = SHA256.hash(Array(secret.utf8)) }
}

extension SessionKey: CustomStringConvertible {
  /// The first 8 digits of the hash, enough to find a session in a log.
  public var description: String { "session \(bytes.prefix(4).hexDigits)" }
}
