/// What a pattern asks of the segments of a path, as far as that can be told segment by segment.
///
/// Whatever path the pattern's expression matches, of canonical targets or not, reaches one of the places; the
/// reverse need not hold. The root is one segment, which is empty.
struct PatternOutline: Hashable, Sendable {
  /// What is asked of one segment.
  enum Segment: Hashable, Sendable {
    /// A text, canonical; it may be empty.
    case literal(String)
    /// Anything, the empty text among it.
    case any
  }

  /// Where a path that matches may end, or go on.
  struct Place: Hashable, Sendable {
    /// How many of the segments lead there.
    var depth: Int
    /// Whether any segments may follow.
    var isOpen: Bool
  }

  private(set) var segments: [Segment]
  private(set) var places: [Place]
  /// The language of the path, where it is as plain as that.
  private(set) var shape: PatternShape?

  /// Reads the outline of a pattern.
  init(_ pattern: RoutePattern) {
    if pattern.storage.isPlainText {
      self = pattern.storage.withSource { PlainText.outline(of: $0) }
    } else {
      var reader = OutlineReader(pattern, pattern.storage.readParts.path)
      self = reader.read()
    }
  }

  /// - Parameters:
  ///   - segments: the segments.
  ///   - isOpen: whether anything may follow them.
  ///   - canLackLast: whether the last may be missing with its slash, as its value may be empty.
  ///   - shape: the language of the path, if it is known.
  init(_ segments: [Segment], isOpen: Bool, canLackLast: Bool, shape: PatternShape?) {
    self.segments = segments
    places = [Place(depth: segments.count, isOpen: isOpen)]
    if canLackLast, !segments.isEmpty {
      places.append(Place(depth: segments.count - 1, isOpen: false))
    }
    self.shape = shape
  }
}
