package struct PatternIndex: Sendable {
  let patterns: [RoutePattern]
  package init(_ patterns: [RoutePattern]) { self.patterns = patterns }
  package func firstMatch(
    _ target: RouteTarget, budget: inout MatchBudget
  ) throws(MatchError) -> (position: Int, match: RouteMatch)? {
    for (i, p) in patterns.enumerated() { if let m = try p.match(target, budget: &budget) { return (i, m) } }
    return nil
  }
  package func shadowed() -> [(position: Int, by: Int)] {
    patterns.indices.compactMap { i in
      patterns[..<i].firstIndex { $0.covers(patterns[i]) == .yes }.map { (i, $0) }
    }
  }
}
