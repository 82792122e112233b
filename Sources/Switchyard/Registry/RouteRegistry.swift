import Dispatch
import RouteIndex
import SwitchyardLocks

/// The routes of a router, and the changes to them.
///
/// Each change makes the next version of the routes, whole. A search takes no lock and waits for
/// nobody. Changes are made under a lock of their own, at a cost that does not grow with the number
/// of routes.
final class RouteRegistry: Sendable {
  /// The routes of one name.
  fileprivate struct Named {
    /// Those that may have it together, which may be many.
    var guards = OrderedRoutes<RouteEntry>()
    var others = OrderedRoutes<RouteEntry>()

    var isEmpty: Bool { guards.isEmpty && others.isEmpty }
    /// All of them, the guards first.
    var all: [RouteEntry] { guards.elements + others.elements }

    /// The one that was registered last.
    var latest: RouteEntry? {
      guard let last = guards.last, let other = others.last else {
        return guards.last ?? others.last
      }
      return last.order > other.order ? last : other
    }
  }

  fileprivate struct Working {
    var routes = RouteShelf()
    /// Those that have owners, by each of their owners.
    var owned: [ObjectIdentifier: [RouteID: RouteEntry]] = [:]
    var names: [String: Named] = [:]
    var registered = 0
    /// The number of routes that may be added before those whose owners are gone are looked for.
    var beforeSweep = 16
    /// Whether readers that may still see removed routes will be waited for.
    var isCollecting = false
  }

  let precedence: RoutePrecedence
  let index: LiveIndex
  /// Finds routes.
  let search: RouteSearch
  private let working = Locked(Working())

  /// - Parameters:
  ///   - precedence: which of several maps wins.
  ///   - ignoresCase: whether letters match in either case.
  ///   - steps: how many steps the matches of a lookup may take.
  init(precedence: RoutePrecedence, ignoresCase: Bool, steps: Int) {
    self.precedence = precedence
    index = LiveIndex(
      order: precedence == .latestFirst ? .latestFirst : .mostSpecificFirst,
      ignoresCase: ignoresCase,
      steps: steps
    )
    search = RouteSearch(reader: index.reader)
  }

  /// The number of the version that there is now.
  var version: UInt64 { index.reader.version }

  // MARK: - Changes

  /// A route with a name, and the latest of those that had the name before and may not have it
  /// together.
  struct Namesakes {
    let entry: RouteEntry
    let latest: RouteEntry
  }

  /// A change that was made.
  struct Change {
    /// The number of routes that it removes that were there.
    let removed: Int
    /// Of each added route with a name the latest of the routes that may not have it too.
    let namesakes: [Namesakes]
    /// The version that there is with it.
    let version: UInt64
  }

  /// Makes the next version of the routes, if it differs from the one that there is.
  ///
  /// - Parameters:
  ///   - added: the routes that it adds, made for its index, in the order of their registration.
  ///   - removed: the routes that it removes.
  ///   - expected: the version that there has to be, where it matters.
  /// - Returns: the change; `nil` if there is another version than expected, and nothing is made.
  @discardableResult
  func apply(
    adding added: [IndexedRoute] = [],
    removing removed: [RouteID] = [],
    expecting expected: UInt64? = nil
  ) -> Change? {
    var gone: [IndexedRoute] = []
    // Those of them that have owners.
    var owned: [RouteEntry] = []
    var namesakes: [Namesakes] = []
    let made: (isTimeToSweep: Bool, version: UInt64)? = change { working in
      if let expected, expected != version { return nil }
      for route in added {
        let entry = route.entry
        working.registered += 1
        entry.order = working.registered
        working.add(entry, route)
        if let latest = working.add(name: entry) {
          namesakes.append(Namesakes(entry: entry, latest: latest))
        }
      }
      for id in removed {
        if let route = working.forget(id) { gone.append(route) }
      }
      guard !added.isEmpty || !gone.isEmpty else { return (false, version) }
      index.apply(adding: added, removing: gone)
      // After the version is there: a dispatch that finds a route gone begins anew on a version
      // without it.
      for route in gone {
        let entry = route.entry
        entry.markDisposed()
        if entry.hasOwners { owned.append(entry) }
      }
      return (working.beforeSweep <= 0, version)
    }
    guard let made else { return nil }
    if made.isTimeToSweep { sweep() }
    // Asking an owner can release it for the last time: not under the lock.
    let count = gone.count - owned.count { $0.isOrphaned }
    return Change(removed: count, namesakes: namesakes, version: made.version)
  }

  /// Removes routes that were found without their owners, in one version with all other routes of
  /// these.
  func remove(orphans: [RouteEntry]) {
    let owners = Set(orphans.flatMap(\.goneOwners))
    let entries = working.withLock { working in
      owners.flatMap { working.owned[$0].map { Array($0.values) } ?? [] }
    }
    // Another object may have come to be where an owner was.
    apply(removing: Array(Set(entries.filter { $0.isOrphaned }.map(\.id))))
  }

  /// Removes the routes whose owners are gone, in one version.
  func sweep() {
    let owned = working.withLock { working in
      let owned = working.owned.values.flatMap(\.values)
      // A sweep looks at all that have owners, which is paid for by as many that were added.
      working.beforeSweep = max(16, owned.count)
      return owned
    }
    apply(removing: Array(Set(owned.filter { $0.isOrphaned }.map(\.id))))
  }

  /// Makes a change, and lets go of the routes that no reader sees any more.
  ///
  /// They hold closures, whose captures may call the router when they end: not under the lock.
  private func change<Result>(_ body: (inout Working) -> Result) -> Result {
    let (result, payloads, isLater) = working.withLock { working in
      let result = body(&working)
      let (payloads, isLater) = collect(&working)
      return (result, payloads, isLater)
    }
    payloads.release()
    if isLater { collectLater() }
    return result
  }

  private func collect(_ working: inout Working) -> (payloads: RetiredPayloads, isLater: Bool) {
    let (payloads, isDone) = index.collect()
    guard !isDone, !working.isCollecting else { return (payloads, false) }
    working.isCollecting = true
    return (payloads, true)
  }

  /// Tries again when those who were looking for routes at that moment are done, which is soon.
  /// - Parameter delay: how long that is waited for, in milliseconds.
  private func collectLater(in delay: Int = 1) {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(delay)) {
      [weak self] in
      guard let self else { return }
      let (payloads, isLater) = working.withLock { working in
        working.isCollecting = false
        return self.collect(&working)
      }
      payloads.release()
      if isLater { collectLater(in: min(delay * 2, 1_000)) }
    }
  }

  // MARK: - Listings

  /// The routes as they are now.
  var table: RouteTable {
    let (entries, version) = working.withLock { working in
      (working.routes.entries, index.reader.version)
    }
    return RouteTable(entries, version: version, precedence: precedence)
  }

  /// The routes as they are now; those whose owners are gone are removed first.
  ///
  /// The version is one without them, unless owners go again and again: after eight more readings
  /// those that went last are left out of the list alone.
  var liveTable: RouteTable {
    var rest = Self.orphanLimit
    while true {
      let table = self.table
      let entries = owned(table.all)
      if entries.count == table.count { return table }
      if rest == 0 {
        return RouteTable(entries, version: table.version, precedence: precedence)
      }
      rest -= 1
    }
  }

  /// The routes as they are now, and what the index says of each for a target in the same version.
  func table(
    for target: RouteTarget
  ) -> (table: RouteTable, verdicts: [RouteID: RouteSearch.Verdict]) {
    let (entries, version, verdicts) = working.withLock { working in
      // Reading the index calls nothing that a user wrote.
      (working.routes.entries, index.reader.version, search.verdicts(for: target))
    }
    return (RouteTable(entries, version: version, precedence: precedence), verdicts)
  }

  /// Returns how many of some routes there are.
  func count(of ids: [RouteID]) -> Int {
    working.withLock { working in ids.count { working.routes[$0] != nil } }
  }

  /// The route with an identifier, if it is there.
  func entry(of id: RouteID) -> RouteEntry? {
    working.withLock { working in working.routes[id]?.entry }
  }

  /// The latest live route of a name.
  func entry(named name: String) -> RouteEntry? {
    while let latest = working.withLock({ working in working.names[name]?.latest }) {
      if !latest.isOrphaned { return latest }
      // All of the name that are without their owners go at once; another may have it since.
      _ = owned(working.withLock { working in working.names[name]?.all } ?? [])
    }
    return nil
  }

  /// The latest live route of those that had a name before another and may not have it together.
  func latest(of namesakes: Namesakes) -> RouteEntry? {
    if namesakes.latest.isLive { return namesakes.latest }
    let entry = namesakes.entry
    guard let name = entry.name else { return nil }
    let others = working.withLock { working -> [RouteEntry] in
      guard let named = working.names[name] else { return [] }
      return entry.kind == .guard ? named.others.elements : named.all
    }
    return others.filter { $0.order < entry.order && $0.isLive }.max { $0.order < $1.order }
  }

  /// Returns those of some routes whose owners live; the others go, in one version with all that
  /// their owners have.
  func owned(_ entries: [RouteEntry]) -> [RouteEntry] {
    var (owned, orphans): ([RouteEntry], [RouteEntry]) = ([], [])
    for entry in entries {
      if entry.isOrphaned { orphans.append(entry) } else { owned.append(entry) }
    }
    if !orphans.isEmpty { remove(orphans: orphans) }
    return owned
  }
}

extension RouteRegistry.Working {
  /// Gives a name to the route that brings it.
  /// - Returns: the latest of the routes that may not have it too, or `nil` where there are none.
  fileprivate mutating func add(name entry: RouteEntry) -> RouteEntry? {
    guard let name = entry.name else { return nil }
    // Guards may have a name together, which the access of maps requires.
    guard entry.kind == .guard else {
      let latest = names[name]?.latest
      names[name, default: RouteRegistry.Named()].others.append(entry, entry.id)
      return latest
    }
    let latest = names[name]?.others.last
    names[name, default: RouteRegistry.Named()].guards.append(entry, entry.id)
    return latest
  }

  fileprivate mutating func add(_ entry: RouteEntry, _ route: IndexedRoute) {
    routes.insert(route, entry.id)
    for owner in entry.ownerIdentifiers { owned[owner, default: [:]][entry.id] = entry }
    beforeSweep -= 1
  }

  /// - Returns: the route, if it is there.
  fileprivate mutating func forget(_ id: RouteID) -> IndexedRoute? {
    guard let route = routes.remove(id) else { return nil }
    let entry = route.entry
    for owner in entry.ownerIdentifiers {
      owned[owner]?[id] = nil
      if owned[owner]?.isEmpty == true { owned[owner] = nil }
    }
    if let name = entry.name {
      names[name]?.guards.remove(id)
      names[name]?.others.remove(id)
      if names[name]?.isEmpty == true { names[name] = nil }
    }
    return route
  }
}
