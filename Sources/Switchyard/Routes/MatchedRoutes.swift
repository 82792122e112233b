import RoutePatterns

/// The routes that a target meets, with their values, as handlers know them.
///
/// Contexts and parameters read from it, as long as a handler keeps them: it holds no handler, no
/// owner and nothing of the dispatch, but the patterns of all routes of the leg.
final class MatchedRoutes: TargetMatches {
  /// The match of a route.
  struct Match: Sendable {
    let matched: MatchedEntry
    let captures: CaptureRanges
  }

  let target: RouteTarget
  private let matches: [Match]
  /// Whether the last is a map or fallback that has matched.
  private let hasEnd: Bool

  init(_ target: RouteTarget, _ matches: [Match], hasEnd: Bool) {
    self.target = target
    self.matches = matches
    self.hasEnd = hasEnd
  }

  /// The place of the map or fallback.
  var end: Int? { hasEnd ? matches.count - 1 : nil }

  subscript(place: Int) -> Match { matches[place] }

  func match(at place: Int) -> RouteMatch {
    RouteMatch(target, matches[place].matched.route.pattern, matches[place].captures)
  }

  /// Makes the parameters of the one at a place.
  func parameters(at place: Int) -> Parameters { Parameters(target, in: self, at: place) }

  /// The steps of asking those before a place.
  func steps(before place: Int) -> [TrailStep] {
    matches[..<place].map { TrailStep($0.matched.route) }
  }

  /// Those that some places have.
  func only(at places: [Int]) -> MatchedRoutes {
    MatchedRoutes(target, places.map { matches[$0] }, hasEnd: hasEnd)
  }
}
