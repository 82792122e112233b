/// Where the values of a match stand in the subject, without allocation in all common cases.
package struct CaptureRanges: Sendable {
  // The first values of a text that offsets of 16 bits reach through, two in a word, start and end of each;
  // all bits set where a value took no part. Words, not vectors: what has just been written in pieces is
  // slow to be read as a whole.
  private var first: UInt64 = .max
  private var second: UInt64 = .max
  private var third: UInt64 = .max
  /// The values of any other match.
  private var more: [Range<Int>?]?

  /// What the offsets of such a text are less than.
  static let inlineEnd = Int(UInt16.max)

  /// No values.
  init() {}

  /// Takes the offsets of a match that PCRE2 has written, those of the whole first.
  ///
  /// They are those of a subject of some length that stands `base` bytes behind the beginning of the text.
  @inline(__always)
  init(_ offsets: UnsafeMutablePointer<Int>, base: Int, length: Int, layout: CaptureLayout) {
    guard layout.isInline, base &+ length < Self.inlineEnd else {
      more = unsafe layout.ranges(offsets, base: base)
      return
    }
    let count = layout.count
    if count > 0 { first = unsafe layout.pair(offsets, 0, base) }
    if count > 2 { second = unsafe layout.pair(offsets, 2, base) }
    if count > 4 { third = unsafe layout.pair(offsets, 4, base) }
  }

  /// Sets one of the first values, in a text that offsets of 16 bits reach through.
  @inline(__always)
  mutating func set(_ index: Int, _ start: Int, _ end: Int) {
    let half = UInt64(UInt32(truncatingIfNeeded: start &<< 16 | end))
    let shift = UInt64(index & 1) &* 32
    let rest: UInt64 = ~(0xFFFF_FFFF &<< shift)
    if index < 2 {
      first = first & rest | half &<< shift
    } else if index < 4 {
      second = second & rest | half &<< shift
    } else {
      third = third & rest | half &<< shift
    }
  }

  /// The range of the n-th value; nothing when it took no part in the match.
  package subscript(index: Int) -> Range<Int>? {
    if let more { return more.indices.contains(index) ? more[index] : nil }
    guard index >= 0 else { return nil }
    let word: UInt64
    switch index / 2 {
    case 0: word = first
    case 1: word = second
    case 2: word = third
    default: return nil
    }
    let half = UInt32(truncatingIfNeeded: index % 2 == 0 ? word : word >> 32)
    return half == .max ? nil : Int(half >> 16)..<Int(half & 0xFFFF)
  }
}

/// Which groups of a regular expression hold the values of a pattern.
struct CaptureLayout: Sendable {
  static let inlineCount = 6

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
      captures.count <= Self.inlineCount
      && captures.indices.allSatisfy { captures[$0].group == $0 + 1 }
    groups = isInline ? [] : captures.map(\.group)
  }

  /// Whether the values are few and an empty one is as good as any.
  var isPlain: Bool { isInline && emptyIsAbsent == 0 }

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
  private func half(_ offsets: UnsafeMutablePointer<Int>, _ index: Int, _ base: Int) -> UInt32 {
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
