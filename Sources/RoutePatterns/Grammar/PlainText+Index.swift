/// What an index keeps of a pattern, told from its text alone.
extension PlainText {
  /// The outline of a plain text: what the parts of its pattern come to, without making them.
  static func outline(of text: Span<UInt8>) -> PatternOutline {
    var segments: [PatternOutline.Segment] = []
    var isOpen = false
    var position = start(of: text)
    while position <= text.count, let segment = segment(of: text, at: &position) {
      switch segment {
      case .literal(let range): segments.append(.literal(string(text, range)))
      case .parameter, .unnamed: segments.append(.any)
      case .rest: isOpen = true
      }
    }
    return PatternOutline(
      segments,
      isOpen: isOpen,
      canLackLast: false,
      shape: isOpen ? .prefix(segments) : .exact(segments)
    )
  }

  /// Which segments of a plain text are values that are kept, a bit for each, and whether the rest is one.
  static func values(of text: Span<UInt8>) -> (segments: UInt64, hasRest: Bool) {
    var segments: UInt64 = 0
    var index: UInt64 = 0
    var position = start(of: text)
    while position <= text.count, let segment = segment(of: text, at: &position) {
      switch segment {
      case .literal, .unnamed: break
      // A bit beyond the last is none.
      case .parameter: segments |= 1 << index
      case .rest: return (segments, true)
      }
      index += 1
    }
    return (segments, false)
  }

  /// How specific a plain text is, as bytes: those of two compare, byte by byte, as their patterns do.
  ///
  /// No scheme, host and port come before any, and a text ends in the byte zero, which none of them holds.
  static func specificityKey(of text: Span<UInt8>) -> [UInt8] {
    var key: [UInt8] = [0, 0, 0]
    // A parameter of two bytes takes five, and what stands before and behind the path ten.
    key.reserveCapacity(text.count + 16)
    var position = start(of: text)
    while let (kind, range) = part(of: text, at: &position) {
      append(kind, to: &key)
      if kind == .fixed { key.append(0) }
      key.append(UInt8(ascii: "/"))
      for index in range { key.append(text[index]) }
      key += kind == .fixed ? [0, 0] : [0, 0, 0]
    }
    append(.fixed, to: &key)
    key += [0, 0, 0]
    // The scheme and the port once more.
    key += [0, 0, 0]
    return key
  }

  private static func append(_ kind: PatternPart.Kind, to key: inout [UInt8]) {
    key.append(UInt8(kind.rawValue) << 2 | UInt8(PatternPart.Modifier.none.rawValue))
  }
}
