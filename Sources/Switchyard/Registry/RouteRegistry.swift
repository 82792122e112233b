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
  private let published = Locked(RouteTable())

  init(precedence: Router.Precedence) { self.precedence = precedence }

  /// The routes as they are now.
  var table: RouteTable { published.withLock { $0 } }

  /// Adds a route.
  /// - Returns: the route that had the name before, if one has.
  func add(_ entry: RouteEntry) -> RouteEntry? {
    change { working in
      working.registered += 1
      entry.order = working.registered
      working.table.insert(entry, precedence: precedence)
      working.entries[entry.id] = entry
      working.beforeSweep -= 1
      guard let name = entry.name else { return nil }
      let other = working.names[name]?.last { $0.isLive }
      working.names[name, default: []].append(entry)
      return other
    }
  }

  /// Takes routes away, in one step.
  func remove(_ ids: [RouteUUID]) -> Int {
    change { working in
      let entries = Set(ids).compactMap { working.entries[$0] }.filter(\.isLive)
      for entry in entries { entry.markDisposed() }
      if !entries.isEmpty { working.beforeSweep = 0 }
      return entries.count
    }
  }

  /// Takes away the routes whose owners are gone.
  func sweep() {
    change { $0.beforeSweep = 0 }
  }

  /// The latest live route of a name.
  func entry(named name: String) -> RouteEntry? {
    working.withLock { working in working.names[name]?.last { $0.isLive } }
  }

  /// Makes a change, sweeps when it is time to, and publishes the table that has come of it.
  private func change<Result>(_ body: (inout Working) -> Result) -> Result {
    let (result, removed, old) = working.withLock { working in
      let result = body(&working)
      var removed: [RouteEntry] = []
      if working.beforeSweep <= 0 {
        removed = working.table.removeDead()
        for entry in removed { working.forget(entry) }
        // A sweep looks at all routes, which is paid for by as many that were added.
        working.beforeSweep = max(16, working.table.count)
      }
      let new = working.table
      let old = published.withLock { table in
        defer { table = new }
        return table
      }
      return (result, removed, old)
    }
    // What goes with these are closures and what they hold, whose ends may call the router: after the locks.
    withExtendedLifetime((removed, old)) {}
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
