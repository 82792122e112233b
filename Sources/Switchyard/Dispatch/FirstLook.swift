import RoutePatterns

/// What was found for the target that a dispatch begins with, before there was a dispatch.
struct FirstLook {
  /// What was looked for.
  enum Extent {
    case nothing
    /// Guards and proxies, of which there are some.
    case comesBefore
    /// The map as well, as nothing comes before it.
    case map
  }

  let search: RouteSearch
  var guards: [RouteCandidate] = []
  var proxies: [RouteCandidate] = []
  /// The map, if it was looked for.
  var map: RouteCandidate?
  /// What the matches have left for those to come.
  let budget: MatchBudget

  var extent: Extent { guards.isEmpty && proxies.isEmpty ? .map : .comesBefore }
}
