extension PatternRegex {
  /// Adds parts that stand once and end where a slash or the subject's end comes, as in most patterns: nothing
  /// has to be known of what stands around them.
  ///
  /// - Returns: false, with nothing added, where there is any other part.
  /// - Throws: a fault of an expression.
  mutating func appendPlainly(
    _ parts: [PatternPart],
    syntax: PatternSyntax,
    mergesSlashes: Bool
  ) throws(PatternFault) -> Bool {
    guard !syntax.isHost, syntax.delimiter == UInt8(ascii: "/") else { return false }
    for index in parts.indices where !isPlain(parts, index) { return false }
    let start = text.count
    for index in parts.indices {
      let canEnd = mergesSlashes && index + 1 == parts.count && text.count > start
      switch parts[index].kind {
      case .fixed:
        append(literal: parts[index].value)
      case .segmentWildcard:
        if !parts[index].prefix.isEmpty { append(regex: "/") }
        append(regex: parts[index].isUnnamed ? "[^/]++" : "([^/]++)")
        countPlain(parts[index], spansSegments: false)
      case .fullWildcard:
        append(regex: canEnd ? "(?:/|$)" : "/")
        append(regex: parts[index].isUnnamed ? "(?:.*+)" : "(.*+)")
        countPlain(parts[index], spansSegments: true)
      case .regex:
        try append(regexOf: parts[index], syntax, canEnd: canEnd)
      }
    }
    return true
  }

  private mutating func append(
    regexOf part: PatternPart,
    _ syntax: PatternSyntax,
    canEnd: Bool
  ) throws(PatternFault) {
    // Its own group comes before those within it.
    countPlain(part, spansSegments: false)
    // A slash or the end comes behind it: what cannot take a slash need never give back what it took.
    let regex = try translate(part, syntax: syntax, follow: ASCIISet(UInt8(ascii: "/")))
    if !part.isUnnamed, regex.consumes.contains(UInt8(ascii: "/")) { noteSpan() }
    // Of a target that does not end in a slash the last one may be missing.
    append(regex: canEnd && regex.canBeEmpty ? "(?:/|$)" : "/")
    append(regex: part.isUnnamed ? "(?:" : "(")
    append(regex: regex.text)
    append(regex: ")")
  }

  /// Whether a part stands once, and ends where a slash or the end of the subject begins.
  private func isPlain(_ parts: [PatternPart], _ index: Int) -> Bool {
    guard parts[index].modifier == .none, parts[index].suffix.isEmpty else { return false }
    let slash = UInt8(ascii: "/")
    let isLast = index + 1 == parts.count
    let prefix = parts[index].prefix.utf8
    switch parts[index].kind {
    case .fixed: return parts[index].value.utf8.last != slash || (isLast && index == 0)
    // Behind other text an empty value would leave the slash of that text the last.
    case .fullWildcard: return isLast && prefix.count == 1 && prefix.first == slash
    case .regex where prefix.isEmpty: return false
    case .segmentWildcard, .regex:
      guard prefix.isEmpty || (prefix.count == 1 && prefix.first == slash) else { return false }
      if isLast { return true }
      let next = parts[index + 1].kind == .fixed ? parts[index + 1].value : parts[index + 1].prefix
      return next.utf8.first == slash
    }
  }
}
