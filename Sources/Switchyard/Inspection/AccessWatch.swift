/// Asks of each change of a router, before it is made, whether a map or fallback would be reached
/// without the guards that are to decide about it.
///
/// It says what `AccessCheck` says of all routes, and asks only about those that a change can have
/// opened: the ones that come, and the ones that have a target in common with a guard, or with a
/// map or fallback, that goes. What comes besides can only keep more away. A change costs what it
/// changes, except that a guard which comes or goes has the guards sorted anew.
///
/// One task uses it at a time.
package final class AccessWatch {
  private let core: RouterCore
  /// Whether guards have to decide about all that is not public.
  private let allExceptPublic: Bool
  /// The guards that may turn somebody away.
  private var guards: [RouteID: ComparedRoute] = [:]
  /// The same, sorted; `nil` when they have changed.
  private var sortedGuards: ComparedRoutes?
  /// The maps and fallbacks, each at a place of its own.
  private var ends: [Int: RouteEntry] = [:]
  private var places: [RouteID: Int] = [:]
  private var placeCount = 0
  private var beginnings = LanguageBeginnings()
  /// Those of both that have owners, which may end unnoticed.
  private var owned: [RouteID: RouteEntry] = [:]
  /// The version whose routes these are; with an update that is asked about, the version that it
  /// changes.
  private var version: UInt64?
  private let budget = RelationBudget(work: AccessWatch.work(for: 0))

  /// Watches a router, of whose routes it takes what is there for given.
  package init(_ router: Router, allExceptPublic: Bool) {
    core = router.core
    self.allExceptPublic = allExceptPublic
  }

  /// The units of work for a change that concerns some maps.
  private static func work(for count: Int) -> Int { max(40_000_000, 8_000 * count) }

  // MARK: - Changes

  /// Takes an update for made, and returns what it would open; it is made or taken back before the
  /// next is asked about.
  package func findings(of update: PreparedUpdate) -> [RouteFinding] {
    catchUp()
    let removed = update.removed.compactMap(entry)
    let added = update.added.map(\.entry)
    let concerned = concerned(byRemoving: removed, adding: added)
    change(removing: removed, adding: added)
    let concernedPlaces = concerned.subtracting(removed.map(\.id)).union(
      added.filter { places[$0.id] != nil }.map(\.id)
    )
    let asked = concernedPlaces.compactMap { places[$0] }.sorted()
    budget.renew(work: Self.work(for: asked.count))
    var missing: [String: [ComparedRoute]] = [:]
    var findings: [RouteFinding] = []
    for place in asked { findings += self.findings(at: place, &missing) }
    // What was made of guards when no work was left is not as it should be.
    if budget.isSpent { forgetComparisons() }
    let unknown = missing.sorted { $0.key < $1.key }
    return unknown.map { name, ends in
      RouteFinding.unknownGuard(name, ends.map { $0.described(in: core) })
    } + findings
  }

  /// Whether the routes are as they were when an update was asked about, so that what was found
  /// holds.
  package var isCurrent: Bool {
    forgetOrphans()
    return version == core.registry.version
  }

  /// Makes an update that was asked about, if the routes are as they were then.
  /// - Returns: whether it is made; else it is to be taken back, and another asked about.
  package func make(_ update: PreparedUpdate) -> Bool {
    guard let version, let next = update.make(expecting: version) else { return false }
    // What others have changed since is taken in with the next.
    self.version = next
    return true
  }

  /// Forgets an update, which will not be made.
  package func takeBack(_ update: PreparedUpdate) {
    // As long as it is not made, those that it removes are there.
    let removed = update.removed.compactMap { core.registry.entry(of: $0) }
    change(removing: update.added.map(\.entry), adding: removed)
  }

  /// Takes in what was registered and disposed of beside the updates.
  private func catchUp() {
    forgetOrphans()
    guard version != core.registry.version else { return }
    let table = core.registry.liveTable
    let entries = table.all.sorted { $0.order < $1.order }
    let there = Set(entries.map(\.id))
    let known = Array(guards.values.map(\.entry)) + Array(ends.values)
    change(
      removing: known.filter { !there.contains($0.id) },
      adding: entries.filter { guards[$0.id] == nil && places[$0.id] == nil }
    )
    version = table.version
  }

  /// Removes the routes whose owners are gone, which makes another version.
  private func forgetOrphans() { _ = core.registry.owned(Array(owned.values)) }

  private func entry(_ id: RouteID) -> RouteEntry? {
    guards[id]?.entry ?? places[id].flatMap { ends[$0] }
  }

  private func change(removing removed: [RouteEntry], adding added: [RouteEntry]) {
    for entry in removed {
      owned[entry.id] = nil
      if guards.removeValue(forKey: entry.id) != nil { sortedGuards = nil }
      guard let place = places.removeValue(forKey: entry.id) else { continue }
      ends[place] = nil
      beginnings.remove(PatternLanguage(entry.pattern.withoutChecks), at: place)
    }
    for entry in added {
      switch entry.kind {
      case .guard where !entry.isObserving:
        guards[entry.id] = ComparedRoute(entry, budget)
        sortedGuards = nil
      case .map, .fallback:
        placeCount += 1
        ends[placeCount] = entry
        places[entry.id] = placeCount
        // The registry gives a number to what is registered, and that is behind all others.
        if entry.order == 0 { entry.order = 1 << 62 + placeCount }
        beginnings.insert(PatternLanguage(entry.pattern.withoutChecks), at: placeCount)
        if entry.hasOwners { owned[entry.id] = entry }
      case .guard, .proxy, .middleware: break
      }
    }
  }

  private func forgetComparisons() {
    guards = guards.mapValues { ComparedRoute($0.entry, budget) }
    sortedGuards = nil
  }

  // MARK: - Questions

  /// The facts of a route by which another takes its place for good.
  private struct Likeness: Hashable {
    let kind: RouteKind
    let pattern: String
    let tags: Set<RouteTag>
    /// Of guards, as a guard of the name is required.
    let name: String?
    let exceptions: Set<GuardException>

    /// - Returns: `nil` where a closure decides, which nobody can compare.
    init?(_ entry: RouteEntry) {
      let patterns = [entry.pattern] + entry.exceptions.map(\.pattern)
      guard !patterns.contains(where: \.hasOpaqueValidations) else { return nil }
      kind = entry.kind
      pattern = entry.pattern.text
      tags = Set(entry.tags)
      name = entry.kind == .guard ? entry.name : nil
      exceptions = Set(entry.exceptions)
    }
  }

  /// The maps and fallbacks that may be open once some routes are gone.
  private func concerned(
    byRemoving removed: [RouteEntry],
    adding added: [RouteEntry]
  ) -> Set<RouteID> {
    let successors = Set(added.filter { !$0.isObserving }.compactMap(Likeness.init))
    var concerned: Set<RouteID> = []
    for entry in removed where entry.kind != .proxy && entry.kind != .middleware {
      if entry.isObserving { continue }
      if let likeness = Likeness(entry), successors.contains(likeness) { continue }
      let language = PatternLanguage(entry.pattern.withoutChecks)
      concerned.formUnion(beginnings.places(near: language).compactMap { ends[$0]?.id })
    }
    return concerned
  }

  private func findings(
    at place: Int,
    _ missing: inout [String: [ComparedRoute]]
  ) -> [RouteFinding] {
    guard let entry = ends[place] else { return [] }
    let access = entry.declaration?.access
    if access?.isPublic == true { return [] }
    let end = ComparedRoute(entry, budget)
    guard let access else {
      return allExceptPublic ? open(end, at: place, requiring: nil) : []
    }
    return access.guards.flatMap { name -> [RouteFinding] in
      if guards.values.contains(where: { $0.entry.name == name }) {
        return open(end, at: place, requiring: name)
      }
      missing[name, default: []].append(end)
      return []
    }
  }

  private func open(
    _ end: ComparedRoute,
    at place: Int,
    requiring name: String?
  ) -> [RouteFinding] {
    let deciding = sortedGuards ?? ComparedRoutes(Array(guards.values))
    sortedGuards = deciding
    let deciders = name.map { AccessCheck.Deciders.named($0) } ?? .all
    // Mostly guards alone cover it, whichever other map wins.
    var alone = AccessCheck(guards: deciding, ends: ComparedRoutes([end]), budget: budget)
    if alone.verdict(of: 0, by: deciders).isCovered { return [] }
    let near = beginnings.places(near: end.plainLanguage).compactMap { ends[$0] }
    let table = RouteTable(near, version: 0, precedence: core.configuration.precedence)
    let rivals = (table.maps + table.fallbacks).map { ComparedRoute($0, budget) }
    guard let own = rivals.firstIndex(where: { $0.entry.id == end.entry.id }) else { return [] }
    var check = AccessCheck(guards: deciding, ends: ComparedRoutes(rivals), budget: budget)
    let verdict = check.verdict(of: own, by: deciders)
    return RouteFinding.of(verdict, end.described(in: core), requiring: name)
  }
}
