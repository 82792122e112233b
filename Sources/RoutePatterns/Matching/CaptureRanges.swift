/// Where the values of a match stand in the subject, kept without allocation for up to eight of them.
struct CaptureRanges: Sendable {
  /// A start and an end in one word; all bits set where a value took no part.
  private typealias Word = UInt64

  private var inline:
    (Word, Word, Word, Word, Word, Word, Word, Word) = (
      .max, .max, .max, .max, .max, .max, .max, .max
    )
  private var more: [Word] = []

  private static let inlineCount = 8

  /// The range of the n-th value; nothing when it took no part in the match.
  subscript(index: Int) -> Range<Int>? {
    let word: Word =
      switch index {
      case 0: inline.0
      case 1: inline.1
      case 2: inline.2
      case 3: inline.3
      case 4: inline.4
      case 5: inline.5
      case 6: inline.6
      case 7: inline.7
      default: index - Self.inlineCount < more.count ? more[index - Self.inlineCount] : .max
      }
    return word == .max ? nil : Int(word >> 32)..<Int(word & 0xFFFF_FFFF)
  }

  /// Takes the offsets of a match that PCRE2 has written, those of the whole first.
  ///
  /// They are those of a subject that stands `base` bytes behind the beginning of the text.
  @inline(__always)
  mutating func take(
    _ offsets: UnsafeMutablePointer<Int>, base: Int, layout: CaptureLayout
  ) {
    let count = layout.count
    guard layout.isPlain, count <= Self.inlineCount else {
      return unsafe takeSlowly(offsets, base: base, layout: layout)
    }
    unsafe withUnsafeMutablePointer(to: &inline) { words in
      let words = unsafe UnsafeMutableRawPointer(words).assumingMemoryBound(to: Word.self)
      for index in 0..<count {
        unsafe words[index] = Self.word(offsets[2 * index + 2], offsets[2 * index + 3], base)
      }
    }
  }

  @inline(never)
  private mutating func takeSlowly(
    _ offsets: UnsafeMutablePointer<Int>, base: Int, layout: CaptureLayout
  ) {
    more = Array(repeating: .max, count: max(0, layout.count - Self.inlineCount))
    for index in 0..<layout.count {
      let group = layout.groups[index]
      let start = unsafe offsets[2 * group]
      let end = unsafe offsets[2 * group + 1]
      let isAbsent = start == end && layout.emptyIsAbsent[index]
      let word = isAbsent ? .max : Self.word(start, end, base)
      if index >= Self.inlineCount {
        more[index - Self.inlineCount] = word
      } else {
        unsafe withUnsafeMutablePointer(to: &inline) { words in
          let words = unsafe UnsafeMutableRawPointer(words).assumingMemoryBound(to: Word.self)
          unsafe words[index] = word
        }
      }
    }
  }

  /// A group that took no part has no offsets: PCRE2_UNSET, the largest there is, which is -1 here.
  @inline(__always)
  private static func word(_ start: Int, _ end: Int, _ base: Int) -> Word {
    guard start >= 0, start <= end else { return .max }
    return Word(truncatingIfNeeded: start &+ base) << 32
      | Word(truncatingIfNeeded: end &+ base) & 0xFFFF_FFFF
  }
}

/// Which groups of a regular expression hold the values of a pattern.
struct CaptureLayout: Sendable {
  let count: Int
  /// Whether the values are the groups 1, 2 and so on, and nothing else has to be looked at.
  let isPlain: Bool
  fileprivate let groups: [Int]
  fileprivate let emptyIsAbsent: [Bool]

  init(_ captures: [PatternCapture]) {
    count = captures.count
    groups = captures.map(\.group)
    emptyIsAbsent = captures.map(\.emptyIsAbsent)
    isPlain =
      captures.indices.allSatisfy { captures[$0].group == $0 + 1 && !captures[$0].emptyIsAbsent }
  }
}
