/// How the number of a segment is made of its bytes.
enum SegmentNumber {
  /// New in each process, so that nobody can choose texts with equal numbers.
  static let seeds: (first: UInt64, second: UInt64) = (
    .random(in: 0 ... .max), .random(in: 0 ... .max)
  )

  /// The bits of the first sixteen bytes that a text of each length has.
  ///
  /// `nonisolated(unsafe)`: made once, only read from then on, never freed.
  nonisolated(unsafe) static let masks: UnsafePointer<(first: UInt64, second: UInt64)> = {
    let masks = UnsafeMutablePointer<(first: UInt64, second: UInt64)>.allocate(capacity: 17)
    for length in 0...16 {
      // A shift by all bits leaves none.
      let first = UInt64.max >> UInt64(64 - 8 * min(length, 8))
      let second = UInt64.max >> UInt64(64 - 8 * max(length - 8, 0))
      unsafe (masks + length).initialize(to: (first, second))
    }
    return unsafe UnsafePointer(masks)
  }()

  static var odd: UInt64 { 0x9E37_79B9_7F4A_7C15 }

  /// What stands for a segment: of its first sixteen bytes, its length and its place.
  @inline(__always)
  static func of(
    _ first: UInt64,
    _ second: UInt64,
    length: Int,
    at index: Int,
    _ seeds: (first: UInt64, second: UInt64)
  ) -> UInt64 {
    mixed(
      first ^ (seeds.first &+ UInt64(truncatingIfNeeded: index) &* odd),
      second ^ (seeds.second &+ UInt64(truncatingIfNeeded: length))
    )
  }

  /// The same with eight bytes more.
  @inline(__always)
  static func more(_ number: UInt64, _ word: UInt64) -> UInt64 { mixed(number ^ word, odd) }

  /// What stands for several segments and their shape together, of which the sum is given.
  @inline(__always)
  static func of(sum: UInt64) -> UInt64 { mixed(sum, odd) }

  /// What stands for a shape.
  static func salt(_ one: UInt64, _ other: UInt64) -> UInt64 {
    mixed(one ^ seeds.second, other ^ seeds.first)
  }

  /// Both halves of the product, so that each bit of the one depends on all bits of the other.
  @inline(__always)
  static func mixed(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    return product.high ^ product.low
  }

  /// A bit for each byte of a word that is a slash; of ASCII, so that no sum carries.
  @inline(__always)
  static func slashes(_ word: UInt64) -> UInt64 {
    let difference = word ^ 0x2F2F_2F2F_2F2F_2F2F
    let equal = ~(difference &+ 0x7F7F_7F7F_7F7F_7F7F) & ByteWord.highBits
    return ((equal &>> 7) &* 0x0102_0408_1020_4080) &>> 56
  }

  @inline(__always)
  static func load(_ place: UnsafeRawPointer) -> UInt64 {
    unsafe UInt64(littleEndian: place.loadUnaligned(as: UInt64.self))
  }
}
