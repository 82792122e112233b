internal import CNettle

/// The hash of the names of sessions and requests.
package enum SHA256 {
  /// The number of bytes of a hash.
  package static let length = 32

  /// Returns the hash of a message.
  package static func hash(_ message: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: length)
    unsafe cnettle_sha256(message.count, message, &digest)
    return digest
  }
}
