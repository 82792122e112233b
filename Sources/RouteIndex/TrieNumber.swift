/// The number of a node, made of the path alone, so that all nodes on the way are fetched at once.
enum TrieNumber {
  /// New in each process, so that nobody can choose texts with equal numbers.
  static let factor = UInt64.random(in: 0 ... .max) | 1

  /// That of the node that a literal of at most sixteen bytes leads to: of its first eight bytes,
  /// and the last eight if it has more.
  @inline(__always)
  static func literal(
    _ parent: UInt64,
    _ first: UInt64,
    _ last: UInt64,
    _ length: Int,
    _ factor: UInt64
  ) -> UInt64 {
    let text = (last &<< 23 | last &>> 41) &+ first &+ UInt64(truncatingIfNeeded: length)
    return (parent &<< 17 | parent &>> 47) ^ (text &* factor)
  }

  /// That of the node that a literal of any length leads to.
  static func longLiteral(
    _ parent: UInt64,
    _ text: UnsafeRawBufferPointer,
    _ factor: UInt64
  ) -> UInt64 {
    var number = parent
    var place = 0
    while place < text.count {
      let word = unsafe load(text.baseAddress.unsafelyUnwrapped + min(place, text.count - 8))
      let product = (number ^ word).multipliedFullWidth(by: factor)
      number = product.high ^ product.low
      place += 8
    }
    return literal(parent, number, 0, text.count, factor)
  }

  /// That of the nodes that values lead to.
  @inline(__always)
  static func value(_ parent: UInt64) -> UInt64 { (parent &<< 17 | parent &>> 47) ^ 0x7F4A_7C15 }

  /// That of the node of a tag.
  @inline(__always)
  static func tag(_ node: UInt64, _ tag: IndexTag, _ factor: UInt64) -> UInt64 {
    (node &<< 17 | node &>> 47) ^ ((tag.first &+ (tag.second &<< 1)) &* factor)
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
