/// The places of the values of a match in the subject, without allocation in all common cases.
package struct CaptureRanges: Sendable {
  /// The number of values that have room if offsets of 16 bits reach through the text.
  static let inlineCount = 16
  /// The upper bound of the offsets of such a text.
  static let inlineEnd = Int(UInt16.max)

  // The first values of such a text, two in a word, start and end of each; all bits set where a
  // value took no part. Vectors, made in registers: what has just been written in smaller pieces is
  // slow to be copied as a whole.
  private var first: SIMD2<UInt64>
  private var second = SIMD2<UInt64>(repeating: .max)
  private var third = SIMD2<UInt64>(repeating: .max)
  private var fourth = SIMD2<UInt64>(repeating: .max)
  /// The values of any other match.
  private var more: [Range<Int>?]?

  /// No values.
  package init() { first = SIMD2(repeating: .max) }

  /// The first four values, two in a word.
  @inline(__always)
  init(_ word: UInt64, _ next: UInt64) { first = SIMD2(word, next) }

  /// Up to sixteen values, of each the start in the upper half, from those that a closure gives.
  init(count: Int, _ range: (Int) -> UInt32) {
    func word(_ index: Int) -> UInt64 {
      let low = 2 * index < count ? range(2 * index) : .max
      let high = 2 * index + 1 < count ? range(2 * index + 1) : .max
      return UInt64(high) << 32 | UInt64(low)
    }
    first = SIMD2(word(0), word(1))
    second = SIMD2(word(2), word(3))
    if count > 8 {
      third = SIMD2(word(4), word(5))
      fourth = SIMD2(word(6), word(7))
    }
  }

  /// Takes the offsets of a match that PCRE2 has written, those of the whole first.
  ///
  /// They are those of a subject of some length that stands `base` bytes behind the beginning of
  /// the text.
  @inline(__always)
  init(_ offsets: UnsafeMutablePointer<Int>, base: Int, length: Int, layout: CaptureLayout) {
    guard layout.isInline, base &+ length < Self.inlineEnd else {
      self.init()
      more = unsafe layout.ranges(offsets, base: base)
      return
    }
    if layout.count > 4 {
      self.init(count: layout.count) { index in unsafe layout.half(offsets, index, base) }
    } else {
      let word = layout.count > 0 ? unsafe layout.pair(offsets, 0, base) : .max
      let next = layout.count > 2 ? unsafe layout.pair(offsets, 2, base) : .max
      self.init(word, next)
    }
  }

  /// Sets one of the first values, in a text that offsets of 16 bits reach through.
  @inline(__always)
  mutating func set(_ index: Int, _ start: Int, _ end: Int) {
    let half = UInt64(UInt32(truncatingIfNeeded: start &<< 16 | end))
    let shift = UInt64(index & 1) &* 32
    let (range, others) = (half &<< shift, ~(0xFFFF_FFFF &<< shift) as UInt64)
    if index < 2 {
      first.x = first.x & others | range
    } else if index < 4 {
      first.y = first.y & others | range
    } else {
      setLater(index, range, others)
    }
  }

  @inline(never)
  private mutating func setLater(_ index: Int, _ range: UInt64, _ others: UInt64) {
    let lane = index / 2 % 2
    switch index / 4 {
    case 1: second[lane] = second[lane] & others | range
    case 2: third[lane] = third[lane] & others | range
    default: fourth[lane] = fourth[lane] & others | range
    }
  }

  /// The range of the n-th value; `nil` when it took no part in the match.
  package subscript(index: Int) -> Range<Int>? {
    if let more { return more.indices.contains(index) ? more[index] : nil }
    guard index >= 0, index < Self.inlineCount else { return nil }
    let words =
      switch index / 4 {
      case 0: first
      case 1: second
      case 2: third
      default: fourth
      }
    let word = index % 4 < 2 ? words.x : words.y
    let half = UInt32(truncatingIfNeeded: index % 2 == 0 ? word : word >> 32)
    return half == .max ? nil : Int(half >> 16)..<Int(half & 0xFFFF)
  }
}

/// Which groups of a regular expression hold the values of a pattern.
struct CaptureLayout: Sendable {
  let count: Int
  /// Whether the values are the groups 1, 2 and so on, and few.
  let isInline: Bool
  /// The groups, where they are not.
  private let groups: [Int]
  /// A bit for each of the first values whose empty text means that it took no part.
  private let emptyIsAbsent: UInt64

  init(_ captures: [PatternCapture]) {
    count = captures.count
    var bits: UInt64 = 0
    for (index, capture) in captures.enumerated() where capture.emptyIsAbsent && index < 64 {
      bits |= 1 << UInt64(index)
    }
    emptyIsAbsent = bits
    isInline =
      captures.count <= CaptureRanges.inlineCount
      && captures.indices.allSatisfy { captures[$0].group == $0 + 1 }
    groups = isInline ? [] : captures.map(\.group)
  }

  /// Whether a value took part in a match that set its group to these offsets.
  ///
  /// A group that took no part has no offsets: PCRE2_UNSET, the largest there is, which is -1 here.
  @inline(__always)
  private func isPresent(_ index: Int, _ start: Int, _ end: Int) -> Bool {
    guard start >= 0, start <= end else { return false }
    return start < end || index >= 64 || (emptyIsAbsent &>> UInt64(index)) & 1 == 0
  }

  /// Two values in a word, the second of which may be beyond the last.
  @inline(__always)
  fileprivate func pair(
    _ offsets: UnsafeMutablePointer<Int>,
    _ index: Int,
    _ base: Int
  ) -> UInt64 {
    let low = unsafe half(offsets, index, base)
    let high = index &+ 1 < count ? unsafe half(offsets, index &+ 1, base) : .max
    return UInt64(high) << 32 | UInt64(low)
  }

  @inline(__always)
  fileprivate func half(_ offsets: UnsafeMutablePointer<Int>, _ index: Int, _ base: Int) -> UInt32 {
    let start = unsafe offsets[2 &* index &+ 2]
    let end = unsafe offsets[2 &* index &+ 3]
    guard isPresent(index, start, end) else { return .max }
    return UInt32(truncatingIfNeeded: (start &+ base) &<< 16 | (end &+ base))
  }

  /// The ranges of the values, from the offsets of a match.
  @inline(never)
  fileprivate func ranges(_ offsets: UnsafeMutablePointer<Int>, base: Int) -> [Range<Int>?] {
    (0..<count).map { index in
      let group = isInline ? index + 1 : groups[index]
      let start = unsafe offsets[2 * group]
      let end = unsafe offsets[2 * group + 1]
      return isPresent(index, start, end) ? (base + start)..<(base + end) : nil
    }
  }
}
