extension PatternOutline {
  /// Reads the parts of a path, as long as each of its segments stands by itself.
  ///
  /// Where slashes are merged the parts have been brought into that form: no segment of theirs but
  /// the root is empty.
  ///
  /// - Parameters:
  ///   - parts: the parts.
  ///   - slashes: what doubled and trailing slashes mean.
  ///   - ignoresCase: whether letters match whatever their case.
  ///   - syntax: the syntax that the parts were read in.
  init(
    _ parts: [PatternPart],
    slashes: RouteTarget.SlashPolicy,
    ignoresCase: Bool,
    syntax: PatternSyntax
  ) {
    var reader = OutlineReader(
      parts: parts,
      slashes: slashes,
      ignoresCase: ignoresCase,
      syntax: syntax
    )
    self = reader.read()
    guard let last = parts.last, last.kind == .fixed, last.modifier == .none else { return }
    ending = Array(last.value.utf8)[...]
  }
}

/// Reads the parts of a path's pattern into segments.
private struct OutlineReader {
  /// The segment that is being read.
  private enum Current {
    /// The slash of the root is still to come.
    case nothing
    case text(ArraySlice<UInt8>)
    /// A value that is the whole segment.
    case value(PatternOutline.Segment, canBeEmpty: Bool)
  }

  let parts: [PatternPart]
  let slashes: RouteTarget.SlashPolicy
  let ignoresCase: Bool
  let syntax: PatternSyntax
  private var outline = PatternOutline()
  private var current = Current.nothing

  init(
    parts: [PatternPart],
    slashes: RouteTarget.SlashPolicy,
    ignoresCase: Bool,
    syntax: PatternSyntax
  ) {
    self.parts = parts
    self.slashes = slashes
    self.ignoresCase = ignoresCase
    self.syntax = syntax
  }

  /// The outline; it is open from the first part on that segments do not tell.
  mutating func read() -> PatternOutline {
    for (index, part) in parts.enumerated() {
      guard part.modifier == .none else {
        // A group that may be absent ends the segment before it only if all that can come instead
        // does.
        if isEndOfSegment(before: index) { close() }
        return open()
      }
      switch part.kind {
      case .fixed: guard append(part.value) else { return open() }
      case .fullWildcard:
        guard append(part.prefix) else { return open() }
        guard isAtSegment, part.suffix.isEmpty, index + 1 == parts.count else { return open() }
        let canLackSlash = slashes == .lenient && !outline.segments.isEmpty
        return end(.rest(name: part.name.bytes, canLackSlash: canLackSlash))
      case .segmentWildcard, .regex:
        guard append(part.prefix), isAtSegment, let value = value(of: part) else { return open() }
        current = value
        guard append(part.suffix) else { return open() }
      }
    }
    if case .nothing = current { current = .text([]) }
    close()
    return end(.nothing)
  }

  // MARK: - Ends

  private mutating func open() -> PatternOutline {
    outline.end = .open
    return outline
  }

  private mutating func end(_ end: PatternOutline.End) -> PatternOutline {
    outline.end = end
    outline.isExact = !outline.segments.contains(.unclear)
    return outline
  }

  // MARK: - Segments

  /// Whether a segment has begun that is still empty.
  private var isAtSegment: Bool {
    if case .text(let text) = current { text.isEmpty } else { false }
  }

  /// Adds literal text; false where it does not fit into segments.
  private mutating func append(_ text: String) -> Bool {
    let pieces = Array(text.utf8).split(
      separator: UInt8(ascii: "/"),
      omittingEmptySubsequences: false
    )
    for (index, piece) in pieces.enumerated() {
      if index > 0 {
        close()
        current = .text([])
      }
      guard !piece.isEmpty else { continue }
      guard case .text(let before) = current else { return false }
      current = .text(before.isEmpty ? piece : before + piece)
    }
    return true
  }

  private mutating func close() {
    switch current {
    case .nothing: return
    case .text(let text):
      outline.segments.append(.literal(text))
      outline.canLackLast = false
    case .value(let value, let canBeEmpty):
      outline.segments.append(value)
      outline.canLackLast = canBeEmpty
    }
  }

  /// Whether a slash or the end of the path follows whichever of the parts from an index on are
  /// there.
  private func isEndOfSegment(before index: Int) -> Bool {
    for part in parts[index...] {
      let text = part.kind == .fixed ? part.value : part.prefix
      guard text.utf8.first == UInt8(ascii: "/") else { return false }
      if !part.modifier.allowsNone { return true }
    }
    return true
  }

  /// The value of a part that is all of a segment; `nil` if it may hold a slash, or its expression
  /// is not understood without those before it.
  private func value(of part: PatternPart) -> Current? {
    let name = part.name.bytes
    guard part.kind == .regex else { return .value(.value(name: name), canBeEmpty: false) }
    // Groups of a host are not among the parts.
    let regex = part.regexByItself(syntax, ignoresCase: ignoresCase)
    guard let regex, !regex.consumes.contains(UInt8(ascii: "/")) else { return nil }
    guard let form = SegmentForm(regex.root), !form.canBeEmpty else {
      return .value(.unclear, canBeEmpty: regex.canBeEmpty)
    }
    return .value(form.isAny ? .value(name: name) : .form(form, name: name), canBeEmpty: false)
  }
}

extension PatternPart.Name {
  /// The name its value is found under, as bytes.
  fileprivate var bytes: ArraySlice<UInt8>? { text.map { Array($0.utf8)[...] } }
}
