/// Looks for the differences between two tables, in each part of the targets and each lookup.
struct DifferenceSearch {
  /// A difference, whatever shows it.
  struct Key: Hashable {
    let kind: RouteDifference.Kind.Value
    /// The ranks of the routes it is about.
    var old: Int?
    var new: Int?
    var isBreaking: Bool { kind.isBreaking && !isCompatible }
    /// Whether its kind breaks something elsewhere alone: a map takes what a fallback answered, as
    /// maps are to, or what runs in the end is handled otherwise.
    var isCompatible = false
  }

  /// The places at which a difference was seen.
  struct Sighting {
    /// The lookups, by their numbers.
    var lookups: Set<Int> = []
    /// The target and the lookup that showed it when both tables were run.
    var shown: (target: RouteTarget, lookup: Int)?
    /// The routes that matter beside those of the key: what runs now, or the guard that was asked.
    var nowRuns: Int?
    var guardBefore: Int?
    /// The times that a target did not show it.
    var failures = 0
    /// The URLs that a name makes, of a difference of names.
    var urls: (old: String, new: String?)?
  }

  let old: ComparedTable
  let new: ComparedTable
  let lookups: [DifferenceLookup]
  let parts: PatternParts
  let pairs: RoutePairs
  var seen: [Key: Sighting] = [:]
  /// The new maps and fallbacks that run somewhere.
  private var runsNew: Set<Int> = []
  /// The pairs whose parameters were compared, or would have to be.
  private var compared: Set<[Int]> = []
  /// The patterns of which not all was looked at.
  private(set) var undecided: Set<Int>

  init(_ old: ListedRoutes, _ new: ListedRoutes, work: Int) {
    let (olds, news) = (old.router.survey, new.router.survey)
    lookups = DifferenceLookup.all(of: olds + news)
    let numbers = PatternNumbers(olds + news)
    // A route without a key of its own has its name for one, in a table that has keys.
    let hasHandlers = (old.entries + new.entries).contains { ComparedHandler.isSaid(of: $0.route) }
    self.old = ComparedTable(old, olds, lookups, numbers, hasHandlers: hasHandlers)
    self.new = ComparedTable(new, news, lookups, numbers, hasHandlers: hasHandlers)
    parts = PatternParts(
      numbers.patterns,
      slashes: old.router.configuration.slashes,
      budget: RelationBudget(work: work)
    )
    pairs = RoutePairs(self.old, self.new, parts)
    undecided = Set(parts.cells.undecided)
  }

  mutating func run() {
    for part in parts.all { compare(part) }
    noteShadowed()
    compareNames()
    compareTags()
    compareClosures()
    compareHandlers()
    for (key, sighting) in differencesOfAccess { seen[key] = sighting }
  }

  // MARK: - Parts

  private mutating func compare(_ part: PatternParts.Part) {
    let patterns = part.members + part.doubtful
    let (olds, news) = (old.standing(patterns), new.standing(patterns))
    guard !olds.isEmpty || !news.isEmpty else { return }
    guard part.doubtful.isEmpty else { return compareDoubtful(part, olds, news) }
    let members = Set(patterns)
    var same: Set<[Int]> = []
    for lookup in lookups.indices {
      let before = old.meeting(olds, members, in: lookup)
      let after = new.meeting(news, members, in: lookup)
      if let end = after.end { runsNew.insert(end) }
      var shown: [Int: Set<Key>] = [:]
      for (key, detail) in differences(before, after, lookup, matches: members.contains) {
        note(key, detail, part.cells, lookup, &shown)
      }
      if let (one, other) = exchanged(before, after), same.insert([one, other]).inserted {
        compareParameters(one, other, part.cells, lookup)
      }
    }
  }

  /// Compares what is sure of a part in which some patterns may match or not: what one of its
  /// targets shows, and what may be so of another.
  private mutating func compareDoubtful(
    _ part: PatternParts.Part,
    _ olds: [Int],
    _ news: [Int]
  ) {
    guard part.doubtful.count <= 4 else {
      undecided.formUnion(part.doubtful)
      return
    }
    for choice in 0..<(1 << part.doubtful.count) {
      let chosen = part.doubtful.indices.filter { choice >> $0 & 1 == 1 }
        .map { part.doubtful[$0] }
      let members = Set(part.members + chosen)
      let (olds, news) = (old.standing(Array(members)), new.standing(Array(members)))
      for lookup in lookups.indices {
        let before = old.meeting(olds, members, in: lookup)
        let after = new.meeting(news, members, in: lookup)
        if let end = after.end { runsNew.insert(end) }
        var shown: [Int: Set<Key>] = [:]
        for (key, detail) in differences(before, after, lookup, matches: members.contains) {
          note(key, detail, part.cells, lookup, &shown)
        }
        if let (one, other) = exchanged(before, after) {
          compareParameters(one, other, part.cells, lookup)
        }
      }
    }
  }

  /// The two that run, if they are one route with two patterns.
  private func exchanged(_ before: TableMeeting, _ after: TableMeeting) -> (Int, Int)? {
    guard let one = before.end, let other = after.end, pairs.areSame(one, other),
      old.entries[one].pattern != new.entries[other].pattern
    else { return nil }
    return (one, other)
  }

  // MARK: - Kinds

  private typealias Detail = (nowRuns: Int?, guardBefore: Int?)

  /// Returns the differences of one target in one lookup.
  private func differences(
    _ before: TableMeeting,
    _ after: TableMeeting,
    _ lookup: Int,
    matches: (Int) -> Bool
  ) -> [(Key, Detail)] {
    ends(before, after, lookup, matches: matches) + guards(before, after)
      + others(before, after)
  }

  private func ends(
    _ before: TableMeeting,
    _ after: TableMeeting,
    _ lookup: Int,
    matches: (Int) -> Bool
  ) -> [(Key, Detail)] {
    if let one = before.end, let other = after.end, pairs.areSame(one, other) {
      guard let key = handlerChange(of: one, to: other) else { return [] }
      return [(key, (other, nil))]
    }
    let isRequest = lookups[lookup].method != nil
    var found: [(Key, Detail)] = []
    if let one = before.end {
      let kind: RouteDifference.Kind.Value
      let other = pairs.forward[one]
      if let other {
        let entry = new.entries[other]
        kind =
          !entry.isFound[lookup]
          ? isRequest ? .methodLost : .viewLost : matches(entry.pattern) ? .taken : .narrowed
      } else {
        kind = .removed
      }
      var key = Key(kind: kind, old: one, new: other)
      if kind == .taken, old.entries[one].route.kind == .fallback {
        // Where none runs, a map of another method keeps it from that.
        key.isCompatible = after.end.map { new.entries[$0].route.kind == .map } ?? true
      }
      found.append((key, (after.end, nil)))
    }
    if let other = after.end {
      let kind: RouteDifference.Kind.Value
      let one = pairs.backward[other]
      if let one {
        kind =
          old.entries[one].isFound[lookup]
          ? .widened : isRequest ? .methodAdded : .viewAdded
      } else {
        kind = .added
      }
      found.append((Key(kind: kind, old: one, new: other), (other, nil)))
    }
    return found
  }

  private func guards(_ before: TableMeeting, _ after: TableMeeting) -> [(Key, Detail)] {
    // A proxy may answer as well, and so may middleware that runs where there is no map.
    guard let end = after.end ?? after.others.first else { return [] }
    var found: [(Key, Detail)] = []
    if let first = before.guards.first, after.guards.isEmpty {
      found.append((Key(kind: .unguarded, new: end), (end, first)))
    }
    let (gone, added, changed) = unpaired(before.guards, after.guards)
    for key in changed { found.append((key, (end, key.old))) }
    for one in gone {
      // What it has become is asked, and stands for another.
      let other = pairs.forward[one].flatMap { after.guards.contains($0) ? nil : $0 }
      let kind: RouteDifference.Kind.Value = other == nil ? .guardRemoved : .guardNarrowed
      found.append((Key(kind: kind, old: one, new: other), (end, one)))
    }
    guard before.end != nil else { return found }
    for other in added {
      let one = pairs.backward[other].flatMap { before.guards.contains($0) ? nil : $0 }
      let kind: RouteDifference.Kind.Value = one == nil ? .guardAdded : .guardWidened
      found.append((Key(kind: kind, old: one, new: other), (end, nil)))
    }
    return found
  }

  /// Lets each new guard stand for one old guard at most, those first that are a pair in every
  /// lookup, and returns the guards of both that are left, and the changes of those that are not.
  private func unpaired(
    _ olds: [Int],
    _ news: [Int]
  ) -> (olds: [Int], news: [Int], changed: [Key]) {
    var left = (olds: olds, news: news)
    var changed: [Key] = []
    for isWholePair in [true, false] {
      for one in left.olds {
        let place = left.news.firstIndex { other in
          isWholePair
            ? pairs.forward[one] == other && pairs.backward[other] == one
            : pairs.areSame(one, other)
        }
        guard let place else { continue }
        let other = left.news.remove(at: place)
        left.olds.removeAll { $0 == one }
        if let key = handlerChange(of: one, to: other) { changed.append(key) }
      }
    }
    return (left.olds, left.news, changed)
  }

  /// Proxies, and middleware around what runs in both.
  private func others(_ before: TableMeeting, _ after: TableMeeting) -> [(Key, Detail)] {
    let isCounted = { (table: ComparedTable, rank: Int) in
      table.entries[rank].route.kind == .proxy || (before.end == nil) == (after.end == nil)
    }
    var found: [(Key, Detail)] = []
    for one in before.others
    where isCounted(old, one) && !after.others.contains(where: { pairs.areSame(one, $0) }) {
      let other = pairs.forward[one]
      let kind: RouteDifference.Kind.Value = other == nil ? .removed : .narrowed
      found.append((Key(kind: kind, old: one, new: other), (after.end, nil)))
    }
    for other in after.others
    where isCounted(new, other) && !before.others.contains(where: { pairs.areSame($0, other) }) {
      let one = pairs.backward[other]
      let kind: RouteDifference.Kind.Value = one == nil ? .added : .widened
      found.append((Key(kind: kind, old: one, new: other), (after.end, nil)))
    }
    let told = Set(found.compactMap(\.0.new))
    let rest = after.others.filter { isCounted(new, $0) && !told.contains($0) }
    found += handlerChanges(before, after, untold: rest).map { ($0, (after.end, nil)) }
    return found
  }

  // MARK: - What shows them

  /// The times that a difference is looked for in vain.
  static let tries = 8

  /// Notes a difference of some pieces in a lookup, with what the target of each is known to show:
  /// very many differences may be of one.
  private mutating func note(
    _ key: Key,
    _ detail: Detail,
    _ cells: [Int],
    _ lookup: Int,
    _ shown: inout [Int: Set<Key>]
  ) {
    var sighting = seen[key] ?? Sighting()
    sighting.lookups.insert(lookup)
    if sighting.shown == nil, sighting.failures < Self.tries {
      for cell in cells.prefix(Self.tries - sighting.failures) {
        if let target = parts.cells.target(of: parts.cells.cells[cell]) {
          let keys = shown[cell] ?? keysShown(by: target, in: lookup)
          shown[cell] = keys
          if keys.contains(key) {
            sighting.shown = (target, lookup)
            (sighting.nowRuns, sighting.guardBefore) = detail
            break
          }
        }
        sighting.failures += 1
      }
    }
    seen[key] = sighting
  }

  /// The differences that a target shows when both tables are run.
  private func keysShown(by target: RouteTarget, in lookup: Int) -> Set<Key> {
    guard let before = old.meeting(target, in: lookup),
      let after = new.meeting(target, in: lookup)
    else { return [] }
    let patterns = parts.patterns
    let found = differences(before, after, lookup) { pattern in
      ((try? patterns[pattern].match(target)) ?? nil) != nil
    }
    return Set(found.map { $0.0 })
  }

  // MARK: - Parameters

  private mutating func compareParameters(
    _ one: Int,
    _ other: Int,
    _ cells: [Int],
    _ lookup: Int
  ) {
    let key = Key(kind: .parameters, old: one, new: other)
    compared.insert([one, other])
    if seen[key]?.shown != nil {
      seen[key]?.lookups.insert(lookup)
      return
    }
    let (pattern, next) = (old.entries[one].route.pattern, new.entries[other].route.pattern)
    for target in targets(of: cells, for: pattern, next) {
      guard let values = self.values(of: target, pattern),
        let others = self.values(of: target, next), values != others,
        old.meeting(target, in: lookup)?.end == one,
        new.meeting(target, in: lookup)?.end == other
      else { continue }
      var sighting = Sighting()
      sighting.lookups = [lookup]
      sighting.shown = (target, lookup)
      seen[key] = sighting
      return
    }
  }

  /// Returns targets of some pieces: of patterns with several values those with equal ones, and
  /// with others.
  func targets(
    of cells: [Int],
    for patterns: RoutePattern...
  ) -> some Sequence<RouteTarget> {
    let isVaried = patterns.contains { $0.parameterNames.count > 1 }
    let variants = isVaried ? PatternCells.variants : 1
    return cells.lazy.flatMap { [parts] cell in
      (0..<variants).lazy.compactMap { variant in
        parts.cells.target(of: parts.cells.cells[cell], variant: variant)
      }
    }
  }

  func values(of target: RouteTarget, _ pattern: RoutePattern) -> [String: String]? {
    guard let match = try? pattern.match(target) else { return nil }
    var values: [String: String] = [:]
    for name in pattern.parameterNames { values[name] = match[name] }
    return values
  }

  /// The pairs that are not known to have the same parameters.
  var undecidedParameters: [(Int, Int)] {
    compared.filter { pair in
      seen[Key(kind: .parameters, old: pair[0], new: pair[1])] == nil
        && !areByWholeSegments(pair[0], pair[1])
    }
    .sorted { $0.lexicographicallyPrecedes($1) }
    .map { ($0[0], $0[1]) }
  }

  // MARK: - Shadows

  /// Says of routes that run nowhere now that they are in the shadow of others.
  private mutating func noteShadowed() {
    let running = Set(runsNew.compactMap { pairs.backward[$0] })
    for (key, sighting) in seen where key.kind == .taken {
      guard let one = key.old, let other = key.new, !runsNew.contains(other),
        !running.contains(one), !undecided.contains(new.entries[other].pattern)
      else { continue }
      seen[key] = nil
      let shadow = Key(kind: .shadowed, old: one, new: other)
      var whole = seen[shadow] ?? sighting
      whole.lookups.formUnion(sighting.lookups)
      if whole.shown == nil { whole.shown = sighting.shown }
      seen[shadow] = whole
    }
  }
}
