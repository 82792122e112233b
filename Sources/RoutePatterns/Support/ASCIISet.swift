/// A set of ASCII bytes, one bit for each.
///
/// Regexes run over canonical targets, which are ASCII, so classes are computed exactly with it. A
/// code point above 127 can never occur in a subject and is a member of no set.
package struct ASCIISet: Hashable, Sendable {
  // Two words, not one of 128 bits: memory for what is aligned to that is not had from where memory
  // is had quickly.
  private var low: UInt64
  private var high: UInt64

  private init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  init(bits: UInt128 = 0) {
    low = UInt64(truncatingIfNeeded: bits)
    high = UInt64(truncatingIfNeeded: bits >> 64)
  }

  /// A bit for each byte, that of the byte 0 lowest.
  package var bits: UInt128 { UInt128(high) << 64 | UInt128(low) }

  init(_ byte: UInt8) {
    let bit: UInt64 = 1 << UInt64(byte & 63)
    self.init(low: byte < 64 ? bit : 0, high: byte >= 64 && byte < 128 ? bit : 0)
  }

  /// The bytes of a range; what lies above 127 is left out.
  init(_ range: ClosedRange<UInt8>) {
    guard range.lowerBound < 128 else {
      self.init()
      return
    }
    let upper = min(range.upperBound, 127)
    let run = UInt128.max >> UInt128(127 - (upper - range.lowerBound))
    self.init(bits: run << UInt128(range.lowerBound))
  }

  /// The ASCII characters of a text.
  init(of text: StaticString) {
    var bits: UInt128 = 0
    for byte in text.description.utf8 where byte < 128 { bits |= 1 << UInt128(byte) }
    self.init(bits: bits)
  }

  var isEmpty: Bool { low | high == 0 }

  var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

  /// The lowest member.
  var first: UInt8? { bits == 0 ? nil : UInt8(truncatingIfNeeded: bits.trailingZeroBitCount) }

  /// Whether a byte is in the set.
  package func contains(_ byte: UInt8) -> Bool {
    byte < 128 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
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
  func union(_ other: ASCIISet) -> ASCIISet {
    ASCIISet(low: low | other.low, high: high | other.high)
  }

  func intersection(_ other: ASCIISet) -> ASCIISet {
    ASCIISet(low: low & other.low, high: high & other.high)
  }

  func subtracting(_ other: ASCIISet) -> ASCIISet { intersection(other.complement) }

  var complement: ASCIISet { ASCIISet(low: ~low, high: ~high) }

  func isDisjoint(with other: ASCIISet) -> Bool {
    low & other.low | high & other.high == 0
  }

  func isSuperset(of other: ASCIISet) -> Bool { other.isDisjoint(with: complement) }

  mutating func formUnion(_ other: ASCIISet) {
    low |= other.low
    high |= other.high
  }

  /// The set with both cases of each letter that is in it.
  var caseFolded: ASCIISet {
    let upper = bits & Self.uppercase.bits
    let lower = bits & Self.lowercase.bits
    return ASCIISet(bits: bits | upper << 32 | lower >> 32)
  }
}

// MARK: - Sets with a name

// Computed, of words that are written down: a constant is made at once, and a stored one is looked
// for behind a gate.
extension ASCIISet {
  static var all: ASCIISet { ASCIISet(low: .max, high: .max) }
  static var uppercase: ASCIISet { ASCIISet(low: 0, high: 0x0000_0000_07FF_FFFE) }
  static var lowercase: ASCIISet { ASCIISet(low: 0, high: 0x07FF_FFFE_0000_0000) }
  static var letters: ASCIISet { uppercase.union(lowercase) }
  /// The bytes that `\d` stands for.
  static var digits: ASCIISet { ASCIISet(low: 0x03FF_0000_0000_0000, high: 0) }
  /// The bytes that `\w` stands for.
  static var word: ASCIISet { letters.union(digits).union(ASCIISet(0x5F)) }
  /// The bytes that `\s` stands for: a space, and all from the tabulator to the return.
  static var space: ASCIISet { ASCIISet(low: 0x0000_0001_0000_3E00, high: 0) }
  static var slash: ASCIISet { ASCIISet(0x2F) }
  static var hexDigits: ASCIISet { digits.union(ASCIISet(low: 0, high: 0x0000_007E_0000_007E)) }
  static var controls: ASCIISet { ASCIISet(low: 0xFFFF_FFFF, high: 1 << 63) }
}
