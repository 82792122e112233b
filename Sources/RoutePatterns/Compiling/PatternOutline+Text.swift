extension PatternOutline {
  /// Reads the text of a plain pattern: literal text, parameters that are whole segments, an
  /// asterisk at the end.
  ///
  ///     /books/new      /books/:id/pages/:_      files/*
  ///
  /// Nearly all patterns are of this form, and of such a text each byte says what it means: what
  /// the parser would make of it is told at a glance. Whatever is not, a fault among it, is left to
  /// the parser.
  ///
  /// - Returns: `nil` if the text is not plain.
  init?(plain text: [UInt8], slashes: RouteTarget.SlashPolicy) {
    // An expression stands in no plain text, and is told before any of it is read.
    guard let first = text.first, !text.contains(UInt8(ascii: "(")) else { return nil }
    // The slash of the root need not be written.
    let slash = UInt8(ascii: "/")
    let bytes = first == slash ? text : [slash] + text
    var reader = PlainReader(bytes: bytes, slashes: slashes)
    guard reader.read() else { return nil }
    self = reader.outline
    isExact = true
  }
}

extension PatternOutline {
  /// The values of a plain text, as its parts have them.
  var captures: [PatternCapture] {
    var captures: [PatternCapture] = []
    captures.reserveCapacity(captureCount)
    for case .value(let name?) in segments {
      captures.append(PatternCapture(name, group: captures.count + 1, spansSegments: false))
    }
    if case .rest(let name?, _) = end {
      captures.append(PatternCapture(name, group: captures.count + 1, spansSegments: true))
    }
    return captures
  }

  /// The key of a plain text, as that of its parts: literal segments that stand together are one.
  var plainKey: SpecificityKey {
    // A value takes six bytes, and what stands before and behind the path ten.
    var key = SpecificityKey(capacity: 16 + segments.reduce(0) { $0 + 6 + $1.literalCount })
    key.append(hasScheme: false, host: nil, hasPort: false)
    var isLiteral = false
    for segment in segments {
      if case .literal(let text) = segment {
        if !isLiteral { key.beginFixed() }
        key.append(segment: text)
      } else {
        if isLiteral { key.endFixed() }
        key.append(.segmentWildcard, prefix: UInt8(ascii: "/"))
      }
      isLiteral = if case .literal = segment { true } else { false }
    }
    if isLiteral { key.endFixed() }
    if isOpen { key.append(.fullWildcard, prefix: UInt8(ascii: "/")) }
    key.appendEnd()
    key.append(scheme: nil, port: nil)
    return key
  }
}

extension PatternOutline.Segment {
  fileprivate var literalCount: Int { if case .literal(let text) = self { text.count } else { 0 } }
}

extension PatternCapture {
  fileprivate init(_ name: ArraySlice<UInt8>, group: Int, spansSegments: Bool) {
    self.init(
      name: String(decoding: name, as: UTF8.self),
      group: group,
      spansSegments: spansSegments,
      emptyIsAbsent: false
    )
  }
}

/// Reads segment after segment of a plain text, each with the slash before it.
private struct PlainReader {
  let bytes: [UInt8]
  let slashes: RouteTarget.SlashPolicy
  private(set) var outline = PatternOutline()

  init(bytes: [UInt8], slashes: RouteTarget.SlashPolicy) {
    self.bytes = bytes
    self.slashes = slashes
    outline.segments.reserveCapacity(4)
  }

  /// - Returns: false where the text is not plain.
  mutating func read() -> Bool {
    var position = 0
    // Where the literal text begins that is read.
    var literal = 0
    while position < bytes.count {
      let start = position + 1
      switch start < bytes.count ? bytes[start] : 0 {
      case UInt8(ascii: ":"):
        guard let end = endOfName(from: start + 1), addValue(start + 1..<end) else { return false }
        position = end
        literal = end
      case UInt8(ascii: "*"):
        // It is the one value without a name.
        guard start + 1 == bytes.count else { return false }
        let canLackSlash = slashes == .lenient && !outline.segments.isEmpty
        outline.end = .rest(name: [UInt8(ascii: "0")], canLackSlash: canLackSlash)
        return true
      default:
        guard let end = endOfLiteral(from: start) else { return false }
        outline.segments.append(.literal(bytes[start..<end]))
        position = end
      }
    }
    outline.ending = bytes[literal...]
    return true
  }

  /// Adds a value; false where its name is taken.
  private mutating func addValue(_ range: Range<Int>) -> Bool {
    let name = bytes[range]
    if name.count == 1, name.first == UInt8(ascii: "_") {
      outline.segments.append(.value(name: nil))
      return true
    }
    let value = PatternOutline.Segment.value(name: name)
    guard !outline.segments.contains(value) else { return false }
    outline.segments.append(value)
    return true
  }

  /// The end of a name that is all of its segment.
  private func endOfName(from start: Int) -> Int? {
    var end = start
    while end < bytes.count, isNamePart(bytes[end], first: end == start) { end += 1 }
    let isWhole = end == bytes.count || bytes[end] == UInt8(ascii: "/")
    return end > start && isWhole ? end : nil
  }

  /// The end of a literal segment, all of whose bytes stand for themselves; only that of the root
  /// is empty.
  private func endOfLiteral(from start: Int) -> Int? {
    var end = start
    var holdsOther = bytes.count == 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "/") {
      guard isLiteral(bytes[end]) else { return nil }
      if bytes[end] != UInt8(ascii: ".") { holdsOther = true }
      end += 1
    }
    // Dots alone can mean something.
    return holdsOther ? end : nil
  }

  @inline(__always)
  private func isNamePart(_ byte: UInt8, first: Bool) -> Bool {
    byte.isASCIILetter || (!first && byte.isASCIIDigit) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$")
  }

  @inline(__always)
  private func isLiteral(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: ":"):
      false
    default: PercentCoding.isPathByte(byte)
    }
  }
}
