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

/// Finds the routes that a target matches: the one place where a table is searched.
///
/// It asks one regular expression after the other.
struct RouteSearch: Sendable {
  let published: PublishedTable
  /// What is told of routes that are found without their owners, so that they do not stay in memory.
  ///
  /// Not held: whoever searches holds the router, and one more reference would be written by all threads.
  unowned(unsafe) var registry: RouteRegistry?

  var table: RouteTable { published.table }

  /// The guards that match, in order; those whose match hits a limit among them.
  func guards(for target: RouteTarget, budget: inout MatchBudget) -> [RouteCandidate] {
    candidates(among: table.guards, target, [], &budget)
  }

  /// The proxies that match and fit the tags, in order; those whose match hits a limit among them.
  func proxies(
    for target: RouteTarget,
    tags: [RouteTag],
    budget: inout MatchBudget
  ) -> [RouteCandidate] {
    candidates(among: table.proxies, target, tags, &budget)
  }

  /// The map that wins, or else the fallback; one whose match hits a limit ends the search.
  ///
  /// Where a map with one of the rival tags matches, no fallback is looked for.
  func map(
    for target: RouteTarget,
    tags: [RouteTag],
    includesFallbacks: Bool = true,
    rivalTags: [RouteTag] = [],
    budget: inout MatchBudget
  ) -> RouteCandidate? {
    if let map = first(among: table.maps, target, tags, &budget) { return map }
    guard includesFallbacks else { return nil }
    if !rivalTags.isEmpty, let rival = first(among: table.maps, target, rivalTags, &budget) {
      return if case .failed = rival { rival } else { nil }
    }
    return first(among: table.fallbacks, target, tags, &budget)
  }

  /// The tags of all maps that a target matches.
  func tagsOfMaps(for target: RouteTarget, budget: inout MatchBudget) -> Set<RouteTag> {
    candidates(among: table.maps, target, [], &budget).reduce(into: []) { tags, candidate in
      if case .matched(let entry, _) = candidate { tags.formUnion(entry.tags) }
    }
  }

  private func candidates(
    among entries: [RouteEntry],
    _ target: RouteTarget,
    _ tags: [RouteTag],
    _ budget: inout MatchBudget
  ) -> [RouteCandidate] {
    entries.compactMap { entry in
      entry.fits(tags) ? candidate(entry, target, &budget) : nil
    }
  }

  private func first(
    among entries: [RouteEntry],
    _ target: RouteTarget,
    _ tags: [RouteTag],
    _ budget: inout MatchBudget
  ) -> RouteCandidate? {
    for entry in entries where entry.fits(tags) {
      if let candidate = candidate(entry, target, &budget) { return candidate }
    }
    return nil
  }

  private func candidate(
    _ entry: RouteEntry,
    _ target: RouteTarget,
    _ budget: inout MatchBudget
  ) -> RouteCandidate? {
    do throws(MatchError) {
      guard let captures = try entry.pattern.captures(of: target, budget: &budget) else {
        return nil
      }
      return isLive(entry) ? .matched(entry, captures) : nil
    } catch {
      return isLive(entry) ? .failed(entry, error) : nil
    }
  }

  private func isLive(_ entry: RouteEntry) -> Bool {
    if entry.isLive { return true }
    // Disposed of means swept as well; the first to find that an owner is gone sweeps.
    if let registry = unsafe registry, entry.markDisposed() { registry.sweep() }
    return false
  }
}
