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
  /// The patterns, the first to be asked first.
  package let patterns: [RoutePattern]
  let trie: PatternTrie

  /// Makes an index of patterns; their positions are their priorities.
  ///
  /// Options may differ from pattern to pattern.
  /// - Complexity: linear in the lengths of the patterns.
  package init(_ patterns: [RoutePattern]) {
    self.patterns = patterns
    var trie = PatternTrie()
    for (position, pattern) in patterns.enumerated() {
      trie.insert(pattern.outline, at: position)
    }
    self.trie = trie
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
    var candidates = candidates(for: target)
    while let position = candidates.next() {
      if let match = try patterns[position].match(target, budget: &budget) {
        return (position, match)
      }
    }
    return nil
  }

  /// The positions of the patterns that are asked whether they match a target, in order.
  func candidates(for target: RouteTarget) -> PositionMerge {
    trie.positions(for: target.path)
  }
}
