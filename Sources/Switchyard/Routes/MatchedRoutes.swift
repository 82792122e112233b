import RoutePatterns

/// The routes that a target meets, with their values, as handlers know them.
///
/// They hold no handler, no owner and nothing of the dispatch, but the patterns of all routes of a
/// leg.
package struct MatchedRoutes: Sendable {
  /// No routes.
  package static var none: MatchedRoutes { MatchedRoutes([], hasEnd: false) }

  /// The match of a route.
  struct Match: Sendable {
    let matched: MatchedEntry
    let captures: CaptureRanges
  }

  private let matches: [Match]
  /// Whether the last is a map or fallback that has matched.
  private let hasEnd: Bool

  init(_ matches: consuming [Match], hasEnd: Bool) {
    self.matches = matches
    self.hasEnd = hasEnd
  }

  /// The map or fallback.
  package var destination: MatchedRoute? { end.map { route(at: $0) } }

  /// The place of the map or fallback.
  var end: Int? { hasEnd ? matches.count - 1 : nil }

  subscript(place: Int) -> Match { matches[place] }

  func route(at place: Int) -> MatchedRoute { matches[place].matched.route }

  /// Makes the parameters of a target by the route at a place.
  func parameters(of target: RouteTarget, at place: Int) -> Parameters {
    Parameters(target, matches[place].matched.route.pattern, matches[place].captures)
  }

  /// The steps of asking the guards and proxies before a place.
  func steps(before place: Int) -> [TrailStep] {
    matches[..<place].compactMap { TrailStep($0.matched.route) }
  }

  /// Those that some places have.
  func only(at places: [Int]) -> MatchedRoutes {
    MatchedRoutes(places.map { matches[$0] }, hasEnd: hasEnd)
  }
}
