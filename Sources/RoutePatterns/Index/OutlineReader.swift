/// Reads the parts of a path's pattern into segments, as long as each of them stands by itself.
///
/// Where slashes are merged the parts have been brought into that form: no segment of theirs but the root is empty.
struct OutlineReader {
  /// The segment that is being read.
  private enum Current {
    /// The slash of the root is still to come.
    case nothing
    case text(String)
    /// A value that is the whole segment; one of an expression may be empty.
    case value(canBeEmpty: Bool)
  }

  private let pattern: RoutePattern
  private let parts: [PatternPart]
  /// The forms of all segments, where there is an expression and they are all that it asks for.
  let forms: PathForms?
  private var segments: [PatternOutline.Segment] = []
  private var current = Current.nothing
  /// Whether the last of the segments is a value that may be empty.
  private var endsInEmptyable = false
  /// Whether each value is a segment of any text but the empty one.
  private var isPlain = true

  /// - Parameters:
  ///   - pattern: the pattern.
  ///   - parts: the parts of its path.
  init(_ pattern: RoutePattern, _ parts: [PatternPart]) {
    self.pattern = pattern
    self.parts = parts
    let storage = pattern.storage
    let isRead =
      parts.contains { $0.kind == .regex } && !storage.seesScheme
      && storage.options.letterCase == .sensitive
    forms = isRead ? PathForms(Array(storage.regex.utf8)) : nil
  }

  /// The outline; it is open from the first part on that segments do not tell.
  mutating func read() -> PatternOutline {
    for (index, part) in parts.enumerated() {
      guard part.modifier == .none else {
        // A group that may be absent ends the segment before it only if all that can come instead does.
        if isEndOfSegment(before: index) { close() }
        return open()
      }
      switch part.kind {
      case .fixed: guard append(part.value) else { return open() }
      case .fullWildcard:
        guard append(part.prefix) else { return open() }
        let isWholeRest = isAtSegment && part.suffix.isEmpty && index + 1 == parts.count
        return open(shape: isWholeRest && isPlain ? .prefix(segments) : nil)
      case .segmentWildcard, .regex:
        guard append(part.prefix), isAtSegment, staysWithinSegment(part) else { return open() }
        let isRegex = part.kind == .regex
        current = .value(canBeEmpty: isRegex && !isSurelyFilled(segments.count))
        if isRegex { isPlain = false }
        guard append(part.suffix) else { return open() }
      }
    }
    return end()
  }

  /// Whether a value that is all of a segment takes a byte at least.
  ///
  /// No value before it holds a slash, so that segments are counted here as they are in the expression.
  private func isSurelyFilled(_ index: Int) -> Bool {
    guard let forms, forms.segments.indices.contains(index) else { return false }
    return !forms.segments[index].canBeEmpty
  }

  // MARK: - Ends

  private func open(shape: PatternShape? = nil) -> PatternOutline {
    PatternOutline(segments, isOpen: true, canLackLast: endsInEmptyable, shape: shape)
  }

  private mutating func end() -> PatternOutline {
    if case .nothing = current { current = .text("") }
    close()
    let shape = isPlain ? PatternShape.exact(segments) : nil
    return PatternOutline(segments, isOpen: false, canLackLast: endsInEmptyable, shape: shape)
  }

  // MARK: - Segments

  /// Whether a segment has begun in which nothing stands yet.
  private var isAtSegment: Bool { if case .text("") = current { true } else { false } }

  /// Adds literal text; false where it does not fit into segments.
  private mutating func append(_ text: String) -> Bool {
    let pieces = text.split(at: UInt8(ascii: "/"), omittingEmpty: false)
    for (index, piece) in pieces.enumerated() {
      if index > 0 {
        close()
        current = .text("")
      }
      guard !piece.isEmpty else { continue }
      guard case .text(let before) = current else { return false }
      current = .text(before + piece)
    }
    return true
  }

  private mutating func close() {
    switch current {
    case .nothing: return
    case .text(let text):
      segments.append(.literal(text))
      endsInEmptyable = false
    case .value(let canBeEmpty):
      segments.append(.any)
      endsInEmptyable = canBeEmpty
    }
  }

  /// Whether a slash or the end of the path follows whichever of the parts from an index on are there.
  private func isEndOfSegment(before index: Int) -> Bool {
    for part in parts[index...] {
      let text = part.kind == .fixed ? part.value : part.prefix
      guard text.utf8.first == UInt8(ascii: "/") else { return false }
      if !part.modifier.allowsNone { return true }
    }
    return true
  }

  /// Whether a value holds no slash; one without a name is not known well enough.
  private func staysWithinSegment(_ part: PatternPart) -> Bool {
    guard part.kind == .regex else { return true }
    let captures = pattern.storage.compiled.captures
    return captures.contains { $0.name == part.name.text && !$0.spansSegments }
  }
}
