import RouteIndex

extension RouteRegistry {
  /// Finds all that a target meets: the guards in order, the proxies that fit the tags, those whose
  /// match hits a limit among them, the middleware in order, and the map that wins, or else the
  /// fallback; a map whose match hits a limit ends the search.
  ///
  /// - Parameters:
  ///   - target: the target.
  ///   - lanes: the kinds of routes to find.
  ///   - tags: the tags of the lookup.
  ///   - rivalTags: tags whose maps keep fallbacks from being found.
  ///   - findsTags: whether the tags of all maps are found where there is neither map nor fallback.
  ///   - found: takes in all of it, as it is in one version; it holds nothing but the steps that
  ///     the matches may take.
  func find(
    _ target: RouteTarget,
    lanes: IndexLane.Set = .all,
    tags: [RouteTag],
    rivalTags: [RouteTag] = [],
    findsTags: Bool = false,
    into found: FoundRoutes
  ) {
    var rest = Self.orphanLimit
    while true {
      search.read(target, lanes, tags, rivalTags, findsTags, found)
      guard let orphans = found.open?.orphans, !orphans.isEmpty else { break }
      // What takes the place of a route whose owner is gone may be in a later version than that
      // which was read.
      let isLatest = found.version == version
      remove(orphans: orphans)
      if isLatest || rest == 0 { break }
      rest -= 1
      found.clear()
    }
    if let open = found.open {
      if open.hasClosures { search.settle(found, target) }
      // Owners that were found alive are released.
      found.open = nil
    }
    if found.hasExceptions { search.leaveOutExcepted(found, target, tags) }
    found.settleMiddleware()
  }

  /// Finds all that a target meets.
  /// - Returns: all of it, as it is in one version.
  func find(
    _ target: RouteTarget,
    lanes: IndexLane.Set = .all,
    tags: [RouteTag],
    rivalTags: [RouteTag] = [],
    findsTags: Bool = false,
    budget: inout MatchBudget
  ) -> FoundRoutes {
    let found = FoundRoutes(budget)
    find(
      target,
      lanes: lanes,
      tags: tags,
      rivalTags: rivalTags,
      findsTags: findsTags,
      into: found
    )
    budget = found.budget
    return found
  }

  /// The number of times that routes are looked for again because owners have gone.
  static var orphanLimit: Int { 8 }
}
