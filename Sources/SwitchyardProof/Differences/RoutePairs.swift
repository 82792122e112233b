/// The routes of an old table and a new one that are the same route.
///
/// First those of a name, then those that match the same targets by the same methods, then those
/// that match the same targets, and last those that look alike and share some. One route may have
/// become several that match the same, and several one.
struct RoutePairs {
  /// For each of the old, the new one that it has become, if it has.
  private(set) var forward: [Int?]
  /// For each of the new, the old one that it was.
  private(set) var backward: [Int?]

  private let old: ComparedTable
  private let new: ComparedTable
  private let parts: PatternParts

  init(_ old: ComparedTable, _ new: ComparedTable, _ parts: PatternParts) {
    self.old = old
    self.new = new
    self.parts = parts
    forward = Array(repeating: nil, count: old.entries.count)
    backward = Array(repeating: nil, count: new.entries.count)
    for kind in [RouteKind.guard, .proxy, .middleware, .map, .fallback] {
      pair(old.ranks(kind), new.ranks(kind))
    }
  }

  /// Whether two are one route.
  func areSame(_ one: Int, _ other: Int) -> Bool {
    forward[one] == other || backward[other] == one
  }

  private struct Likeness: Hashable {
    var name: String?
    var parts: Int?
    var lookups: [Bool]?
    var exceptions: Set<Int>?
    var handler: ComparedHandler?
  }

  /// The aspects that routes have to have in common, the most first.
  private static let stages: [[Aspect]] = [
    [.name, .handler, .targets, .lookups, .exceptions], [.name, .targets, .lookups, .exceptions],
    [.name, .targets, .lookups], [.name, .lookups], [.name, .targets], [.name],
    [.handler, .targets, .lookups, .exceptions], [.targets, .lookups, .exceptions],
    [.targets, .lookups],
  ]

  private enum Aspect {
    case name, handler, targets, lookups, exceptions
  }

  private mutating func pair(_ olds: [Int], _ news: [Int]) {
    for stage in Self.stages {
      match(olds, news) { [parts] entry in
        if stage.contains(.name), entry.route.name == nil { return nil }
        if stage.contains(.handler), entry.handler == nil { return nil }
        var likeness = Likeness()
        for aspect in stage {
          switch aspect {
          case .name: likeness.name = entry.route.name
          case .handler: likeness.handler = entry.handler
          case .targets: likeness.parts = parts.identity[entry.pattern]
          case .lookups: likeness.lookups = entry.isFound
          case .exceptions:
            likeness.exceptions = Set(entry.exceptions.map { parts.identity[$0] })
          }
        }
        return likeness
      }
    }
    // Those with the same handler first, where handlers are known: then each route has one.
    for isOfHandler in old.entries.first?.handler == nil ? [false] : [true, false] {
      let fits = { [self] (one: Int, other: Int) in
        mayBeSame(one, other) && shareLookup(one, other)
          && (!isOfHandler || old.entries[one].handler == new.entries[other].handler)
      }
      pairAlike(olds, news, where: fits)
      attach(olds, news, where: fits)
    }
  }

  /// Pairs those that are alike in something, in the order in which they win.
  private mutating func match(
    _ olds: [Int],
    _ news: [Int],
    by likeness: (ComparedTable.Entry) -> Likeness?
  ) {
    var groups: [Likeness: [Int]] = [:]
    for rank in news.reversed() where backward[rank] == nil {
      if let key = likeness(new.entries[rank]) { groups[key, default: []].append(rank) }
    }
    for rank in olds where forward[rank] == nil {
      guard let key = likeness(old.entries[rank]),
        let place = groups[key]?.lastIndex(where: { mayBeSame(rank, $0) }),
        let other = groups[key]?.remove(at: place)
      else { continue }
      (forward[rank], backward[other]) = (other, rank)
    }
  }

  /// Whether no two different names keep guards apart: who asks for a guard by its name wants that
  /// one.
  private func mayBeSame(_ one: Int, _ other: Int) -> Bool {
    let (one, other) = (old.entries[one].route, new.entries[other].route)
    guard one.kind == .guard, let name = one.name, let otherName = other.name else { return true }
    return name == otherName
  }

  /// Pairs those of one look that share targets.
  private mutating func pairAlike(
    _ olds: [Int],
    _ news: [Int],
    where fits: (Int, Int) -> Bool
  ) {
    var open: [Int: [Int]] = [:]
    for rank in news where backward[rank] == nil {
      for part in parts.parts[new.entries[rank].pattern] { open[part, default: []].append(rank) }
    }
    guard !open.isEmpty else { return }
    for rank in olds where forward[rank] == nil {
      let entry = old.entries[rank]
      let shared = Set(parts.parts[entry.pattern].flatMap { open[$0] ?? [] })
      let best = shared.sorted()
        .filter { backward[$0] == nil && fits(rank, $0) }
        .map { (rank: $0, alike: likeness(of: entry, new.entries[$0])) }
        .max { $0.alike < $1.alike }
      guard let best, best.alike >= 0.5 else { continue }
      (forward[rank], backward[best.rank]) = (best.rank, rank)
    }
  }

  /// The share of segments that two patterns have in common.
  private func likeness(of one: ComparedTable.Entry, _ other: ComparedTable.Entry) -> Double {
    if parts.identity[one.pattern] == parts.identity[other.pattern] { return 1 }
    let segments = one.route.pattern.text.split(separator: "/")
    let others = other.route.pattern.text.split(separator: "/")
    guard !segments.isEmpty, !others.isEmpty else { return segments == others ? 1 : 0 }
    let same = zip(segments, others).count { one, other in
      one == other || one.hasPrefix(":") && other.hasPrefix(":")
    }
    return Double(same) / Double(max(segments.count, others.count))
  }

  /// Lets those that are left be a part of one that matches the same.
  private mutating func attach(
    _ olds: [Int],
    _ news: [Int],
    where fits: (Int, Int) -> Bool
  ) {
    let later = Dictionary(grouping: news) { parts.identity[new.entries[$0].pattern] }
    for rank in olds where forward[rank] == nil {
      forward[rank] = later[parts.identity[old.entries[rank].pattern]]?.first { fits(rank, $0) }
    }
    let earlier = Dictionary(grouping: olds) { parts.identity[old.entries[$0].pattern] }
    for rank in news where backward[rank] == nil {
      backward[rank] = earlier[parts.identity[new.entries[rank].pattern]]?.first { fits($0, rank) }
    }
  }

  private func shareLookup(_ one: Int, _ other: Int) -> Bool {
    zip(old.entries[one].isFound, new.entries[other].isFound).contains { $0 && $1 }
  }
}
