import RoutePatterns

/// What was found for the target that a dispatch begins with, before there was a dispatch.
struct FirstLook {
  let search: RouteSearch
  var guards: [RouteCandidate] = []
  var proxies: [RouteCandidate] = []
  /// The map, looked for where nothing comes before it.
  let map: RouteCandidate?
  /// What the matches have left for those to come.
  let budget: MatchBudget

  /// Whether the map has been looked for.
  var knowsMap: Bool { guards.isEmpty && proxies.isEmpty }
}
