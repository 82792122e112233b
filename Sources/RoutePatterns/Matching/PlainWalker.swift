/// Matches paths by the outline of a plain pattern, without PCRE2: text, whole segments, and the
/// rest; or by literal text around one asterisk.
///
/// That says exactly what the expression does, and each step of the walk can match in one way.
/// Calling PCRE2 takes longer than such a walk.
struct PlainWalker: Hashable, Sendable {
  /// The piece that follows the text of a step.
  private enum Piece: UInt8 {
    case nothing
    /// All up to a slash or the end, and not empty.
    case segment, capturedSegment
    /// All up to the end, or up to the text behind it.
    case rest, capturedRest
    case slashOrEnd
  }

  /// Text of at most eight bytes, and the piece that follows it.
  private struct Step: Hashable {
    /// The bytes of the text, the first the lowest.
    var word: UInt64 = 0
    var length: UInt8 = 0
    var piece = Piece.nothing
    /// The length of the text that stands behind the rest.
    var behind: UInt16 = 0
  }

  private let steps: [Step]

  /// A walker that can stand in for no expression.
  init() { steps = [] }

  /// The walker of an outline whose letters match in their own case alone; of no use if the outline
  /// is not plain or has more values than are told apart quickly.
  ///
  /// - Parameters:
  ///   - outline: the outline of a path.
  ///   - start: the text that stands before each path.
  init(_ outline: PatternOutline, behind start: String = "") {
    guard outline.isPlain, outline.captureCount <= CaptureRanges.inlineCount else {
      steps = []
      return
    }
    var writer = StepWriter(capacity: Self.stepCount(outline, start.utf8.count))
    for byte in start.utf8 { writer.append(byte) }
    for segment in outline.segments {
      writer.append(UInt8(ascii: "/"))
      switch segment {
      case .literal(let text): for byte in text { writer.append(byte) }
      case .value(let name): writer.take(name == nil ? .segment : .capturedSegment)
      case .form, .unclear: break
      }
    }
    if case .rest(let name, let canLackSlash) = outline.end {
      if canLackSlash { writer.take(.slashOrEnd) } else { writer.append(UInt8(ascii: "/")) }
      writer.take(name == nil ? .rest : .capturedRest)
    }
    writer.end()
    steps = writer.steps
  }

  /// The walker of literal text before and behind one asterisk, whose letters match in their own
  /// case alone.
  init(_ text: AsteriskText) {
    // A plain expression has no more than 8 KiB.
    let length = UInt16(clamping: text.behind.utf8.count)
    var writer = StepWriter(capacity: (text.before.utf8.count + Int(length)) / 8 + 2)
    for byte in text.before.utf8 { writer.append(byte) }
    writer.take(text.isCaptured ? .capturedRest : .rest, before: length)
    for byte in text.behind.utf8 { writer.append(byte) }
    writer.end()
    steps = writer.steps
  }

  /// The number of steps of an outline, so that no more memory is taken than they need.
  private static func stepCount(_ outline: PatternOutline, _ start: Int) -> Int {
    var (count, length) = (0, start)
    for segment in outline.segments {
      length += 1
      if case .literal(let text) = segment {
        length += text.count
      } else {
        count += (length + 7) / 8
        length = 0
      }
    }
    if case .rest(_, let canLackSlash) = outline.end {
      count += canLackSlash ? max(1, (length + 7) / 8) + 1 : (length + 8) / 8
      length = 0
    }
    return count + (length + 7) / 8
  }

  /// Writes text and pieces as steps.
  private struct StepWriter {
    private(set) var steps: [Step] = []
    private var step = Step()

    init(capacity: Int) { steps.reserveCapacity(capacity) }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
      if step.length == 8 { take(.nothing) }
      step.word |= UInt64(byte) &<< (8 &* UInt64(step.length))
      step.length += 1
    }

    @inline(__always)
    mutating func take(_ piece: Piece, before length: UInt16 = 0) {
      step.piece = piece
      step.behind = length
      steps.append(step)
      step = Step()
    }

    mutating func end() { if step.length > 0 { take(.nothing) } }
  }

  /// Whether it can stand in for the expression.
  @inline(__always)
  var isUsable: Bool { !steps.isEmpty }

  // MARK: - Matching

  /// Matches a subject.
  ///
  /// The ranges are those of a text in which the subject stands `base` bytes behind the beginning;
  /// it ends where offsets of 16 bits reach.
  @inline(__always)
  func match(_ subject: Span<UInt8>, base: Int = 0) -> MatchOutcome {
    let count = subject.count
    var ranges = CaptureRanges()
    var value = 0
    var position = 0
    for step in steps {
      let length = Int(step.length)
      if length > 0 {
        guard count &- position >= length else { return .unmatched }
        let word = Self.word(subject, at: position)
        // The lowest bytes of both, as many as the text has.
        guard (word ^ step.word) &<< (64 &- 8 &* UInt64(length)) == 0 else { return .unmatched }
        position &+= length
      }
      if step.piece == .capturedSegment || step.piece == .segment {
        let end = Self.endOfSegment(subject, from: position)
        guard end > position else { return .unmatched }
        if step.piece == .capturedSegment {
          ranges.set(value, base &+ position, base &+ end)
          value &+= 1
        }
        position = end
      } else if step.piece == .capturedRest || step.piece == .rest {
        let end = count &- Int(step.behind)
        // What stands behind it may not be a part of what stands before it.
        guard end >= position else { return .unmatched }
        if step.piece == .capturedRest {
          ranges.set(value, base &+ position, base &+ end)
          value &+= 1
        }
        position = end
      } else if step.piece == .slashOrEnd, position < count {
        guard subject[position] == UInt8(ascii: "/") else { return .unmatched }
        position &+= 1
      }
    }
    return position == count ? .matched(ranges) : .unmatched
  }

  @inline(__always)
  private static func endOfSegment(_ subject: Span<UInt8>, from start: Int) -> Int {
    var position = start
    while position < subject.count {
      // The lowest byte of zeros is found exactly, whatever is carried into those above it; the
      // subject of a component need not be ASCII.
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
