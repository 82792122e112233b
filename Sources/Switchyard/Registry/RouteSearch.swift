import RoutePatterns

/// A route that a target matches, or that could not be matched to the end.
struct RouteCandidate: Sendable {
  /// Why a route could not be matched, by itself: it is seldom, and candidates are handed on often.
  private final class Failure: Sendable {
    let error: MatchError

    init(_ error: MatchError) { self.error = error }
  }

  let entry: RouteEntry
  /// Where the values stand; there are none where it could not be matched.
  let captures: CaptureRanges
  private let failure: Failure?

  init(_ entry: RouteEntry, _ captures: CaptureRanges) {
    self.entry = entry
    self.captures = captures
    failure = nil
  }

  init(_ entry: RouteEntry, failed error: MatchError) {
    self.entry = entry
    captures = CaptureRanges()
    failure = Failure(error)
  }

  var isMatched: Bool { failure == nil }

  /// Why it could not be matched.
  var error: MatchError? { failure?.error }
}

/// All that a target meets, in the order in which it is asked.
struct FoundRoutes {
  /// The guards, the proxies, and the map if there is one.
  fileprivate(set) var candidates: [RouteCandidate] = []
  fileprivate(set) var guards = 0
  fileprivate(set) var proxies = 0
  /// What guards and proxies have left.
  fileprivate(set) var budget: MatchBudget
  /// What the map has left of that.
  fileprivate(set) var budgetBehindMap: MatchBudget
}

/// The guards that a target matches, in order.
struct FoundGuards {
  let candidates: [RouteCandidate]
  /// The search that knows them: what was registered behind it is not among them.
  let search: RouteSearch
}

/// Finds the routes that a target matches, among those that there were at one moment.
///
/// A route that is taken away is not found from then on. With a guard that would leave open what it stood before,
/// where another was registered in its place first: that is behind the moment of the search. So guards are looked for
/// once more, from another moment, when some were taken away since; so is the map where there is none, and so is all
/// that a dispatch begins with.
struct RouteSearch: Sendable {
  /// Where is looked.
  ///
  /// Not held: whoever searches holds the core, and one more reference would be written by all threads.
  unowned(unsafe) let registry: RouteRegistry
  private let reader: IndexReader
  /// The place in the order of registration behind which nothing is found.
  let order: Int
  /// How often guards had been taken away, and how often routes.
  private let guardRemovals: Int
  private let removals: Int

  init(registry: RouteRegistry, order: Int, guardRemovals: Int, removals: Int) {
    unsafe self.registry = registry
    reader = registry.index.reader
    self.removals = removals
    self.order = order
    self.guardRemovals = guardRemovals
  }

  /// How often routes are looked for in the index, while others are being taken away.
  static var attempts: Int { 4 }

  /// How often maps are, where no guard is among those that are taken away.
  static var lastAttempts: Int { IndexReader.attempts }

  /// Whether all routes that there were at its moment are there still.
  var hasAllRoutes: Bool { reader.removals == removals }

  /// Whether all guards that there were at its moment are there still.
  var hasAllGuards: Bool { unsafe registry.guardRemovals == guardRemovals }

  /// All that a target meets, by one look: the guards that match, in order, and the proxies that match and fit the
  /// tags, those whose match hits a limit among them; and the map that wins, as `map` finds it.
  ///
  /// - Parameters:
  ///   - target: what is looked for.
  ///   - tags: the tags of the lookup.
  ///   - rivalTags: tags whose maps keep fallbacks from being looked for.
  ///   - all: the guards, where they are known.
  ///   - budget: what the matches may take.
  /// - Returns: them, with what guards and proxies leave of the budget, and what is left behind the map.
  func all(
    for target: RouteTarget,
    tags: [RouteTag],
    rivalTags: [RouteTag],
    guards all: [RouteEntry]? = nil,
    budget: MatchBudget
  ) -> FoundRoutes {
    var unowned: [RouteEntry] = []
    defer { remove(unowned) }
    let look = look(at: target, .all, tags, or: rivalTags)
    var found = FoundRoutes(budget: budget, budgetBehindMap: budget)
    if let all {
      found.candidates = candidates(all, target, &found.budget)
    } else {
      append(look, .guards, target, [], &found.budget, &unowned, to: &found.candidates)
    }
    found.guards = found.candidates.count
    append(look, .proxies, target, tags, &found.budget, &unowned, to: &found.candidates)
    found.proxies = found.candidates.count - found.guards
    found.budgetBehindMap = found.budget
    if let map = map(look, target, tags, rivalTags, &found.budgetBehindMap, &unowned) {
      found.candidates.append(map)
    }
    return found
  }

  /// The guards that match, in order; those whose match hits a limit among them.
  /// - Parameters:
  ///   - target: what is looked for.
  ///   - known: a search whose guards are known, and not looked for.
  ///   - budget: what the matches may take.
  /// - Returns: the guards, with the search that has found them.
  func guards(
    for target: RouteTarget,
    behind known: RouteSearch? = nil,
    budget: inout MatchBudget
  ) -> FoundGuards {
    let first = known?.order ?? 0
    var search = self
    for _ in 0..<Self.attempts {
      var left = budget
      let found = search.candidates(.guards, .guards, target, [], behind: first, &left)
      if search.hasAllGuards {
        budget = left
        return FoundGuards(candidates: found, search: search)
      }
      search = unsafe registry.search
    }
    let (all, last) = unsafe registry.guardsAtOnce()
    let found = candidates(all.filter { $0.order > first }, target, &budget)
    return FoundGuards(candidates: found, search: last)
  }

  /// The proxies that match and fit the tags, in order; those whose match hits a limit among them.
  func proxies(
    for target: RouteTarget,
    tags: [RouteTag],
    budget: inout MatchBudget
  ) -> [RouteCandidate] {
    candidates(.proxies, .proxies, target, tags, &budget)
  }

  /// The map that wins, or else the fallback; one whose match hits a limit ends the search.
  ///
  /// Where a map with one of the rival tags matches, no fallback is looked for.
  func map(
    for target: RouteTarget,
    tags: [RouteTag],
    rivalTags: [RouteTag] = [],
    budget: inout MatchBudget
  ) -> RouteCandidate? {
    var search = self
    let steps = budget
    for _ in 1..<Self.lastAttempts {
      budget = steps
      let found = search.mapOnce(target, tags, rivalTags, &budget)
      // What was registered since is for the next dispatch, unless there was nothing else.
      if found?.entry.kind == .map || search.hasAllRoutes { return found }
      search = unsafe registry.search
    }
    budget = steps
    return search.mapOnce(target, tags, rivalTags, &budget)
  }

  private func mapOnce(
    _ target: RouteTarget,
    _ tags: [RouteTag],
    _ rivalTags: [RouteTag],
    _ budget: inout MatchBudget
  ) -> RouteCandidate? {
    var unowned: [RouteEntry] = []
    defer { remove(unowned) }
    let look = look(at: target, .ends, tags, or: rivalTags)
    return map(look, target, tags, rivalTags, &budget, &unowned)
  }

  /// The tags of all maps that a target matches.
  func tagsOfMaps(for target: RouteTarget, budget: inout MatchBudget) -> Set<RouteTag> {
    candidates(.maps, .maps, target, [], &budget).reduce(into: []) { tags, candidate in
      if candidate.isMatched { tags.formUnion(candidate.entry.tags) }
    }
  }

  /// What a lookup knows of a route that is not ruled out before its pattern is asked.
  enum Verdict: Sendable {
    /// The pattern is asked.
    case asked
    /// It matches, with these values, for all that patterns ask.
    case decided(CaptureRanges)
  }

  /// The routes that a lookup does not rule out by itself; all others cannot match.
  func verdicts(for target: RouteTarget) -> [RouteUUID: Verdict] {
    let look = look(at: target, .all, [])
    var verdicts: [RouteUUID: Verdict] = [:]
    for index in 0..<look.count {
      verdicts[RouteUUID(words: look.id(index))] =
        look.decidedCaptures(index).map(Verdict.decided) ?? .asked
    }
    return verdicts
  }

  // MARK: - Looking

  private func look(
    at target: RouteTarget,
    _ lanes: IndexLane.Set,
    _ tags: [RouteTag],
    or rivalTags: [RouteTag] = []
  ) -> IndexLook {
    reader.look(
      at: target,
      lanes: lanes,
      tags: tags.isEmpty ? nil : tags.bits | rivalTags.bits,
      upTo: UInt64(truncatingIfNeeded: order)
    )
  }

  private func candidates(
    _ lanes: IndexLane.Set,
    _ lane: IndexLane,
    _ target: RouteTarget,
    _ tags: [RouteTag],
    behind order: Int = 0,
    _ budget: inout MatchBudget
  ) -> [RouteCandidate] {
    var unowned: [RouteEntry] = []
    // When nothing of the index is looked at any more.
    defer { remove(unowned) }
    let look = look(at: target, lanes, tags)
    var candidates: [RouteCandidate] = []
    append(look, lane, target, tags, behind: order, &budget, &unowned, to: &candidates)
    return candidates
  }

  /// Those of some routes that a target matches, by their patterns alone.
  private func candidates(
    _ entries: [RouteEntry],
    _ target: RouteTarget,
    _ budget: inout MatchBudget
  ) -> [RouteCandidate] {
    var candidates: [RouteCandidate] = []
    for entry in entries {
      do throws(MatchError) {
        let captures = try entry.pattern.captures(of: target, budget: &budget)
        if let captures { candidates.append(RouteCandidate(entry, captures)) }
      } catch {
        candidates.append(RouteCandidate(entry, failed: error))
      }
    }
    return candidates
  }

  private func append(
    _ look: borrowing IndexLook,
    _ lane: IndexLane,
    _ target: RouteTarget,
    _ tags: [RouteTag],
    behind order: Int = 0,
    _ budget: inout MatchBudget,
    _ unowned: inout [RouteEntry],
    to candidates: inout [RouteCandidate]
  ) {
    // They stand in the order of their lanes.
    for index in 0..<look.count {
      let other = look.lane(index).rawValue
      if other > lane.rawValue { return }
      guard other == lane.rawValue else { continue }
      if order > 0, look.entry(index, { $0.order <= order }) { continue }
      guard let candidate = candidate(look, index, target, tags, &budget, &unowned) else {
        continue
      }
      // Room for all at once.
      if candidates.isEmpty { candidates.reserveCapacity(min(look.count, 8)) }
      candidates.append(candidate)
    }
  }

  private func map(
    _ look: borrowing IndexLook,
    _ target: RouteTarget,
    _ tags: [RouteTag],
    _ rivalTags: [RouteTag],
    _ budget: inout MatchBudget,
    _ unowned: inout [RouteEntry]
  ) -> RouteCandidate? {
    if let map = first(look, .maps, target, tags, &budget, &unowned) { return map }
    if !rivalTags.isEmpty,
      let rival = first(look, .maps, target, rivalTags, &budget, &unowned)
    {
      return rival.isMatched ? nil : rival
    }
    return first(look, .fallbacks, target, tags, &budget, &unowned)
  }

  private func first(
    _ look: borrowing IndexLook,
    _ lane: IndexLane,
    _ target: RouteTarget,
    _ tags: [RouteTag],
    _ budget: inout MatchBudget,
    _ unowned: inout [RouteEntry]
  ) -> RouteCandidate? {
    for index in 0..<look.count where look.lane(index).rawValue == lane.rawValue {
      if let candidate = candidate(look, index, target, tags, &budget, &unowned) {
        return candidate
      }
    }
    return nil
  }

  private func candidate(
    _ look: borrowing IndexLook,
    _ index: Int,
    _ target: RouteTarget,
    _ tags: [RouteTag],
    _ budget: inout MatchBudget,
    _ unowned: inout [RouteEntry]
  ) -> RouteCandidate? {
    if let entry = look.unowned(index) {
      unowned.append(entry)
      return nil
    }
    // Different tags may have one bit.
    if !tags.isEmpty, !look.entry(index, { $0.fits(tags) }) { return nil }
    do throws(MatchError) {
      guard let captures = try look.captures(index, of: target, budget: &budget) else {
        return nil
      }
      let entry = look.entry(index) { $0 }
      return entry.isDisposed ? nil : RouteCandidate(entry, captures)
    } catch {
      return RouteCandidate(look.entry(index) { $0 }, failed: error)
    }
  }

  /// Takes away routes that were found without their owners, when nothing of the index is looked at any more.
  private func remove(_ unowned: [RouteEntry]) {
    for entry in unowned { unsafe registry.removeUnowned(entry) }
  }
}

extension IndexLook {
  /// A route whose owner is gone; it is asked nothing more.
  fileprivate func unowned(_ index: Int) -> RouteEntry? {
    guard isOwned(index) else { return nil }
    return entry(index) { $0.isLive ? nil : $0 }
  }

  /// Calls a closure with a route.
  @inline(__always)
  fileprivate func entry<Result>(_ index: Int, _ body: (RouteEntry) -> Result) -> Result {
    unsafe Unmanaged<RouteEntry>.fromOpaque(payload(index))._withUnsafeGuaranteedRef { body($0) }
  }
}
