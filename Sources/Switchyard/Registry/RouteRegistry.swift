import RoutePatterns

/// The routes of a router, and the changes to them.
///
/// Who reads takes the published table, under a lock that is held for no longer than that takes. Who writes makes
/// the next table under another lock, and publishes it when it is complete.
final class RouteRegistry: Sendable {
  fileprivate struct Working {
    var table = RouteTable()
    var entries: [RouteUUID: RouteEntry] = [:]
    var names: [String: [RouteEntry]] = [:]
    var registered = 0
    /// How many routes may be added before those whose owners are gone are looked for.
    var beforeSweep = 16
  }

  private let precedence: Router.Precedence
  private let working = Locked(Working())
  private let published = Locked(PublishedTable(RouteTable()))

  init(precedence: Router.Precedence) { self.precedence = precedence }

  /// The routes as they are now.
  var table: RouteTable { published.withLock { $0 }.table }

  /// Finds routes among those that there are now.
  var search: RouteSearch { RouteSearch(published: published.withLock { $0 }, registry: self) }

  /// Adds a route, and sweeps when it is time to.
  /// - Returns: the route that had the name before, if one has.
  func add(_ entry: RouteEntry) -> RouteEntry? {
    let (others, isTimeToSweep) = change { working in
      working.registered += 1
      entry.order = working.registered
      working.table.insert(entry, precedence: precedence)
      working.entries[entry.id] = entry
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

  /// Takes routes away, in one step.
  func remove(_ ids: [RouteUUID]) -> Int {
    let entries = working.withLock { working in Set(ids).compactMap { working.entries[$0] } }
    let count = entries.count { $0.isOwned != false && $0.markDisposed() }
    if count > 0 { removeDisposed() }
    return count
  }

  /// Takes away what was disposed of, and the routes whose owners are gone.
  func sweep() {
    table.disposeOfUnowned()
    removeDisposed()
  }

  private func removeDisposed() {
    let removed = change { working in
      let removed = working.table.removeDisposed()
      for entry in removed { working.forget(entry) }
      // A sweep looks at all routes, which is paid for by as many that were added.
      working.beforeSweep = max(16, working.table.count)
      return removed
    }
    withExtendedLifetime(removed) {}
  }

  /// The latest live route of a name.
  func entry(named name: String) -> RouteEntry? {
    working.withLock { working in working.names[name] }?.last { $0.isLive }
  }

  /// Makes a change, and publishes the table that has come of it.
  ///
  /// What goes with the old one are closures and what they hold, whose ends may call the router: it is kept until
  /// after the locks, as are removed entries by whoever removes them. For the same reason owners are looked at
  /// before or after.
  private func change<Result>(_ body: (inout Working) -> Result) -> Result {
    let (result, old) = working.withLock { working in
      let result = body(&working)
      let new = PublishedTable(working.table)
      let old = published.withLock { table in
        defer { table = new }
        return table
      }
      return (result, old)
    }
    withExtendedLifetime(old) {}
    return result
  }
}

extension RouteRegistry.Working {
  fileprivate mutating func forget(_ entry: RouteEntry) {
    entries[entry.id] = nil
    guard let name = entry.name else { return }
    names[name]?.removeAll { $0 === entry }
    if names[name]?.isEmpty == true { names[name] = nil }
  }
}
