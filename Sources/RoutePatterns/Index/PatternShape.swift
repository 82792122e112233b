/// The paths that a plain pattern matches, in which each value is a segment of any text but the
/// empty one.
enum PatternShape: Hashable, Sendable {
  /// As many segments as there are.
  case exact([PatternOutline.Segment])
  /// Those segments, and anything behind the slash after them; where slashes are merged, the slash
  /// can be lacking.
  case prefix([PatternOutline.Segment])

  private var segments: [PatternOutline.Segment] {
    switch self {
    case .exact(let segments), .prefix(let segments): segments
    }
  }

  /// The paths of an outline, if it is as plain as that; what is asked besides them is not looked
  /// at.
  init?(_ outline: PatternOutline) {
    guard outline.isPlain else { return nil }
    self = outline.isOpen ? .prefix(outline.segments) : .exact(outline.segments)
  }

  /// A path that is matched, if its literal text is that of a canonical target.
  var sample: String {
    var texts = segments.map { segment in
      if case .literal(let text) = segment { String(decoding: text, as: UTF8.self) } else { "~" }
    }
    if case .prefix = self { texts.append("~") }
    return "/" + texts.joined(separator: "/")
  }
}

// MARK: - What covers what

extension PatternShape {
  /// The rules by which letters and slashes of two shapes are compared.
  struct Comparison {
    var slashes: RouteTarget.SlashPolicy
    /// Whether letters match in either case, in the one that covers and in the one that is covered.
    var ignoresCase: (outer: Bool, inner: Bool)
  }

  /// Whether all paths of another shape, which has some, are among those of this one; nothing where
  /// the case of letters is to be looked at more closely.
  func covers(_ other: PatternShape, _ comparison: Comparison) -> Bool? {
    switch (self, other) {
    case (.exact, .prefix): return false
    case (.exact(let mine), .exact(let theirs)):
      guard mine.count == theirs.count else { return false }
    case (.prefix(let mine), .prefix(let theirs)):
      guard mine.count <= theirs.count else { return false }
    case (.prefix(let mine), .exact(let theirs)):
      let shortest = comparison.slashes == .lenient ? mine.count : mine.count + 1
      guard shortest <= theirs.count else { return false }
    }
    var isSure = true
    for (mine, theirs) in zip(segments, other.segments) {
      switch Self.covers(mine, theirs, comparison) {
      case true?: break
      case false?: return false
      case nil: isSure = false
      }
    }
    return isSure ? true : nil
  }

  private static func covers(
    _ mine: PatternOutline.Segment,
    _ theirs: PatternOutline.Segment,
    _ comparison: Comparison
  ) -> Bool? {
    guard case .literal(let mine) = mine else {
      if case .literal(let text) = theirs { return !text.isEmpty }
      return true
    }
    guard case .literal(let theirs) = theirs else { return false }
    let (outer, inner) = comparison.ignoresCase
    guard outer || inner else { return mine == theirs }
    let folded = mine.map(\.lowercasedASCII)
    guard folded == theirs.map(\.lowercasedASCII) else { return false }
    // A letter in the other case is missed, unless it is one of an escape.
    return outer || !theirs.contains(where: \.isASCIILetter) ? true : nil
  }
}
