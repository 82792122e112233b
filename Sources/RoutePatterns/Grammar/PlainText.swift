/// Reads the texts of plain patterns: literal text, parameters that are whole segments, an asterisk at the end.
///
///     /books/new      /books/:id/pages/:_      files/*
///
/// Nearly all patterns are of this form, and of such a text each byte says what it means. Whatever is not, a fault
/// among it, is left to the parser.
enum PlainText {
  /// A segment, with the place of its text or its name.
  enum Segment {
    case literal(Range<Int>)
    case parameter(Range<Int>)
    case unnamed
    /// The asterisk, which takes all that is left.
    case rest
  }

  /// Where the first segment begins: the slash of the root need not be written.
  static func start(of text: Span<UInt8>) -> Int {
    text.count > 0 && text[0] == UInt8(ascii: "/") ? 1 : 0
  }

  /// Reads the segment at a position, and moves the position behind the slash after it, or beyond the end.
  ///
  /// - Returns: nothing where the text is not plain.
  static func segment(of text: Span<UInt8>, at position: inout Int) -> Segment? {
    let start = position
    guard start < text.count else {
      // No segment is empty, but that of the root.
      guard start == 1, text.count == 1 else { return nil }
      position = 2
      return .literal(1..<1)
    }
    switch text[start] {
    case UInt8(ascii: ":"):
      guard let end = endOfName(text, from: start + 1) else { return nil }
      position = end + 1
      let isUnnamed = end == start + 2 && text[start + 1] == UInt8(ascii: "_")
      return isUnnamed ? .unnamed : .parameter(start + 1..<end)
    case UInt8(ascii: "*"):
      guard start + 1 == text.count else { return nil }
      position = start + 2
      return .rest
    default:
      guard let end = endOfLiteral(text, from: start) else { return nil }
      position = end + 1
      return .literal(start..<end)
    }
  }

  /// Where a name ends that is all of its segment.
  private static func endOfName(_ text: Span<UInt8>, from start: Int) -> Int? {
    var end = start
    while end < text.count, isNamePart(text[end], first: end == start) { end += 1 }
    let isWhole = end == text.count || text[end] == UInt8(ascii: "/")
    return end > start && isWhole ? end : nil
  }

  /// Where a literal segment ends, all of whose bytes stand for themselves.
  private static func endOfLiteral(_ text: Span<UInt8>, from start: Int) -> Int? {
    var end = start
    var holdsOther = false
    while end < text.count, text[end] != UInt8(ascii: "/") {
      guard isLiteral(text[end]) else { return nil }
      if text[end] != UInt8(ascii: ".") { holdsOther = true }
      end += 1
    }
    // Dots alone can mean something.
    return holdsOther ? end : nil
  }

  @inline(__always)
  private static func isNamePart(_ byte: UInt8, first: Bool) -> Bool {
    byte.isASCIILetter || (!first && byte.isASCIIDigit) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$")
  }

  @inline(__always)
  private static func isLiteral(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: ":"):
      false
    default: PercentCoding.isPathByte(byte)
    }
  }

  /// Whether a name stands in the text before a position already.
  static func hasName(_ name: Range<Int>, in text: Span<UInt8>, before end: Int) -> Bool {
    var position = start(of: text)
    while position < end, let segment = segment(of: text, at: &position) {
      guard case .parameter(let other) = segment, other.lowerBound < name.lowerBound else {
        continue
      }
      if areEqual(text, other, text, name) { return true }
    }
    return false
  }

  private static func areEqual(
    _ one: Span<UInt8>,
    _ first: Range<Int>,
    _ other: Span<UInt8>,
    _ second: Range<Int>
  ) -> Bool {
    guard first.count == second.count else { return false }
    for offset in 0..<first.count
    where one[first.lowerBound + offset] != other[second.lowerBound + offset] {
      return false
    }
    return true
  }
}

// MARK: - What a plain text says

extension PlainText {
  /// The values that a plain text names.
  static func captures(of text: Span<UInt8>) -> [PatternCapture] {
    var captures: [PatternCapture] = []
    var position = start(of: text)
    while position <= text.count, let segment = segment(of: text, at: &position) {
      switch segment {
      case .literal, .unnamed: break
      case .parameter(let range): captures.append(capture(named: string(text, range), of: captures))
      // It is the one value without a name.
      case .rest: captures.append(capture(named: "0", of: captures, spansSegments: true))
      }
    }
    return captures
  }

  private static func capture(
    named name: String,
    of before: [PatternCapture],
    spansSegments: Bool = false
  ) -> PatternCapture {
    PatternCapture(
      name: name,
      group: before.count + 1,
      spansSegments: spansSegments,
      emptyIsAbsent: false
    )
  }

  static func string(_ text: Span<UInt8>, _ range: Range<Int>) -> String {
    unsafe text.extracting(range).withUnsafeBufferPointer {
      unsafe String(decoding: $0, as: UTF8.self)
    }
  }

  /// How specific a plain text is beside another: as their parts compare, without making them.
  static func specificity(
    _ one: Span<UInt8>,
    comparedTo other: Span<UInt8>
  ) -> SpecificityOrder {
    var (first, second) = (start(of: one), start(of: other))
    while true {
      let (mine, theirs) = (part(of: one, at: &first), part(of: other, at: &second))
      guard let mine else {
        guard let theirs else { return .same }
        return theirs.kind == .fixed ? .lessSpecific : .moreSpecific
      }
      // A list that is at its end goes on with nothing, which is an empty literal.
      guard let theirs else { return mine.kind == .fixed ? .moreSpecific : .lessSpecific }
      let order = SpecificityOrder(mine.kind.rawValue, theirs.kind.rawValue)
      if order != .same { return order }
      guard mine.kind == .fixed else { continue }
      let literals = compare(one, mine.range, other, theirs.range)
      if literals != .same { return literals }
    }
  }

  /// The part at a position: literal segments that stand together are one.
  static func part(
    of text: Span<UInt8>,
    at position: inout Int
  ) -> (kind: PatternPart.Kind, range: Range<Int>)? {
    var literal: Range<Int>?
    while position <= text.count {
      var next = position
      switch segment(of: text, at: &next) {
      case .literal(let range):
        literal = (literal ?? range).lowerBound..<range.upperBound
        position = next
        continue
      case .parameter, .unnamed:
        guard literal == nil else { break }
        position = next
        return (.segmentWildcard, 0..<0)
      case .rest:
        guard literal == nil else { break }
        position = next
        return (.fullWildcard, 0..<0)
      case nil: break
      }
      break
    }
    return literal.map { (.fixed, $0) }
  }

  /// The order of literal text by bytes.
  private static func compare(
    _ one: Span<UInt8>,
    _ first: Range<Int>,
    _ other: Span<UInt8>,
    _ second: Range<Int>
  ) -> SpecificityOrder {
    let count = min(first.count, second.count)
    for offset in 0..<count {
      let (mine, theirs) = (one[first.lowerBound + offset], other[second.lowerBound + offset])
      if mine != theirs { return mine < theirs ? .lessSpecific : .moreSpecific }
    }
    return SpecificityOrder(first.count, second.count)
  }
}
