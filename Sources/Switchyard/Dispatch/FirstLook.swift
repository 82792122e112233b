import RoutePatterns

/// What was found for the target that a dispatch begins with, all of it in one table.
struct FirstLook {
  let search: RouteSearch
  private let found: FoundRoutes

  init(
    in core: RouterCore,
    for target: RouteTarget,
    tags: [RouteTag],
    rivalTags: [RouteTag] = []
  ) {
    let budget = MatchBudget(steps: core.configuration.matchSteps)
    var search = core.registry.search
    var found = search.all(for: target, tags: tags, rivalTags: rivalTags, budget: budget)
    var attempts = 1
    // Of guards none may be missed; of other routes, hardly ever one.
    while !search.hasAllGuards
      || (!search.hasAllRoutes && attempts < RouteSearch.lastAttempts)
    {
      var all: [RouteEntry]?
      if attempts >= RouteSearch.attempts, !search.hasAllGuards {
        (all, search) = core.registry.guardsAtOnce()
      } else {
        search = core.registry.search
      }
      found = search.all(
        for: target,
        tags: tags,
        rivalTags: rivalTags,
        guards: all,
        budget: budget
      )
      attempts += 1
      if all != nil { break }
    }
    self.search = search
    self.found = found
  }

  /// What guards and proxies have left for those to come, wherever they lead.
  var budget: MatchBudget { found.budget }
  /// What is left of that when the map is the one that runs.
  var budgetBehindMap: MatchBudget { found.budgetBehindMap }

  /// The guards, the proxies, and the map if there is one.
  var candidates: [RouteCandidate] { found.candidates }
  var guardCount: Int { found.guards }
  var proxyCount: Int { found.proxies }
  var guards: [RouteCandidate] { Array(found.candidates[..<guardCount]) }
  var proxies: [RouteCandidate] { Array(found.candidates[guardCount..<(guardCount + proxyCount)]) }

  /// What runs where no guard and no proxy leads elsewhere.
  var map: RouteCandidate? {
    count > guardCount + proxyCount ? found.candidates[count - 1] : nil
  }

  /// Whether nothing comes before the map.
  var isOfMapAlone: Bool { guardCount + proxyCount == 0 }

  /// Whether a map that is no fallback matches; nothing where a limit was hit before that was known.
  var hasMap: Bool? {
    guard let map else { return false }
    return map.isMatched ? map.entry.kind == .map : nil
  }

  /// How many handlers there are, if all go on to the next.
  var count: Int { found.candidates.count }

  /// Which handler is the n-th, if all before it go on to the next.
  func handler(at index: Int) -> DispatchMachine.Handler {
    if index < guardCount { return .guard(index) }
    let index = index - guardCount
    return index < proxyCount ? .proxy(index) : .map
  }

  /// The handlers that come before one, as they stand in its trail.
  func entries(before index: Int) -> [MatchedEntry] {
    found.candidates[..<index].map { $0.entry.matched }
  }

  /// The n-th handler.
  func candidate(at index: Int) -> RouteCandidate { found.candidates[index] }
}
