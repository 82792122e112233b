/// A set of ASCII bytes, one bit for each.
///
/// Regexes run over canonical targets, which are ASCII, so classes are computed exactly with it. A
/// code point above 127 can never occur in a subject and is a member of no set.
package struct ASCIISet: Hashable, Sendable {
  /// A bit for each byte, that of the byte 0 lowest.
  package private(set) var bits: UInt128

  init(bits: UInt128 = 0) {
    self.bits = bits
  }

  init(_ byte: UInt8) {
    bits = byte < 128 ? 1 << UInt128(byte) : 0
  }

  /// The bytes of a range; what lies above 127 is left out.
  init(_ range: ClosedRange<UInt8>) {
    guard range.lowerBound < 128 else {
      bits = 0
      return
    }
    let upper = min(range.upperBound, 127)
    let run = UInt128.max >> UInt128(127 - (upper - range.lowerBound))
    bits = run << UInt128(range.lowerBound)
  }

  /// The ASCII characters of a text.
  init(of text: StaticString) {
    var bits: UInt128 = 0
    for byte in text.description.utf8 where byte < 128 { bits |= 1 << UInt128(byte) }
    self.bits = bits
  }

  var isEmpty: Bool { bits == 0 }

  var count: Int { bits.nonzeroBitCount }

  /// The lowest member.
  var first: UInt8? { bits == 0 ? nil : UInt8(truncatingIfNeeded: bits.trailingZeroBitCount) }

  /// Whether a byte is in the set.
  package func contains(_ byte: UInt8) -> Bool {
    byte < 128 && bits >> UInt128(byte) & 1 == 1
  }

  /// The longest run of members that starts at the lowest one.
  var firstRange: ClosedRange<UInt8>? {
    guard bits != 0 else { return nil }
    let lower = bits.trailingZeroBitCount
    let length = (~(bits >> UInt128(lower))).trailingZeroBitCount
    let upper = min(lower + length, 128) - 1
    return UInt8(truncatingIfNeeded: lower)...UInt8(truncatingIfNeeded: upper)
  }
}

// MARK: - Algebra

extension ASCIISet {
  func union(_ other: ASCIISet) -> ASCIISet { ASCIISet(bits: bits | other.bits) }

  func intersection(_ other: ASCIISet) -> ASCIISet { ASCIISet(bits: bits & other.bits) }

  func subtracting(_ other: ASCIISet) -> ASCIISet { ASCIISet(bits: bits & ~other.bits) }

  var complement: ASCIISet { ASCIISet(bits: ~bits) }

  func isDisjoint(with other: ASCIISet) -> Bool { bits & other.bits == 0 }

  func isSuperset(of other: ASCIISet) -> Bool { other.bits & ~bits == 0 }

  mutating func formUnion(_ other: ASCIISet) { bits |= other.bits }

  /// The set with both cases of each letter that is in it.
  var caseFolded: ASCIISet {
    let upper = bits & Self.uppercase.bits
    let lower = bits & Self.lowercase.bits
    return ASCIISet(bits: bits | upper << 32 | lower >> 32)
  }
}

// MARK: - Sets with a name

extension ASCIISet {
  static let all = ASCIISet(bits: .max)
  static let uppercase = ASCIISet(0x41...0x5A)
  static let lowercase = ASCIISet(0x61...0x7A)
  static let letters = uppercase.union(lowercase)
  /// The bytes that `\d` stands for.
  static let digits = ASCIISet(0x30...0x39)
  /// The bytes that `\w` stands for.
  static let word = letters.union(digits).union(ASCIISet(0x5F))
  /// The bytes that `\s` stands for.
  static let space = ASCIISet(0x09...0x0D).union(ASCIISet(0x20))
  static let slash = ASCIISet(0x2F)
  static let controls = ASCIISet(0x00...0x1F).union(ASCIISet(0x7F))
}
