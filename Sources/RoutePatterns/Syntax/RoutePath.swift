/// Brings the parts of a path into the form that canonical targets can match.
enum RoutePath {
  static func canonical(
    _ parts: [PatternPart],
    of source: [UInt8],
    slashes: RouteTarget.SlashPolicy
  ) throws(PatternFault) -> [PatternPart] {
    var parts = parts
    if slashes == .lenient {
      mergeSlashes(&parts)
    }
    try checkDots(parts, of: source)
    return parts.isEmpty ? [.fixed("/", at: 0)] : parts
  }

  /// Removes the slash at the end of each part that is followed by another slash, or by the end.
  ///
  /// Where a group that may be absent decides whether one follows, the slash goes into the group:
  /// `/a/{:x}?/b` becomes `/a{/:x}?/b`.
  private static func mergeSlashes(_ parts: inout [PatternPart]) {
    var index = parts.count
    while index > 0 {
      defer { index -= 1 }
      // The root keeps its slash.
      let isRoot = parts.count == 1 && parts[0].value == "/"
      guard !isRoot, canLoseSlash(parts, index - 1),
        isFollowedBySlash(index, in: parts) || moveSlash(intoPartAt: index, of: &parts)
      else { continue }
      parts[index - 1].removeTrailingSlash()
      guard parts[index - 1].isEmptyText else { continue }
      parts.remove(at: index - 1)
      joinLiterals(at: index - 1, in: &parts)
    }
  }

  /// Puts the slash before a part into it, if that alone decides whether another slash follows.
  ///
  /// Of two such groups in a row either may be the first, so that neither can have the slash.
  private static func moveSlash(
    intoPartAt index: Int,
    of parts: inout [PatternPart]
  ) -> Bool {
    guard index < parts.count, parts[index - 1].modifier == .none,
      isFollowedBySlash(index + 1, in: parts)
    else { return false }
    return parts[index].takeSlash()
  }

  /// Whether a text that the parts read may have two slashes in a row, each of another part, or of
  /// another round of one.
  static func canDoubleSlash(_ parts: [PatternPart]) -> Bool {
    parts.indices.contains { index in
      guard parts[index].endsInSlash else { return false }
      if parts[index].modifier.allowsMany, parts[index].startsWithSlash { return true }
      for next in parts[(index + 1)...] {
        if next.startsWithSlash { return true }
        guard next.modifier.allowsNone else { return false }
      }
      return false
    }
  }

  /// Joins two literals that have become neighbours.
  private static func joinLiterals(at index: Int, in parts: inout [PatternPart]) {
    guard index > 0, index < parts.count, parts[index - 1].isLiteral, parts[index].isLiteral
    else { return }
    if parts[index - 1].endsInSlash, parts[index].startsWithSlash {
      parts[index - 1].removeTrailingSlash()
    }
    parts[index - 1].value += parts[index].value
    parts.remove(at: index)
  }

  /// Whether the last slash of a part is not the one that keeps its repeats apart.
  private static func canLoseSlash(_ parts: [PatternPart], _ index: Int) -> Bool {
    // Only one text is looked at; the part is not copied for it.
    let last = (parts[index].kind == .fixed ? parts[index].value : parts[index].suffix).utf8.last
    guard last == UInt8(ascii: "/") else { return false }
    return !parts[index].modifier.allowsMany || parts[index].startsWithSlash
  }

  /// Whether a slash stands behind the parts before an index, or the end, whatever is absent.
  static func isFollowedBySlash(_ index: Int, in parts: [PatternPart]) -> Bool {
    guard index < parts.count else { return true }
    guard parts[index].startsWithSlash else { return false }
    // Where that part is absent, the slash has to come from what follows, or be the last.
    return !parts[index].modifier.allowsNone || isFollowedBySlash(index + 1, in: parts)
  }

  /// Refuses literal segments of one dot or two: a target never holds one, so the pattern would
  /// match nothing.
  private static func checkDots(
    _ parts: [PatternPart],
    of source: [UInt8]
  ) throws(PatternFault) {
    for index in parts.indices where parts[index].kind == .fixed {
      let holdsDot = unsafe parts[index].value.utf8.withContiguousStorageIfAvailable {
        unsafe $0.contains(UInt8(ascii: "."))
      }
      guard holdsDot ?? true else { continue }
      let part = parts[index]
      let segments = part.value.split(at: UInt8(ascii: "/"), omittingEmpty: false)
      let endsHere = index + 1 == parts.count || parts[index + 1].startsWithSlash
      for (number, segment) in segments.enumerated() where segment == "." || segment == ".." {
        let isWhole = number > 0 && (number + 1 < segments.count || endsHere)
        guard isWhole else { continue }
        let length = part.value.utf8.distance(
          from: part.value.startIndex,
          to: segment.startIndex
        )
        throw PatternFault(
          .dotSegment,
          at: place(behind: length, from: part.place.part, of: source)
        )
      }
    }
  }

  /// Returns the place in the source of the text behind some canonical bytes of a literal.
  static func place(behind length: Int, from start: Int, of source: [UInt8]) -> Int {
    // The slash of the root, which need not be written, stands before the source.
    var index = max(0, start)
    var written = index - start
    var endsInSlash = written > 0
    while index < source.count, written < length {
      let isEscaped = source[index] == UInt8(ascii: "\\") && index + 1 < source.count
      if isEscaped { index += 1 }
      let byte = source[index]
      index += 1
      if !isEscaped, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") { continue }
      if byte == UInt8(ascii: "%"), index + 1 < source.count,
        let value = PercentCoding.byte(source[index], source[index + 1])
      {
        written += PercentCoding.isUnreserved(value) ? 1 : 3
        index += 2
      } else if byte != UInt8(ascii: "/") || !endsInSlash {
        written += PercentCoding.isPathByte(byte) ? 1 : 3
      }
      endsInSlash = byte == UInt8(ascii: "/")
    }
    let skipped = source[min(index, source.count)...].prefix { "/{}".utf8.contains($0) }
    return index + skipped.count
  }
}

extension PatternPart {
  fileprivate var startsWithSlash: Bool {
    (kind == .fixed ? value : prefix).utf8.first == UInt8(ascii: "/")
  }

  fileprivate var endsInSlash: Bool {
    (kind == .fixed ? value : suffix).utf8.last == UInt8(ascii: "/")
  }

  fileprivate var isEmptyText: Bool { kind == .fixed && value.isEmpty }

  fileprivate mutating func removeTrailingSlash() {
    if kind == .fixed { value.removeLast() } else { suffix.removeLast() }
  }

  /// Takes up the slash of the text before, which is there then as often as the part is.
  ///
  /// - Returns: `false` for a part that begins with a slash, is never absent, or repeats in a way
  ///   that no slash can be put into.
  fileprivate mutating func takeSlash() -> Bool {
    guard !startsWithSlash else { return false }
    switch modifier {
    case .none: return false
    case .optional: break
    case .zeroOrMore where kind != .fixed && kind != .regex && !hasAffixes:
      // A wildcard takes as much at once as in several rounds.
      modifier = .optional
    case .zeroOrMore, .oneOrMore:
      // A slash that each round ends in can as well begin it.
      guard endsInSlash else { return false }
      removeTrailingSlash()
    }
    if kind == .fixed { value = "/" + value } else { prefix = "/" + prefix }
    place.part -= 1
    return true
  }
}
