internal import CNettle

/// The functions of the library nettle, on bytes.
enum Nettle {
  /// The bytes of a signature.
  static let signatureLength = 32

  /// Returns the HMAC of a message, by SHA-256 (RFC 2104).
  static func signature(of message: [UInt8], by key: [UInt8]) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: signatureLength)
    unsafe cnettle_hmac_sha256(key.count, key, message.count, message, &signature)
    return signature
  }

  /// Whether bytes are the same, in a time that depends on their number alone.
  static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    return unsafe cnettle_is_equal(one, other, one.count)
  }

  /// Writes bytes as base64url without padding (RFC 4648, 5).
  static func base64URL(_ bytes: [UInt8]) -> String {
    var text = [UInt8](repeating: 0, count: cnettle_base64url_capacity(bytes.count))
    let count = unsafe cnettle_base64url(bytes.count, bytes, &text)
    return String(decoding: text[..<count], as: UTF8.self)
  }

  /// Reads what `base64URL` has written.
  static func bytes(fromBase64URL text: some StringProtocol) -> [UInt8]? {
    let text = Array(text.utf8)
    var count = 0
    var bytes = [UInt8](repeating: 0, count: cnettle_from_base64url_capacity(text.count))
    guard unsafe cnettle_from_base64url(text.count, text, &bytes, &count) else { return nil }
    return Array(bytes[..<count])
  }
}
