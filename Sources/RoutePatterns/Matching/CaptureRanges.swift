/// The places of the values of a match in the subject, without allocation in all common cases.
package struct CaptureRanges: Sendable {
  /// The number of values that have room if offsets of 16 bits reach through the text.
  package static let inlineCount = 16
  /// The upper bound of the offsets of such a text.
  package static let inlineEnd = Int(UInt16.max)

  /// The values of such a text.
  private(set) var words: RangeWords
  /// The values of any other match.
  private(set) var more: [Range<Int>?]?

  /// No values.
  package init() { words = RangeWords() }

  /// Up to sixteen values, of each the start in the upper half, from those that a closure gives.
  package init(count: Int, halves range: (Int) -> UInt32) {
    words = RangeWords(count: count, halves: range)
  }

  /// The values that a closure gives, however many.
  package init(count: Int, _ range: (Int) -> Range<Int>?) {
    let isInline =
      count <= Self.inlineCount
      && (0..<count).allSatisfy { (range($0)?.upperBound ?? 0) < Self.inlineEnd }
    self.init(count: isInline ? count : 0, halves: { RangeWords.half(range($0)) })
    if !isInline { more = (0..<count).map(range) }
  }

  /// Takes the offsets of a match that PCRE2 has written, those of the whole first.
  ///
  /// They are those of a subject of some length that stands `base` bytes behind the beginning of
  /// the text.
  @inline(__always)
  init(_ offsets: UnsafeMutablePointer<Int>, base: Int, length: Int, layout: CaptureLayout) {
    guard layout.isInline, base &+ length < Self.inlineEnd else {
      words = RangeWords()
      more = unsafe layout.ranges(offsets, base: base)
      return
    }
    if layout.count > 4 {
      words = RangeWords(
        count: layout.count,
        halves: { index in unsafe layout.half(offsets, index, base) }
      )
    } else {
      let word = layout.count > 0 ? unsafe layout.pair(offsets, 0, base) : .max
      let next = layout.count > 2 ? unsafe layout.pair(offsets, 2, base) : .max
      words = RangeWords(word, next)
    }
  }

  /// Sets one of the first values, in a text that offsets of 16 bits reach through.
  @inline(__always)
  mutating func set(_ index: Int, _ start: Int, _ end: Int) { words.set(index, start, end) }

  /// The range of the n-th value; `nil` when it took no part in the match.
  package subscript(index: Int) -> Range<Int>? {
    if let more { return more.indices.contains(index) ? more[index] : nil }
    return words.near(index)
  }
}

/// The places of up to sixteen values in a text that offsets of 16 bits reach through, two in a
/// word, or of up to eight in any text, or marks of any number within 256 bytes.
@usableFromInline
struct RangeWords: Sendable {
  /// The number of values in any text that have room.
  static let farCount = 8

  // Start and end of each value; all bits set where one took no part. Vectors, made in registers:
  // what has just been written in smaller pieces is slow to be copied as a whole.
  @usableFromInline var first: SIMD2<UInt64>
  @usableFromInline var second: SIMD2<UInt64>
  @usableFromInline var third: SIMD2<UInt64>
  @usableFromInline var fourth: SIMD2<UInt64>

  /// No values.
  init() { self.init(.max, .max) }

  /// The first four values of a text that offsets of 16 bits reach through.
  @inline(__always)
  init(_ word: UInt64, _ next: UInt64) {
    self.init(first: SIMD2(word, next), second: SIMD2(repeating: .max))
  }

  @inline(__always)
  private init(first: SIMD2<UInt64>, second: SIMD2<UInt64>) {
    self.first = first
    self.second = second
    third = SIMD2(repeating: .max)
    fourth = SIMD2(repeating: .max)
  }

  /// Marks of values within the first 64 bytes: of slashes, and of those that end a value.
  @inlinable
  @inline(__always)
  init(marks: SIMD2<UInt64>) {
    first = marks
    second = SIMD2(0, 0)
    third = SIMD2(0, 0)
    fourth = SIMD2(0, 0)
  }

  /// Marks of any number of values, with something between them, within 256 bytes: of the byte
  /// before each, and of its end.
  init?(marking ranges: [Range<Int>?], _ base: Int) {
    self.init(marks: SIMD2(0, 0))
    var last = base - 1
    for range in ranges {
      guard let range, range.lowerBound > last, range.upperBound < base + 256 else { return nil }
      let (before, end) = (range.lowerBound - 1 - base, range.upperBound - base)
      self[before / 64 * 2] |= 1 << UInt64(before % 64)
      self[end / 64 * 2 + 1] |= 1 << UInt64(end % 64)
      last = range.upperBound
    }
  }

  /// Up to sixteen values, of each the start in the upper half.
  init(count: Int, halves range: (Int) -> UInt32) {
    func word(_ index: Int) -> UInt64 {
      let low = 2 * index < count ? range(2 * index) : .max
      let high = 2 * index + 1 < count ? range(2 * index + 1) : .max
      return UInt64(high) << 32 | UInt64(low)
    }
    self.init(word(0), count > 2 ? word(1) : .max)
    if count > 4 { second = SIMD2(word(2), word(3)) }
    if count > 8 {
      third = SIMD2(word(4), word(5))
      fourth = SIMD2(word(6), word(7))
    }
  }

  /// Up to eight values of any text, none of which is longer than 2^28 bytes.
  init(far ranges: ArraySlice<Range<Int>?>) {
    self.init()
    for (index, range) in zip(0..., ranges) {
      guard let range else { continue }
      self[index] = UInt64(range.lowerBound) << 32 | UInt64(range.upperBound)
    }
  }

  /// A value as half a word.
  static func half(_ range: Range<Int>?) -> UInt32 {
    range.map { UInt32(truncatingIfNeeded: $0.lowerBound << 16 | $0.upperBound) } ?? .max
  }

  /// One of the eight words.
  private subscript(index: Int) -> UInt64 {
    get {
      switch index / 2 {
      case 0: first[index & 1]
      case 1: second[index & 1]
      case 2: third[index & 1]
      default: fourth[index & 1]
      }
    }
    set {
      switch index / 2 {
      case 0: first[index & 1] = newValue
      case 1: second[index & 1] = newValue
      case 2: third[index & 1] = newValue
      default: fourth[index & 1] = newValue
      }
    }
  }

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
      setLater(index / 2, range, others)
    }
  }

  @inline(never)
  private mutating func setLater(_ index: Int, _ range: UInt64, _ others: UInt64) {
    self[index] = self[index] & others | range
  }

  /// A value in a text that offsets of 16 bits reach through.
  func near(_ index: Int) -> Range<Int>? {
    guard index >= 0, index < CaptureRanges.inlineCount else { return nil }
    let half = UInt32(truncatingIfNeeded: self[index / 2] >> (index % 2 == 0 ? 0 : 32))
    return half == .max ? nil : Int(half >> 16)..<Int(half & 0xFFFF)
  }

  /// A value that is marked.
  @inline(__always)
  func marked(_ index: Int, _ base: Int) -> Range<Int>? {
    guard var count = index >= 0 ? index : nil else { return nil }
    for window in 0..<4 {
      var ends = self[2 * window + 1]
      while count > 0, ends != 0 {
        ends &= ends &- 1
        count -= 1
      }
      if ends == 0 { continue }
      var place = window
      var before = self[2 * window] & ((ends & (0 &- ends)) &- 1)
      while before == 0, place > 0 {
        place -= 1
        before = self[2 * place]
      }
      let start = base + 64 * place + 64 - before.leadingZeroBitCount
      return start..<(base + 64 * window + ends.trailingZeroBitCount)
    }
    return nil
  }

  /// A value in any text.
  func far(_ index: Int) -> Range<Int>? {
    guard index >= 0, index < Self.farCount, self[index] != .max else { return nil }
    return Int(self[index] >> 32)..<Int(self[index] & 0xFFFF_FFFF)
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
