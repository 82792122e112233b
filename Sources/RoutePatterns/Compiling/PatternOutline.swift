/// The segments of the paths that a pattern matches, as far as segments tell.
///
///     /books/:id(\d+)/:_/files/*      literal, form, value, literal; then the rest
///
/// It is the one reading of a pattern that whoever matches without PCRE2 goes by: the walker of a
/// plain pattern, an index of many, and the search for patterns that cover others. Each path that
/// the pattern matches, of a canonical target or not, has these segments and this end; where the
/// outline is exact each path that has them is matched as well, and the named values are those of
/// the match.
///
/// A path is a slash and its segments with slashes between them, so that the root is one segment,
/// which is empty.
package struct PatternOutline: Hashable, Sendable {
  /// A requirement on one segment.
  package enum Segment: Hashable, Sendable {
    /// A text, canonical and perhaps empty. Where the pattern ignores the case of letters, so does
    /// this.
    case literal(ArraySlice<UInt8>)
    /// Any text but the empty one; a value that has no name is not captured.
    case value(name: ArraySlice<UInt8>?)
    /// A text, not empty, that has a form.
    case form(SegmentForm, name: ArraySlice<UInt8>?)
    /// Anything, perhaps the empty text: the expression of the pattern knows what.
    case unclear

    /// Whether all of the segment is a value of the match.
    package var isCaptured: Bool {
      switch self {
      case .literal, .unclear: false
      case .value(let name), .form(_, let name): name != nil
      }
    }
  }

  /// The part of a path behind the segments.
  package enum End: Hashable, Sendable {
    case nothing
    /// A slash and anything, all of which is one value; or the end, and an empty value,
    /// where the slash can be lacking, as a target under the lenient policy never ends in one.
    case rest(name: ArraySlice<UInt8>?, canLackSlash: Bool)
    /// Nothing, or a slash and more: the expression of the pattern knows what.
    case open
  }

  /// The segments, the first one first.
  package internal(set) var segments: [Segment] = []
  /// The part of the path behind them.
  package internal(set) var end = End.nothing
  /// Whether the last segment can be missing with its slash, as its value can be empty; the path
  /// ends then.
  package internal(set) var canLackLast = false
  /// The literal text that each path ends with; none where that is not known.
  package internal(set) var ending: ArraySlice<UInt8> = []
  /// Whether segments and end decide: the pattern asks for nothing else, neither of the path nor of
  /// scheme and host, and no closure looks at values.
  package internal(set) var isExact = false

  /// The values that are captured, in order: those of segments, and then the rest.
  package var captureCount: Int {
    segments.count(where: \.isCaptured) + (capturesRest ? 1 : 0)
  }

  /// Whether all behind the segments is a value of the match.
  package var capturesRest: Bool {
    if case .rest(_?, _) = end { true } else { false }
  }

  /// Whether anything may come behind the segments.
  package var isOpen: Bool { end != .nothing }

  /// Whether there is nothing but literal text, whole segments of any text, and the rest.
  package var isPlain: Bool {
    guard end != .open else { return false }
    return segments.allSatisfy { segment in
      switch segment {
      case .literal, .value: true
      case .form, .unclear: false
      }
    }
  }
}
