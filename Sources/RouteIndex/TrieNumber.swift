internal import RoutePatterns

/// The factors that numbers are made with: odd, and new in each process, so that nobody can choose
/// texts with equal numbers.
struct TrieFactors: Sendable {
  /// That of the first eight bytes of a text.
  let first = UInt64.random(in: 0 ... .max) | 1
  /// That of the last: with one for both, texts with equal numbers could be chosen.
  let last = UInt64.random(in: 0 ... .max) | 1

  static let all = TrieFactors()
}

/// The number of a node, made of the path alone, so that all nodes on the way are fetched at once.
enum TrieNumber {
  /// That of the node that a literal of at most sixteen bytes leads to: of its first eight bytes,
  /// and the last eight if it has more.
  @inline(__always)
  static func literal(
    _ parent: UInt64,
    _ first: UInt64,
    _ last: UInt64,
    _ length: Int,
    _ factors: TrieFactors
  ) -> UInt64 {
    // All bits depend on all of both: what differs in the last bytes alone would differ in the high
    // half of a product alone, which says the slot, and be equal in the bits that say those below.
    let start = first &+ UInt64(truncatingIfNeeded: length)
    let product = (start ^ factors.first).multipliedFullWidth(by: last ^ factors.last)
    return turned(parent) ^ (product.high ^ product.low)
  }

  /// That of the node that a literal of any length leads to.
  static func longLiteral(
    _ parent: UInt64,
    _ text: UnsafeRawBufferPointer,
    _ factors: TrieFactors
  ) -> UInt64 {
    var number = parent
    var place = 0
    while place < text.count {
      let word = unsafe load(text.baseAddress.unsafelyUnwrapped + min(place, text.count - 8))
      number = mixed(number ^ word, factors)
      place += 8
    }
    return literal(parent, number, 0, text.count, factors)
  }

  /// The number of a parent, so that the order of texts counts.
  @inline(__always)
  private static func turned(_ parent: UInt64) -> UInt64 { parent &<< 17 | parent &>> 47 }

  private static func mixed(_ number: UInt64, _ factors: TrieFactors) -> UInt64 {
    let product = number.multipliedFullWidth(by: factors.first)
    return product.high ^ product.low
  }

  /// That of the nodes that values without a form lead to.
  @inline(__always)
  static func value(_ parent: UInt64) -> UInt64 { turned(parent) ^ 0x7F4A_7C15 }

  /// That of the node that a form leads to: apart from all others, whose children would else stand
  /// in one place.
  static func form(
    _ parent: UInt64,
    _ form: PatternReading.Form,
    _ factors: TrieFactors
  ) -> UInt64 {
    var number = value(parent)
    for word in form.words { number = mixed(number ^ word, factors) }
    for byte in form.text { number = mixed(number ^ UInt64(byte), factors) }
    return number
  }

  /// That of the node of a tag.
  @inline(__always)
  static func tag(_ node: UInt64, _ tag: IndexTag, _ factors: TrieFactors) -> UInt64 {
    turned(node) ^ ((tag.first &+ (tag.second &<< 1)) &* factors.first)
  }

  @inline(__always)
  static func load(_ bytes: UnsafeRawPointer) -> UInt64 {
    unsafe UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
  }

  /// The first and the last eight bytes of a text, as many as it has.
  static func words(_ text: ArraySlice<UInt8>) -> (first: UInt64, last: UInt64) {
    unsafe text.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return (0, 0) }
      if bytes.count >= 8 {
        return unsafe (load(base), bytes.count > 8 ? load(base + bytes.count - 8) : 0)
      }
      var word: UInt64 = 0
      for index in (0..<bytes.count).reversed() {
        word = unsafe word << 8 | UInt64(bytes[index])
      }
      return (word, 0)
    }
  }
}
