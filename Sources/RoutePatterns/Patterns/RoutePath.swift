/// Brings the parts of a path into the form that canonical targets can match.
enum RoutePath {
  static func canonical(
    _ parts: [PatternPart],
    slashes: RouteTarget.SlashPolicy
  ) throws(PatternFault) -> [PatternPart] {
    var parts = parts
    if slashes == .lenient {
      mergeSlashes(&parts)
      dropTrailingSlash(&parts)
    }
    try checkDots(parts)
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
  private static func checkDots(_ parts: [PatternPart]) throws(PatternFault) {
    for (index, part) in parts.enumerated() where part.kind == .fixed {
      let segments = part.value.split(separator: "/", omittingEmptySubsequences: false)
      let endsHere = index + 1 == parts.count || startsWithSlash(parts[index + 1])
      for (place, segment) in segments.enumerated() where segment == "." || segment == ".." {
        let isWhole = place > 0 && (place + 1 < segments.count || endsHere)
        let offset = segment.utf8.startIndex.utf16Offset(in: part.value)
        if isWhole { throw PatternFault(.dotSegment, at: part.place.part + offset) }
      }
    }
  }

  private static func startsWithSlash(_ part: PatternPart) -> Bool {
    part.kind == .fixed ? part.value.hasPrefix("/") : part.prefix.hasPrefix("/")
  }
}
