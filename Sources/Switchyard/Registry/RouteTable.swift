/// All routes at one moment, in the orders they are asked in.
///
/// A dispatch works on one table from its beginning to its end.
struct RouteTable: Sendable {
  /// In the order of registration.
  private(set) var guards: [RouteEntry] = []
  /// The latest first.
  private(set) var proxies: [RouteEntry] = []
  /// The one that wins first.
  private(set) var maps: [RouteEntry] = []
  /// The most specific first, of those alike the latest.
  private(set) var fallbacks: [RouteEntry] = []

  var count: Int { guards.count + proxies.count + maps.count + fallbacks.count }

  /// Marks those whose owners are gone as disposed of.
  func disposeOfUnowned() {
    for list in [guards, proxies, maps, fallbacks] {
      for entry in list where !entry.isLive { entry.markDisposed() }
    }
  }

  mutating func insert(_ entry: RouteEntry, precedence: Router.Precedence) {
    switch entry.kind {
    case .guard: guards.append(entry)
    case .proxy: proxies.insert(entry, at: 0)
    case .map where precedence == .latestFirst: maps.insert(entry, at: 0)
    case .map: maps.insertMostSpecificFirst(entry)
    case .fallback: fallbacks.insertMostSpecificFirst(entry)
    }
  }

  /// Takes out all entries that were disposed of, and returns them.
  mutating func removeDisposed() -> [RouteEntry] {
    var removed: [RouteEntry] = []
    for list in [\RouteTable.guards, \.proxies, \.maps, \.fallbacks] {
      guard self[keyPath: list].contains(where: \.isDisposed) else { continue }
      var kept: [RouteEntry] = []
      // Each is asked once: another thread may dispose of it meanwhile.
      for entry in self[keyPath: list] {
        if entry.isDisposed { removed.append(entry) } else { kept.append(entry) }
      }
      self[keyPath: list] = kept
    }
    return removed
  }
}

/// A table that no longer changes, handed on as one reference.
final class PublishedTable: Sendable {
  let table: RouteTable

  init(_ table: RouteTable) { self.table = table }
}

extension Array<RouteEntry> {
  /// Inserts an entry before all that are not more specific, which are older.
  fileprivate mutating func insertMostSpecificFirst(_ entry: RouteEntry) {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].pattern.isMoreSpecific(than: entry.pattern) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    insert(entry, at: low)
  }
}
