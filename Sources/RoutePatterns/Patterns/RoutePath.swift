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
      dropTrailingSlash(&parts)
    }
    try checkDots(parts, of: source)
    return parts.isEmpty ? [.fixed("/", at: 0)] : parts
  }

  /// Removes the slash that stands before another, across parts.
  private static func mergeSlashes(_ parts: inout [PatternPart]) {
    var index = parts.count - 1
    while index > 0 {
      defer { index -= 1 }
      let previous = parts[index - 1]
      guard previous.kind == .fixed, previous.modifier == .none, previous.value.hasSuffix("/"),
        startsWithSlash(parts[index])
      else { continue }
      // Where the part is absent, the slash has to come from what follows, or be the last.
      let canBeAbsent = parts[index].modifier.allowsNone
      let isReplaced = index + 1 == parts.count || startsWithSlash(parts[index + 1])
      guard !canBeAbsent || isReplaced else { continue }
      parts[index - 1].value.removeLast()
      if parts[index - 1].value.isEmpty { parts.remove(at: index - 1) }
    }
  }

  /// Removes the slash at the end, which a target has not either; the root keeps its own.
  private static func dropTrailingSlash(_ parts: inout [PatternPart]) {
    guard let last = parts.last, last.kind == .fixed, last.modifier == .none,
      last.value.hasSuffix("/"), parts.count > 1 || last.value != "/"
    else { return }
    parts[parts.count - 1].value.removeLast()
    if parts[parts.count - 1].value.isEmpty { parts.removeLast() }
  }

  /// A target never holds a segment of one dot or two, so that a pattern with one could match nothing.
  private static func checkDots(
    _ parts: [PatternPart],
    of source: [UInt8]
  ) throws(PatternFault) {
    for (index, part) in parts.enumerated() where part.kind == .fixed && part.value.contains(".") {
      let segments = part.value.split(separator: "/", omittingEmptySubsequences: false)
      let endsHere = index + 1 == parts.count || startsWithSlash(parts[index + 1])
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

  /// Where in the source the text stands that comes behind some canonical bytes of a literal.
  private static func place(behind length: Int, from start: Int, of source: [UInt8]) -> Int {
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

  private static func startsWithSlash(_ part: PatternPart) -> Bool {
    part.kind == .fixed ? part.value.hasPrefix("/") : part.prefix.hasPrefix("/")
  }
}
