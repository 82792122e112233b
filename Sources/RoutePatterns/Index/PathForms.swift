/// The forms of all segments of a path that a pattern matches, read from the expression that it was compiled to.
struct PathForms: Hashable, Sendable {
  /// What may stand behind the segments.
  enum Tail: Hashable, Sendable {
    case nothing
    /// A slash, and anything.
    case slash
    /// The same, or nothing.
    case slashOrEnd
  }

  private(set) var segments: [SegmentForm] = []
  private(set) var tail = Tail.nothing

  private static let slash = ASCIISet(UInt8(ascii: "/"))
  /// How many bytes and runs of an expression are read; few have as many.
  private static let limit = 1024
  private var size = 0

  /// Reads the expression of a path; nothing where it is anything but segments, each of which has a form.
  init?(_ regex: [UInt8]) {
    guard case .sequence(var nodes)? = LanguageReader.read(regex, ignoresCase: false),
      case .end? = nodes.popLast()
    else { return nil }
    if nodes.count > 1, Self.isAnything(nodes[nodes.count - 1]),
      let tail = Self.tail(nodes[nodes.count - 2])
    {
      nodes.removeLast(2)
      self.tail = tail
    }
    for node in nodes {
      guard append(node) else { return nil }
    }
    guard !segments.isEmpty, segments.allSatisfy(\.isGreedy) else { return nil }
  }

  private static func isAnything(_ node: LanguageNode) -> Bool {
    switch node {
    case .run(.all, minimum: 0, maximum: nil), .repetition(.set(.all), minimum: 0, maximum: nil):
      true
    default: false
    }
  }

  /// What a tail is behind, if one is.
  private static func tail(_ node: LanguageNode) -> Tail? {
    switch node {
    case .set(slash): return .slash
    case .alternation(let branches):
      guard branches.count == 2, case .set(slash) = branches[0], case .end = branches[1] else {
        return nil
      }
      return .slashOrEnd
    default: return nil
    }
  }

  /// Adds what comes next; false where it is not one run after the other.
  private mutating func append(_ node: LanguageNode) -> Bool {
    switch node {
    case .empty: return true
    case .set(let set): return append(set, 1, 1)
    case .run(let set, let least, let most):
      return append(set, least, most, isPossessive: least != most)
    case .repetition(.set(let set), let least, let most): return append(set, least, most)
    case .repetition(let body, let least, let most):
      guard least == most else { return false }
      return (0..<least).allSatisfy { _ in append(body) }
    case .sequence(let nodes): return nodes.allSatisfy { append($0) }
    case .alternation, .boundary, .end, .next, .atMost: return false
    }
  }

  private mutating func append(
    _ set: ASCIISet,
    _ least: Int,
    _ most: Int?,
    isPossessive: Bool = false
  ) -> Bool {
    size += 1
    guard size <= Self.limit else { return false }
    if set == Self.slash, least == 1, most == 1 {
      segments.append(SegmentForm())
      return true
    }
    guard !segments.isEmpty, set.isDisjoint(with: Self.slash) else { return false }
    segments[segments.count - 1].append(
      SegmentForm.Run(set: set, least: least, most: most, isPossessive: isPossessive)
    )
    return true
  }
}

extension PathForms {
  /// The forms that are to be looked at where an outline leads, each with the place of its segment; nothing where the
  /// outline is not as exact as they are.
  func checked(in outline: PatternOutline, slashes: RouteTarget.SlashPolicy) -> Checked? {
    guard outline.places.count == 1, outline.segments.count == segments.count,
      outline.places[0] == PatternOutline.Place(depth: segments.count, isOpen: tail != .nothing),
      tail == .nothing || tail == (slashes == .strict ? .slash : .slashOrEnd)
    else { return nil }
    var checked: Checked = []
    for (index, (segment, form)) in zip(outline.segments, segments).enumerated() {
      switch segment {
      case .literal(let text): guard form.isLiteral(text) else { return nil }
      case .any:
        guard !form.canBeEmpty, form.runs.count <= SegmentForm.limit else { return nil }
        if !form.isAny { checked.append((index, form)) }
      }
    }
    return checked
  }

  typealias Checked = [(index: Int, form: SegmentForm)]
}
