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

  init(_ target: RouteTarget, _ matches: [Match]) {
    self.target = target
    self.matches = matches
  }

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
  func only(at places: [Int]) -> MatchedRoutes { MatchedRoutes(target, places.map { matches[$0] }) }
}
