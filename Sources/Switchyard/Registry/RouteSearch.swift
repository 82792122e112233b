import RoutePatterns

/// A route that a target matches, or that could not be matched to the end.
enum RouteCandidate: Sendable {
  case matched(RouteEntry, CaptureRanges)
  case failed(RouteEntry, MatchError)

  var entry: RouteEntry {
    switch self {
    case .matched(let entry, _), .failed(let entry, _): entry
    }
  }
}

/// Finds the routes that a target matches, among those that there were at one moment.
struct RouteSearch: Sendable {
  /// Where is looked.
  ///
  /// Not held: whoever searches holds the core, and one more reference would be written by all threads.
  unowned(unsafe) let registry: RouteRegistry
  private let reader: IndexReader
  /// The place in the order of registration behind which nothing is found.
  let order: Int

  init(registry: RouteRegistry, order: Int) {
    unsafe self.registry = registry
    reader = registry.index.reader
    self.order = order
  }

  /// The guards that match, in order; those whose match hits a limit among them.
  func guards(for target: RouteTarget, budget: inout MatchBudget) -> [RouteCandidate] {
    candidates(.guards, .guards, target, [], &budget)
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
    var unowned: [RouteEntry] = []
    defer { remove(unowned) }
    let look = look(at: target, .ends, tags, or: rivalTags)
    return map(look, target, tags, rivalTags, &budget, &unowned)
  }

  /// The tags of all maps that a target matches.
  func tagsOfMaps(for target: RouteTarget, budget: inout MatchBudget) -> Set<RouteTag> {
    candidates(.maps, .maps, target, [], &budget).reduce(into: []) { tags, candidate in
      if case .matched(let entry, _) = candidate { tags.formUnion(entry.tags) }
    }
  }

  /// The routes whose patterns a lookup may have to ask; all others cannot match.
  func asked(for target: RouteTarget) -> Set<RouteUUID> {
    let look = look(at: target, .all, [])
    var asked: Set<RouteUUID> = []
    for index in 0..<look.count { asked.insert(RouteUUID(words: look.id(index))) }
    return asked
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
    _ budget: inout MatchBudget
  ) -> [RouteCandidate] {
    var unowned: [RouteEntry] = []
    // When nothing of the index is looked at any more.
    defer { remove(unowned) }
    return candidates(look(at: target, lanes, tags), lane, target, tags, &budget, &unowned)
  }

  private func candidates(
    _ look: borrowing IndexLook,
    _ lane: IndexLane,
    _ target: RouteTarget,
    _ tags: [RouteTag],
    _ budget: inout MatchBudget,
    _ unowned: inout [RouteEntry]
  ) -> [RouteCandidate] {
    var candidates: [RouteCandidate] = []
    for index in 0..<look.count where look.lane(index) == lane {
      if let candidate = candidate(look, index, target, tags, &budget, &unowned) {
        candidates.append(candidate)
      }
    }
    return candidates
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
      return if case .failed = rival { rival } else { nil }
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
    for index in 0..<look.count where look.lane(index) == lane {
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
      return entry.isDisposed ? nil : .matched(entry, captures)
    } catch {
      return .failed(look.entry(index) { $0 }, error)
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
