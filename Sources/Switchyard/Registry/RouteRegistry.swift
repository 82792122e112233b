import Dispatch
import RoutePatterns
import Synchronization

/// The routes of a router, and the changes to them.
///
/// Who looks for routes takes no lock and waits for nobody. Who changes them does so under a lock of their own, at
/// a cost that does not grow with their number.
final class RouteRegistry: Sendable {
  fileprivate struct Working {
    /// The routes, with their places in the index.
    var entries: [RouteUUID: (entry: RouteEntry, places: IndexPlaces)] = [:]
    /// Those that have owners.
    var owned: [RouteUUID: RouteEntry] = [:]
    var guards: [RouteUUID: RouteEntry] = [:]
    var names: [String: [RouteEntry]] = [:]
    var registered = 0
    /// How many routes may be added before those whose owners are gone are looked for.
    var beforeSweep = 16
    /// Whether what readers may still see will be looked at again.
    var isCollecting = false
  }

  let precedence: Router.Precedence
  let index: LiveIndex
  /// How many routes have been added, each of which can be found.
  private let registered = Atomic(0)
  /// How often guards have been taken away; counted before the first of them is gone.
  private let removals = Atomic(0)
  private let working = Locked(Working())

  /// - Parameters:
  ///   - precedence: which of several maps wins.
  ///   - ignoresCase: whether letters match in either case.
  ///   - steps: how many steps the matches of a lookup may take.
  init(precedence: Router.Precedence, ignoresCase: Bool, steps: Int) {
    self.precedence = precedence
    index = unsafe LiveIndex(
      order: precedence == .latestFirst ? .latestFirst : .mostSpecificFirst,
      ignoresCase: ignoresCase,
      steps: steps
    ) { payload in
      unsafe Unmanaged<RouteEntry>.fromOpaque(payload)._withUnsafeGuaranteedRef { $0.isLive }
    }
  }

  /// The routes as they are now.
  var table: RouteTable {
    RouteTable(working.withLock { $0.entries.values.map(\.entry) }, precedence: precedence)
  }

  /// Finds routes among those that there are now.
  var search: RouteSearch {
    // In this order: what has taken the place of a guard is behind no search that counts the other among the removed.
    let (guards, all) = (guardRemovals, index.reader.removals)
    return RouteSearch(
      registry: self,
      order: registered.load(ordering: .acquiring),
      guardRemovals: guards,
      removals: all
    )
  }

  /// How often guards have been taken away.
  var guardRemovals: Int { removals.load(ordering: .acquiring) }

  /// All guards, in order, and what finds routes among those that there are at the same moment.
  ///
  /// It looks at all guards there are, under the lock of who changes them.
  func guardsAtOnce() -> (guards: [RouteEntry], search: RouteSearch) {
    let (guards, search) = working.withLock { (Array($0.guards.values), self.search) }
    return (guards.sorted { $0.order < $1.order }, search)
  }

  /// Adds a route, and sweeps when it is time to.
  /// - Returns: the route that had the name before, if one has.
  func add(_ entry: RouteEntry) -> RouteEntry? {
    let indexed = entry.indexed(for: index)
    let (others, isTimeToSweep) = change { working in
      working.registered += 1
      entry.order = working.registered
      let places = index.insert(indexed, order: UInt64(working.registered))
      working.entries[entry.id] = (entry, places)
      registered.store(working.registered, ordering: .releasing)
      if entry.hasOwners { working.owned[entry.id] = entry }
      if entry.kind == .guard { working.guards[entry.id] = entry }
      working.beforeSweep -= 1
      var others: [RouteEntry] = []
      if let name = entry.name {
        others = working.names[name] ?? []
        working.names[name, default: []].append(entry)
      }
      return (others, working.beforeSweep <= 0)
    }
    if isTimeToSweep { sweep() }
    return others.last { $0.isLive }
  }

  /// Takes a route away.
  func remove(_ id: RouteUUID) -> Int {
    guard let entry = working.withLock({ $0.entries[id]?.entry }), entry.isOwned != false else {
      return 0
    }
    return takeOut(entry)
  }

  private func takeOut(_ entry: RouteEntry) -> Int {
    if entry.kind == .guard { return takeOut([entry]) }
    return change { working in
      index.countRemoval()
      guard entry.markDisposed() else { return 0 }
      if let places = working.forget(entry) { index.remove(entry, from: places) }
      return 1
    }
  }

  /// Takes routes away, in one step.
  func remove(_ ids: [RouteUUID]) -> Int {
    let entries = working.withLock { working in
      // Each is counted once, however often it is named.
      ids.compactMap { working.entries[$0]?.entry }
    }
    return takeOut(entries.filter { $0.isOwned != false })
  }

  /// Takes away a route that was found without its owner; where there may be many of them, all others like it.
  func removeUnowned(_ entry: RouteEntry) {
    guard takeOut(entry) > 0 else { return }
    let isTimeToSweep = working.withLock { working in
      working.beforeSweep -= 8
      return working.beforeSweep <= 0 || working.owned.count <= 64
    }
    if isTimeToSweep { sweep() }
  }

  /// Takes away the routes whose owners are gone.
  func sweep() {
    let owned = working.withLock { working in
      // A sweep looks at all that have owners, which is paid for by as many that were added or found.
      working.beforeSweep = max(16, working.owned.count)
      return Array(working.owned.values)
    }
    takeOut(owned.filter { !$0.isLive })
  }

  /// Takes entries out, in one step: all are marked before the first of them is gone.
  /// - Returns: how many of them there were.
  @discardableResult
  private func takeOut(_ entries: [RouteEntry]) -> Int {
    guard !entries.isEmpty else { return 0 }
    let hasGuards = entries.contains { $0.kind == .guard }
    return change { working in
      index.countRemoval()
      if hasGuards { removals.add(1, ordering: .releasing) }
      // Guards last: whoever finds that one is gone finds that what it stood before, and goes with it, is gone too.
      let others = entries.filter { $0.kind != .guard && $0.markDisposed() }
      let removed = others + entries.filter { $0.kind == .guard && $0.markDisposed() }
      for entry in removed {
        if let places = working.forget(entry) { index.remove(entry, from: places) }
      }
      return removed.count
    }
  }

  /// The latest live route of a name.
  func entry(named name: String) -> RouteEntry? {
    working.withLock { working in working.names[name] }?.last { $0.isLive }
  }

  /// Makes a change, and lets go of what came out of the index.
  ///
  /// What goes are closures and what they hold, whose ends may call the router: not under the lock. For the same
  /// reason owners are looked at before or after.
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
}

extension RouteRegistry.Working {
  /// - Returns: where it was in the index.
  fileprivate mutating func forget(_ entry: RouteEntry) -> IndexPlaces? {
    let places = entries.removeValue(forKey: entry.id)?.places
    if entry.hasOwners { owned[entry.id] = nil }
    if entry.kind == .guard { guards[entry.id] = nil }
    if let name = entry.name {
      names[name]?.removeAll { $0 === entry }
      if names[name]?.isEmpty == true { names[name] = nil }
    }
    return places
  }
}
