/// Eight bytes of a text, looked at together.
///
/// An answer is a mask: the highest bit of each byte that has the property, all other bits zero.
/// The first byte of the text is the lowest of the word.
struct ByteWord {
  /// The bytes without their highest bits, so that no sum below carries into a neighbour.
  private let bits: UInt64
  /// The bytes that are not ASCII.
  let beyondASCII: UInt64

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  @inline(__always)
  init(_ word: UInt64) {
    bits = word & ~Self.highBits
    beyondASCII = word & Self.highBits
  }

  /// The bytes that equal an ASCII byte; bytes beyond ASCII count as what their lower bits are.
  @inline(__always)
  func equal(_ byte: UInt8) -> UInt64 {
    let difference = bits ^ (Self.ones &* UInt64(byte))
    return ~(difference &+ ~Self.highBits) & Self.highBits
  }

  /// The bytes within a range of ASCII bytes, with the same proviso.
  @inline(__always)
  private func within(_ low: UInt8, _ high: UInt8) -> UInt64 {
    let reachesLow = bits &+ Self.ones &* UInt64(0x80 - low)
    let passesHigh = bits &+ Self.ones &* UInt64(0x7F - high)
    return reachesLow & ~passesHigh & Self.highBits
  }

  /// The bytes that are a slash or a dot, which differ in their lowest bit alone.
  @inline(__always)
  var slashesAndDots: UInt64 {
    let difference = (bits | Self.ones) ^ (Self.ones &* UInt64(UInt8(ascii: "/")))
    return ~(difference &+ ~Self.highBits) & Self.highBits
  }

  /// The bytes that are neither letters nor digits nor `-./`: none in most words of most paths.
  @inline(__always)
  var notCommonBytes: UInt64 {
    // The bit that tells the cases apart, set in all: it makes no letter of what is none.
    let folded = ByteWord(bits | Self.ones &* 0x20).within(UInt8(ascii: "a"), UInt8(ascii: "z"))
    let common = folded | within(UInt8(ascii: "-"), UInt8(ascii: "9"))
    return (~common & Self.highBits) | beyondASCII
  }

  /// The bytes that cannot stand in a host in lower case: neither small letters nor digits nor
  /// `-._`.
  @inline(__always)
  var notHostBytes: UInt64 {
    let allowed =
      within(UInt8(ascii: "a"), UInt8(ascii: "z")) | within(UInt8(ascii: "0"), UInt8(ascii: "9"))
      | within(UInt8(ascii: "-"), UInt8(ascii: ".")) | equal(UInt8(ascii: "_"))
    return (~allowed & Self.highBits) | beyondASCII
  }

  /// The bytes that cannot stand as themselves in a path, a question mark among them.
  @inline(__always)
  var notPathBytes: UInt64 {
    // `$` to `;` are delimiters, digits and `-./`, but also `%`; `@` leads the capitals.
    let allowed =
      within(UInt8(ascii: "a"), UInt8(ascii: "z")) | within(UInt8(ascii: "@"), UInt8(ascii: "Z"))
      | (within(UInt8(ascii: "$"), UInt8(ascii: ";")) & ~equal(UInt8(ascii: "%")))
      | equal(UInt8(ascii: "=")) | equal(UInt8(ascii: "_"))
      | equal(UInt8(ascii: "~")) | equal(UInt8(ascii: "!"))
    return (~allowed & Self.highBits) | beyondASCII
  }
}

extension ByteWord {
  /// The bytes of a text from an offset on, zero where fewer than eight are left.
  @inline(__always)
  init(_ text: Span<UInt8>, at offset: Int) {
    let count = text.count
    if count &- offset >= 8 {
      self.init(Self.load(text, at: offset))
    } else if count >= 8 {
      // The last eight bytes hold the rest; those before it are shifted out.
      let seen = UInt64(offset + 8 - count)
      self.init(seen < 8 ? Self.load(text, at: count - 8) >> (seen * 8) : 0)
    } else {
      var word: UInt64 = 0
      var position = count
      while position > offset {
        position -= 1
        word = word << 8 | UInt64(text[position])
      }
      self.init(word)
    }
  }

  /// Eight bytes of a text that has as many from an offset on, the first the lowest.
  @inline(__always)
  static func load(_ text: Span<UInt8>, at offset: Int) -> UInt64 {
    // Eight initialised bytes at any address; the callers have seen that they lie within the span.
    assert(offset >= 0 && text.count - offset >= 8)
    let word = unsafe text.bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: offset,
      as: UInt64.self
    )
    return UInt64(littleEndian: word)
  }

  /// The byte that the lowest bit of a mask belongs to, 8 without one.
  @inline(__always)
  static func index(of mask: UInt64) -> Int { mask.trailingZeroBitCount >> 3 }
}
