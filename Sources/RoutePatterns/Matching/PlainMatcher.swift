/// Matches the regular expressions of plain patterns, those of text and whole segments, without PCRE2.
///
/// The expression stays what decides: this is read from its text, and only where each piece of it can match in
/// one way; or from a text of which it is known what expression it has. Calling PCRE2 takes longer than such a
/// match.
struct PlainMatcher: Hashable, Sendable {
  /// What follows the text of a step.
  enum Piece: UInt8 {
    case nothing
    /// `[^/]++`, captured or not.
    case segment, capturedSegment
    /// `(.*+)`
    case capturedRest
    /// `(?:/|$)`
    case slashOrEnd
  }

  /// Text, eight bytes of it at most, and what follows it.
  struct Step: Hashable {
    /// The bytes of the text, the first the lowest.
    var word: UInt64 = 0
    var length: UInt8 = 0
    var piece = Piece.nothing
  }

  private let steps: [Step]
  /// Whether it can stand in for the expression.
  let isUsable: Bool

  /// Reads the text of an expression, whose letters match in their own case alone.
  init(_ regex: [UInt8], layout: CaptureLayout) {
    var steps: [Step] = []
    var captureCount = 0
    isUsable =
      layout.isPlain && Self.read(regex, into: &steps, &captureCount)
      && captureCount == layout.count
    self.steps = isUsable ? steps : []
  }

  /// One of steps that stand for an expression.
  init(_ steps: [Step]) {
    self.steps = steps
    isUsable = true
  }

  /// One that is of no use.
  init() {
    steps = []
    isUsable = false
  }

  // MARK: - Matching

  /// Matches a subject; nothing when it does not match.
  ///
  /// The ranges are those of a text in which the subject stands `base` bytes behind the beginning; it ends
  /// where offsets of 16 bits reach.
  @inline(__always)
  func match(_ subject: Span<UInt8>, base: Int) -> CaptureRanges? {
    let count = subject.count
    var ranges = CaptureRanges()
    var value = 0
    var position = 0
    for step in steps {
      let length = Int(step.length)
      if length > 0 {
        guard count &- position >= length else { return nil }
        let word = Self.word(subject, at: position)
        // The lowest bytes of both, as many as the text has.
        guard (word ^ step.word) &<< (64 &- 8 &* UInt64(length)) == 0 else { return nil }
        position &+= length
      }
      if step.piece == .capturedSegment || step.piece == .segment {
        let end = Self.endOfSegment(subject, from: position)
        guard end > position else { return nil }
        if step.piece == .capturedSegment {
          ranges.set(value, base &+ position, base &+ end)
          value &+= 1
        }
        position = end
      } else if step.piece == .capturedRest {
        ranges.set(value, base &+ position, base &+ count)
        value &+= 1
        position = count
      } else if step.piece == .slashOrEnd, position < count {
        guard subject[position] == UInt8(ascii: "/") else { return nil }
        position &+= 1
      }
    }
    return position == count ? ranges : nil
  }

  @inline(__always)
  private static func endOfSegment(_ subject: Span<UInt8>, from start: Int) -> Int {
    var position = start
    while position < subject.count {
      // The lowest byte of zeros is found exactly, whatever is carried into those above it; the subject of a
      // component need not be ASCII.
      let difference = word(subject, at: position) ^ 0x2F2F_2F2F_2F2F_2F2F
      let slashes = (difference &- 0x0101_0101_0101_0101) & ~difference & ByteWord.highBits
      if slashes != 0 { return position &+ ByteWord.index(of: slashes) }
      position &+= 8
    }
    return subject.count
  }

  /// Eight bytes from a position within the subject, zero where fewer are left.
  @inline(__always)
  private static func word(_ subject: Span<UInt8>, at position: Int) -> UInt64 {
    let count = subject.count
    let left = count &- position
    if left >= 8 { return ByteWord.load(subject, at: position) }
    if count >= 8 {
      // The last eight hold the rest; those before it are shifted out.
      return ByteWord.load(subject, at: count &- 8) &>> (64 &- 8 &* UInt64(left))
    }
    var word: UInt64 = 0
    for index in stride(from: count &- 1, through: position, by: -1) {
      word = word &<< 8 | UInt64(subject[index])
    }
    return word
  }
}

// MARK: - Reading an expression

extension PlainMatcher {
  /// Whether an expression is plain, and its steps.
  private static func read(
    _ regex: [UInt8],
    into steps: inout [Step],
    _ captureCount: inout Int
  ) -> Bool {
    guard regex.count >= 2, regex[0] == UInt8(ascii: "^"), regex.last == UInt8(ascii: "$") else {
      return false
    }
    let special = PatternRegex.special
    let end = regex.count - 1
    var index = 1
    // The text before the next piece.
    var step = Step()
    while index < end {
      if special.contains(regex[index]) {
        if let (piece, length) = piece(in: regex[index..<end]) {
          captureCount += piece == .capturedSegment || piece == .capturedRest ? 1 : 0
          step.piece = piece
          take(&step, into: &steps)
          index += length
          continue
        }
        guard regex[index] == UInt8(ascii: "\\"), index + 1 < end,
          special.contains(regex[index + 1])
        else { return false }
        index += 1
      }
      if step.length == 8 {
        take(&step, into: &steps)
      }
      step.word |= UInt64(regex[index]) &<< (8 &* UInt64(step.length))
      step.length += 1
      index += 1
    }
    if step.length > 0 { take(&step, into: &steps) }
    return true
  }

  /// Adds a step and begins the next; an expression that is not plain seldom comes as far.
  private static func take(_ step: inout Step, into steps: inout [Step]) {
    if steps.isEmpty { steps.reserveCapacity(4) }
    steps.append(step)
    step = Step()
  }

  /// What a plain expression consists of besides text, and its length, if it stands at the beginning.
  private static func piece(in rest: ArraySlice<UInt8>) -> (Piece, length: Int)? {
    if rest.starts(with: "([^/]++)") { return (.capturedSegment, 8) }
    if rest.starts(with: "[^/]++") { return (.segment, 6) }
    if rest.starts(with: "(.*+)") { return (.capturedRest, 5) }
    return rest.starts(with: "(?:/|$)") ? (.slashOrEnd, 7) : nil
  }
}

extension ArraySlice<UInt8> {
  fileprivate func starts(with text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard count >= length else { return false }
    for index in 0..<length {
      guard unsafe self[startIndex + index] == text.utf8Start[index] else { return false }
    }
    return true
  }
}
