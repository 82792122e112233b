/// A set of the bytes that the URL standard percent-encodes in a part of a URL.
///
/// What is not ASCII is in all of them.
package struct PercentSet: Sendable {
  private let set: ASCIISet

  private init(_ more: StaticString, and other: PercentSet? = nil) {
    let controls = ASCIISet(0x00...0x1F).union(ASCIISet(0x7F))
    set = (other?.set ?? controls).union(ASCIISet(of: more))
  }

  /// The controls, which are encoded everywhere.
  package static let control = PercentSet("")
  /// For fragments.
  package static let fragment = PercentSet(" \"<>`")
  /// For queries.
  package static let query = PercentSet(" \"#<>")
  /// For queries of URLs with one of the web's schemes.
  package static let specialQuery = PercentSet("'", and: .query)
  /// For paths.
  package static let path = PercentSet("?^`{}", and: .query)
  /// For names of users, and passwords.
  package static let userInfo = PercentSet("/:;=@[\\]|", and: .path)

  /// Whether a byte is encoded.
  @inline(__always)
  package func contains(_ byte: UInt8) -> Bool { byte >= 0x80 || set.contains(byte) }

  /// Appends bytes, those of the set as escapes.
  package func append(_ bytes: some Sequence<UInt8>, to out: inout [UInt8]) {
    for byte in bytes {
      if contains(byte) { PercentCoding.appendEscaped(byte, to: &out) } else { out.append(byte) }
    }
  }

  /// Returns bytes, those of the set as escapes.
  func encoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    append(bytes, to: &out)
    return out
  }
}
