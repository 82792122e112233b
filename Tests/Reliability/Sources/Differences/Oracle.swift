import SwitchyardProof

/// What two tables do with each of the targets and each method, found by trying all of them.
struct Oracle {
  private let pool: PatternPool
  private let old: DrawnTable
  private let new: DrawnTable
  private let olds: [Int]
  private let news: [Int]
  private let lookups: [DrawnLookup]
  private var forward: [Int: Int] = [:]
  private var backward: [Int: Int] = [:]

  init(_ pool: PatternPool, _ old: DrawnTable, _ new: DrawnTable, _ precedence: Router.Precedence) {
    (self.pool, self.old, self.new) = (pool, old, new)
    olds = Self.ranking(old, pool, precedence)
    news = Self.ranking(new, pool, precedence)
    lookups = Self.lookups(of: old.entries + new.entries, isServer: old.isServer)
    for (place, entry) in old.entries.enumerated() {
      forward[place] = new.entries.firstIndex { $0.name == entry.name }
    }
    for (place, other) in forward { backward[other] = place }
    // What has no name of the other table is a part of what matches the same.
    for place in olds where forward[place] == nil {
      forward[place] = news.first { isAlike(old.entries[place], new.entries[$0]) }
    }
    for place in news where backward[place] == nil {
      backward[place] = olds.first { isAlike(old.entries[$0], new.entries[place]) }
    }
  }

  private static func lookups(of entries: [DrawnEntry], isServer: Bool) -> [DrawnLookup] {
    let ends = entries.filter(\.isEnd)
    let isApp = !isServer || ends.contains(where: \.isOfApp)
    let namesMethods = entries.contains { entry in
      !entry.methods.isEmpty || entry.exceptions.contains { !$0.methods.isEmpty }
    }
    let hasMap = ends.contains { $0.kind == .map && !$0.isOfApp }
    var lookups: [DrawnLookup] = []
    if isServer, hasMap || namesMethods || !isApp && !ends.isEmpty {
      lookups = [.method(.get), .method(.head), .method(.post), .method(.put)]
    }
    guard isApp || ends.isEmpty else { return lookups }
    // What requests alone find is no view's; a fallback for any method may be one's as well.
    let seen = entries.filter { entry in
      entry.kind == .proxy || !isServer || entry.isOfApp
        || entry.kind == .fallback && entry.methods.isEmpty
    }
    return lookups + [.view(nil)] + Set(seen.flatMap(\.labels)).sorted().map { .view($0) }
  }

  /// Whether all expressions are regular.
  var isRegular: Bool {
    !(old.entries + new.entries).contains { entry in
      ([entry.pattern] + entry.exceptions.map(\.pattern)).contains {
        pool.members[$0].pattern.text.contains("?!")
      }
    }
  }

  private func isAlike(_ one: DrawnEntry, _ other: DrawnEntry) -> Bool {
    one.kind == other.kind && one.kind != .guard
      && (one.pattern == other.pattern
        || pool.members[one.pattern].matches == pool.members[other.pattern].matches
          && ![one, other].contains { pool.members[$0.pattern].pattern.text.contains("?!") })
      && lookups.contains { isFound(one, $0) && isFound(other, $0) }
  }

  private static func ranking(
    _ table: DrawnTable,
    _ pool: PatternPool,
    _ precedence: Router.Precedence
  ) -> [Int] {
    let kinds: [RouteKind] = [.guard, .proxy, .middleware, .map, .fallback]
    return kinds.flatMap { kind -> [Int] in
      let places = table.entries.indices.filter { table.entries[$0].kind == kind }
      if kind == .guard || kind == .middleware { return places }
      if kind == .proxy || kind == .map && precedence == .latestFirst { return places.reversed() }
      return places.sorted { one, other in
        let pattern = pool.members[table.entries[one].pattern].pattern
        switch pattern.specificity(comparedTo: pool.members[table.entries[other].pattern].pattern) {
        case .moreSpecific: return true
        case .lessSpecific: return false
        case .same: return one > other
        }
      }
    }
  }

  private func isFound(_ entry: DrawnEntry, _ lookup: DrawnLookup) -> Bool {
    switch lookup {
    case .method(let method):
      !entry.isOfApp && entry.methods.isEmpty || entry.methods.contains(method)
        || method == .head && entry.methods.contains(.get)
    case .view(nil): true
    case .view(let view?):
      entry.isEnd
        ? entry.labels.contains(view)
        : entry.kind != .proxy || entry.labels.isEmpty || entry.labels.contains(view)
    }
  }

  private struct Meeting {
    var end: Int?
    var guards: [Int] = []
    var others: [Int] = []
  }

  private func meeting(
    _ table: DrawnTable,
    _ ranking: [Int],
    _ lookup: DrawnLookup,
    _ matches: (Int) -> Bool
  ) -> Meeting {
    var meeting = Meeting()
    var middleware: [Int] = []
    var isElsewhere = false
    for place in ranking where matches(table.entries[place].pattern) {
      let entry = table.entries[place]
      guard isFound(entry, lookup) else {
        if entry.kind == .map, !entry.isOfApp, lookup.isRequest { isElsewhere = true }
        continue
      }
      switch entry.kind {
      case .guard:
        let isExcepted = entry.exceptions.contains { exception in
          guard case .method(let method) = lookup else {
            return exception.methods.isEmpty && matches(exception.pattern)
          }
          return matches(exception.pattern)
            && (exception.methods.isEmpty || exception.methods.contains(method)
              || method == .head && exception.methods.contains(.get))
        }
        if entry.decides, !isExcepted { meeting.guards.append(place) }
      case .proxy: meeting.others.append(place)
      case .middleware: middleware.append(place)
      case .map: meeting.end = meeting.end ?? place
      case .fallback: if meeting.end == nil, !isElsewhere { meeting.end = place }
      }
    }
    if meeting.end != nil { meeting.others += middleware }
    return meeting
  }

  private func same(_ one: Int, _ other: Int) -> Bool {
    forward[one] == other || backward[other] == one
  }

  private func key(_ kind: String, _ one: Int?, _ other: Int?, _ isBreaking: Bool = true) -> String
  {
    let names = [one.map { old.entries[$0].name }, other.map { new.entries[$0].name }]
    return "\(kind) \(names[0] ?? "-") \(names[1] ?? "-")\(isBreaking ? "" : " compatible")"
  }

  /// The differences of one target in one lookup.
  private func differences(
    _ lookup: DrawnLookup,
    _ matches: (Int) -> Bool,
    values: (Int) -> [String: String]?
  ) -> (found: Set<String>, end: Int?) {
    let before = meeting(old, olds, lookup, matches)
    let after = meeting(new, news, lookup, matches)
    var found: Set<String> = []
    let isRequest = lookup.isRequest
    if let one = before.end, let other = after.end, same(one, other) {
      let patterns = (old.entries[one].pattern, new.entries[other].pattern)
      if values(patterns.0) != values(patterns.1) { found.insert(key("parameters", one, other)) }
    } else {
      if let one = before.end {
        let other = forward[one]
        let entry = other.map { new.entries[$0] }
        if let entry, !isFound(entry, lookup) {
          found.insert(key(isRequest ? "methodLost" : "viewLost", one, other))
        } else if let entry, matches(entry.pattern) {
          let isByMap = after.end.map { new.entries[$0].kind == .map } ?? true
          let isBreaking = old.entries[one].kind != .fallback || !isByMap
          found.insert(key("taken", one, other, isBreaking))
        } else {
          found.insert(key(other == nil ? "removed" : "narrowed", one, other))
        }
      }
      if let other = after.end {
        if let one = backward[other] {
          let isKnown = isFound(old.entries[one], lookup)
          let kind = isKnown ? "widened" : isRequest ? "methodAdded" : "viewAdded"
          found.insert(key(kind, one, other, false))
        } else {
          found.insert(key("added", nil, other, false))
        }
      }
    }
    if let end = after.end ?? after.others.first {
      if !before.guards.isEmpty, after.guards.isEmpty { found.insert(key("unguarded", nil, end)) }
      for one in before.guards where !after.guards.contains(where: { same(one, $0) }) {
        let other = forward[one]
        found.insert(key(other == nil ? "guardRemoved" : "guardNarrowed", one, other))
      }
      if before.end != nil {
        for other in after.guards where !before.guards.contains(where: { same($0, other) }) {
          let one = backward[other]
          found.insert(key(one == nil ? "guardAdded" : "guardWidened", one, other, false))
        }
      }
    }
    let isBoth = before.end != nil && after.end != nil
    for one in before.others
    where (isBoth || old.entries[one].kind == .proxy)
      && !after.others.contains(where: { same(one, $0) })
    {
      found.insert(key(forward[one] == nil ? "removed" : "narrowed", one, forward[one]))
    }
    for other in after.others
    where (isBoth || new.entries[other].kind == .proxy)
      && !before.others.contains(where: { same($0, other) })
    {
      let one = backward[other]
      found.insert(key(one == nil ? "added" : "widened", one, other, false))
    }
    return (found, after.end)
  }

  /// All differences, with those of names and tags.
  func all() -> Set<String> {
    var found: Set<String> = []
    var running: Set<Int> = []
    for lookup in lookups {
      for place in pool.targets.indices {
        let (some, end) = differences(lookup) {
          pool.members[$0].matches[place]
        } values: {
          pool.members[$0].values[place]
        }
        found.formUnion(some)
        if let end { running.insert(end) }
      }
    }
    let runningBefore = Set(running.compactMap { backward[$0] })
    for (one, other) in forward {
      let entries = (old.entries[one], new.entries[other])
      if Set(entries.0.labels) != Set(entries.1.labels) {
        found.insert(key("tagsChanged", one, other, false))
      }
      guard !running.contains(other), !runningBefore.contains(one) else { continue }
      for isBreaking in [true, false] {
        if found.remove(key("taken", one, other, isBreaking)) != nil {
          found.insert(key("shadowed", one, other))
        }
      }
    }
    found.formUnion(accesses())
    for (one, entry) in old.entries.enumerated() where entry.isEnd {
      guard let other = new.entries.firstIndex(where: { $0.name == entry.name }) else {
        found.insert(key("nameGone", one, nil))
        continue
      }
      if areMoved(entry.pattern, new.entries[other].pattern) {
        found.insert(key("nameMoved", one, other))
      }
    }
    return found
  }

  /// The differences of what is declared, of all that is one route in both.
  private func accesses() -> Set<String> {
    let pairs = forward.map { [$0.key, $0.value] } + backward.map { [$0.value, $0.key] }
    var found: Set<String> = []
    for pair in pairs {
      let (one, other) = (old.entries[pair[0]], new.entries[pair[1]])
      let before = DrawnEntry.accesses[one.access]
      let after = DrawnEntry.accesses[other.access]
      guard one.isEnd, before != after else { continue }
      let isBreaking =
        before != nil
        && (after == nil || before?.guards.contains { after?.guards.contains($0) != true } == true)
      let kind = after == nil ? "accessLost" : isBreaking ? "accessWidened" : "accessChanged"
      found.insert(key(kind, pair[0], pair[1], isBreaking))
    }
    return found
  }

  /// Whether some values of the one make another URL of the other.
  private func areMoved(_ one: Int, _ other: Int) -> Bool {
    guard one != other else { return false }
    let (pattern, next) = (pool.members[one].pattern, pool.members[other].pattern)
    return pool.members[one].values.contains { values in
      guard let values, let url = try? pattern.url(values) else { return false }
      return (try? next.url(values)) != url
    }
  }

  /// Whether a target that a difference shows is one that shows it.
  func isShown(_ difference: RouteDifference) throws -> Bool {
    guard let example = difference.example else { return false }
    let lookup: DrawnLookup =
      difference.method.map { .method($0) } ?? .view(difference.view?.name)
    let target = try RouteTarget(example)
    let values = try pool.members.map { try PatternPool.values(of: target, $0.pattern) }
    let found = differences(lookup) {
      values[$0] != nil
    } values: {
      values[$0]
    }.found
    if difference.kind == .shadowed {
      return found.contains { $0.hasPrefix("taken \(difference.old?.name ?? "") ") }
    }
    return found.contains(Self.key(of: difference))
  }

  /// A difference as it is compared.
  static func key(of difference: RouteDifference) -> String {
    "\(difference.kind) \(difference.old?.name ?? "-") \(difference.new?.name ?? "-")"
      + (difference.isBreaking ? "" : " compatible")
  }
}
