import RoutePatterns

/// Finds the routes that a target matches, all of them in one version.
///
/// The version is that of the moment at which the search begins. While the index is read nothing is called that a user
/// wrote: routes with owners or with closures in their patterns are retained, and asked when the index is left.
struct RouteSearch: Sendable {
  /// The registry that is searched.
  ///
  /// Not retained: the caller retains the core. One more reference would be a count that all threads write.
  unowned(unsafe) let registry: RouteRegistry

  init(_ registry: RouteRegistry) { unsafe self.registry = registry }

  /// A map or fallback that a dispatch can end with.
  private struct PossibleEnd {
    enum Role { case map, rival, fallback }

    let role: Role
    let entry: RouteEntry
  }

  /// The routes that a search has read, before the closures of their patterns are asked.
  private struct Draft {
    var found: FoundRoutes
    /// The possible ends from the first on that has closures, in order; they are matched when these can be asked.
    var ends: [PossibleEnd] = []
    /// The maps with closures, whatever their tags.
    var tagged: [RouteEntry] = []
    /// Whether no closure has to be asked.
    var isSettled = true
    /// The routes whose owners are gone.
    var orphans: [RouteEntry] = []
    /// The owners that were found alive.
    ///
    /// They are released when the index is left: the last release of an object runs
    /// its `deinit`.
    var owners = RetainedOwners()
  }

  /// Finds all that a target meets: the guards in order, the proxies that fit the tags, those whose match hits a limit
  /// among them, and the map that wins, or else the fallback; a map whose match hits a limit ends the search.
  ///
  /// - Parameters:
  ///   - target: the target.
  ///   - lanes: the kinds of routes to find.
  ///   - tags: the tags of the lookup.
  ///   - rivalTags: tags whose maps keep fallbacks from being found.
  ///   - findsTags: whether the tags of all maps are found where there is neither map nor fallback.
  ///   - budget: the steps that the matches may take.
  /// - Returns: all of it, as it is in one version.
  func find(
    _ target: RouteTarget,
    lanes: IndexLane.Set = .all,
    tags: [RouteTag],
    rivalTags: [RouteTag] = [],
    findsTags: Bool = false,
    budget: MatchBudget
  ) -> FoundRoutes {
    var draft = read(target, lanes, tags, rivalTags, findsTags, budget)
    var rest = DispatchMachine.beginningLimit
    while !draft.orphans.isEmpty {
      // What takes the place of a route whose owner is gone may be in a later version than that which was read.
      let isLatest = unsafe draft.found.version == registry.version
      unsafe registry.remove(orphans: draft.orphans)
      if isLatest || rest == 0 { break }
      rest -= 1
      draft = read(target, lanes, tags, rivalTags, findsTags, draft.found.budget)
    }
    if !draft.isSettled { settle(&draft, target) }
    return draft.found
  }

  /// The answer of the index about a route that it does not rule out.
  enum Verdict: Sendable {
    /// The pattern is asked.
    case asked
    /// It matches, with these values, for all that patterns ask.
    case decided(CaptureRanges)
  }

  /// Returns the routes that the index does not rule out by itself; all others cannot match.
  func verdicts(for target: RouteTarget) -> [RouteUUID: Verdict] {
    let look = unsafe registry.index.reader.look(at: target, lanes: .all, tags: nil)
    var verdicts: [RouteUUID: Verdict] = [:]
    for index in 0..<look.count {
      verdicts[RouteUUID(words: look.id(index))] =
        look.decidedCaptures(index).map(Verdict.decided) ?? .asked
    }
    return verdicts
  }

  // MARK: - Reading

  private func read(
    _ target: RouteTarget,
    _ lanes: IndexLane.Set,
    _ tags: [RouteTag],
    _ rivalTags: [RouteTag],
    _ findsTags: Bool,
    _ budget: MatchBudget
  ) -> Draft {
    var look = unsafe registry.index.reader.look(
      at: target,
      lanes: lanes,
      tags: tags.isEmpty ? nil : tags.bits | rivalTags.bits
    )
    var draft = Draft(
      found: FoundRoutes(version: look.version, budget: budget)
    )
    var index = 0
    readBeforeMaps(look, target, tags, &index, &draft)
    let isFound = readEnds(look, target, tags, rivalTags, index, &draft)
    if findsTags, !isFound { readTags(&look, target, &draft) }
    return draft
  }

  /// Reads the guards and proxies, which stand before all others.
  private func readBeforeMaps(
    _ look: borrowing IndexLook,
    _ target: RouteTarget,
    _ tags: [RouteTag],
    _ index: inout Int,
    _ draft: inout Draft
  ) {
    while index < look.count {
      let lane = look.lane(index)
      guard lane.rawValue <= IndexLane.proxies.rawValue else { return }
      defer { index += 1 }
      guard fits(look, index, tags), isOwned(look, index, &draft),
        let candidate = candidate(look, index, target, &draft.found.budget)
      else { continue }
      if look.hasChecks(index) { draft.isSettled = false }
      // Room for all at once.
      if draft.found.candidates.isEmpty {
        draft.found.candidates.reserveCapacity(min(look.count, 8))
      }
      draft.found.candidates.append(candidate)
      if lane.rawValue == IndexLane.guards.rawValue {
        draft.found.guardCount += 1
      } else {
        draft.found.proxyCount += 1
      }
    }
  }

  /// Reads the maps and fallbacks, up to the one that the dispatch ends with.
  /// - Returns: whether it is certain that it ends with one of them.
  private func readEnds(
    _ look: borrowing IndexLook,
    _ target: RouteTarget,
    _ tags: [RouteTag],
    _ rivalTags: [RouteTag],
    _ start: Int,
    _ draft: inout Draft
  ) -> Bool {
    if let isEnd = read(.map, .maps, look, target, tags, start, &draft) { return isEnd }
    if !rivalTags.isEmpty,
      let isEnd = read(.rival, .maps, look, target, rivalTags, start, &draft)
    {
      return isEnd
    }
    return read(.fallback, .fallbacks, look, target, tags, start, &draft) ?? false
  }

  /// Reads the possible ends of a role.
  /// - Returns: `nil` where those of the next role have to be read, else whether one of these is the end.
  private func read(
    _ role: PossibleEnd.Role,
    _ lane: IndexLane,
    _ look: borrowing IndexLook,
    _ target: RouteTarget,
    _ tags: [RouteTag],
    _ start: Int,
    _ draft: inout Draft
  ) -> Bool? {
    for index in start..<max(start, look.count) {
      guard look.lane(index).rawValue == lane.rawValue, fits(look, index, tags),
        isOwned(look, index, &draft)
      else { continue }
      if !draft.ends.isEmpty || look.hasChecks(index) {
        draft.ends.append(PossibleEnd(role: role, entry: look.entry(index) { $0 }))
        draft.isSettled = false
      } else if let candidate = candidate(look, index, target, &draft.found.budget) {
        // A map for another lookup keeps fallbacks from the end, and is none itself.
        let isEnd = role != .rival || !candidate.isMatched
        if isEnd { draft.found.candidates.append(candidate) }
        return isEnd
      }
    }
    return nil
  }

  /// Reads the tags of all maps.
  private func readTags(_ look: inout IndexLook, _ target: RouteTarget, _ draft: inout Draft) {
    look.searchAgain(target, lanes: .maps, tags: nil)
    for index in 0..<look.count where isOwned(look, index, &draft) {
      if look.hasChecks(index) {
        draft.tagged.append(look.entry(index) { $0 })
        draft.isSettled = false
      } else if let candidate = candidate(look, index, target, &draft.found.budget),
        candidate.isMatched
      {
        draft.found.tagsOfMaps.formUnion(candidate.entry.tags)
      }
    }
  }

  /// Returns whether a route has one of the tags; different tags may have one bit.
  private func fits(_ look: borrowing IndexLook, _ index: Int, _ tags: [RouteTag]) -> Bool {
    tags.isEmpty || look.entry(index) { $0.fits(tags) }
  }

  /// Returns whether the owners of a route live; a route without any is its own.
  private func isOwned(
    _ look: borrowing IndexLook,
    _ index: Int,
    _ draft: inout Draft
  ) -> Bool {
    guard look.isOwned(index) else { return true }
    let entry = look.entry(index) { $0 }
    if entry.retainOwners(in: &draft.owners) { return true }
    draft.orphans.append(entry)
    return false
  }

  /// Returns a route if its pattern matches, whatever the closures of that would say.
  private func candidate(
    _ look: borrowing IndexLook,
    _ index: Int,
    _ target: RouteTarget,
    _ budget: inout MatchBudget
  ) -> RouteCandidate? {
    do throws(MatchError) {
      guard let captures = try look.captures(index, of: target, budget: &budget) else {
        return nil
      }
      return RouteCandidate(look.entry(index) { $0 }, captures)
    } catch {
      return RouteCandidate(look.entry(index) { $0 }, failed: error)
    }
  }

  // MARK: - Closures

  /// Asks the closures of the routes that were read, with no lock held and no version kept.
  private func settle(_ draft: inout Draft, _ target: RouteTarget) {
    let before = draft.found.candidates
    let (guardCount, proxyCount) = (draft.found.guardCount, draft.found.proxyCount)
    let guards = before[..<guardCount].filter { isAccepted($0, target) }
    let proxies = before[guardCount..<(guardCount + proxyCount)]
      .filter { isAccepted($0, target) }
    draft.found.guardCount = guards.count
    draft.found.proxyCount = proxies.count
    draft.found.candidates = guards + proxies
    // Where no closure had a say about the map it stands behind them already.
    let map =
      draft.ends.isEmpty ? before[(guardCount + proxyCount)...].first : end(&draft, target)
    if let map {
      draft.found.candidates.append(map)
      draft.found.tagsOfMaps = []
    } else {
      for entry in draft.tagged where match(entry, target, &draft.found.budget)?.isMatched == true {
        draft.found.tagsOfMaps.formUnion(entry.tags)
      }
    }
  }

  private func isAccepted(_ candidate: RouteCandidate, _ target: RouteTarget) -> Bool {
    !candidate.isMatched || candidate.entry.pattern.accepts(candidate.captures, of: target)
  }

  /// Matches the possible ends, up to the one that the dispatch ends with.
  private func end(_ draft: inout Draft, _ target: RouteTarget) -> RouteCandidate? {
    for end in draft.ends {
      guard let candidate = match(end.entry, target, &draft.found.budget) else { continue }
      return end.role == .rival && candidate.isMatched ? nil : candidate
    }
    return nil
  }

  private func match(
    _ entry: RouteEntry,
    _ target: RouteTarget,
    _ budget: inout MatchBudget
  ) -> RouteCandidate? {
    do throws(MatchError) {
      let captures = try entry.pattern.captures(of: target, budget: &budget)
      return captures.map { RouteCandidate(entry, $0) }
    } catch {
      return RouteCandidate(entry, failed: error)
    }
  }
}

extension IndexLook {
  /// Calls a closure with a route.
  @inline(__always)
  fileprivate func entry<Result>(_ index: Int, _ body: (RouteEntry) -> Result) -> Result {
    unsafe Unmanaged<RouteEntry>.fromOpaque(payload(index))._withUnsafeGuaranteedRef { body($0) }
  }
}
