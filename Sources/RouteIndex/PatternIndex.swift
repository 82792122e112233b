package import RoutePatterns

/// Many patterns in an order of priority, of which it finds the first that matches.
///
///     let index = PatternIndex(["/books/new", "/books/:id"])
///     var budget = MatchBudget()
///     try index.firstMatch(RouteTarget("/books/42"), budget: &budget)?.position      // 1
///
/// Each pattern's own match decides; the index only says which to ask. It leaves out those that the
/// segments of the path rule out: where a scan of all patterns would run into the limit of one that
/// cannot match, it goes on.
package struct PatternIndex: Sendable {
  private final class Position {
    let pattern: RoutePattern

    init(_ pattern: RoutePattern) { self.pattern = pattern }
  }

  /// The patterns, the first to be asked first.
  package let patterns: [RoutePattern]
  private let index: LiveIndex

  /// Makes an index of patterns; their positions are their priorities.
  ///
  /// Options may differ from pattern to pattern.
  /// - Complexity: linear in the lengths of the patterns.
  package init(_ patterns: [RoutePattern]) {
    self.patterns = patterns
    let ignoresCase = patterns.contains { $0.options.letterCase == .insensitive }
    let index = LiveIndex(order: .latestFirst, ignoresCase: ignoresCase)
    // The lane of guards is asked in the order of registration.
    let routes = patterns.enumerated().map { position, pattern in
      IndexedRoute(
        pattern,
        payload: Position(pattern),
        lane: .guards,
        tags: .max,
        id: (UInt64(position), 0),
        isOwned: false,
        for: index
      )
    }
    index.apply(adding: routes)
    self.index = index
  }

  /// Returns the first pattern that matches a target with its match, or `nil` when none does.
  ///
  /// - Throws: `MatchError` when a limit is hit before it is known whether a pattern matches; no
  ///   later one is asked then.
  /// - Complexity: it grows with the depth of the path, and with the number of patterns that have
  ///   to be asked: those of the path's literal text and number of segments, and those with
  ///   wildcards or groups from there on.
  package func firstMatch(
    _ target: RouteTarget,
    budget: inout MatchBudget
  ) throws(MatchError) -> (position: Int, match: RouteMatch)? {
    for position in candidates(for: target) {
      if let match = try patterns[position].match(target, budget: &budget) {
        return (position, match)
      }
    }
    return nil
  }

  /// The positions of the patterns that are asked whether they match a target, in order.
  package func candidates(for target: RouteTarget) -> [Int] {
    let look = index.reader.look(at: target, lanes: .guards, tags: nil)
    return (0..<look.count).map { Int(look.id($0).0) }
  }

  /// The patterns that can never be the first to match, as a single earlier one surely covers them,
  /// each with the first that does.
  ///
  /// - Complexity: for patterns of literal text and whole segments linear in their number, as long
  ///   as few of them match the same; others are compared as `covers` compares them, with those
  ///   that match one of their targets.
  package func shadowed() -> [(position: Int, by: Int)] {
    var search = ShadowSearch(patterns, candidates: candidates)
    return patterns.indices.compactMap { position in
      search.firstCover(of: position).map { (position, $0) }
    }
  }
}
