import RoutePatterns
import TestSupport

@testable import RouteIndex

/// Routes in an index, and beside it.
struct IndexYard {
  final class Route: CustomStringConvertible {
    let pattern: RoutePattern
    let lane: IndexLane
    let order: UInt64
    /// Which of a few it has.
    let tags: [Int]
    let isOwned: Bool

    init(_ pattern: RoutePattern, _ lane: IndexLane, _ order: UInt64, _ tags: [Int], isOwned: Bool)
    {
      (self.pattern, self.lane, self.order, self.tags) = (pattern, lane, order, tags)
      self.isOwned = isOwned
    }

    var description: String { "\(lane) \(order) \(pattern) \(tags)" }
  }

  struct Found: Equatable {
    var order: UInt64
    /// Nothing where the match ran into a limit.
    var parameters: Parameters?
  }

  struct Policies: Hashable {
    var slashes: RouteTarget.SlashPolicy
    var letterCase: RoutePattern.Options.LetterCase

    /// Patterns by their policies, in the order in which these come first: a dictionary's hangs on hashing, and so would
    /// the draw.
    static func groups(
      of patterns: [RoutePattern]
    ) -> [(policies: Policies, patterns: [RoutePattern])] {
      var groups: [(policies: Policies, patterns: [RoutePattern])] = []
      for pattern in patterns {
        let options = pattern.options
        let policies = Policies(slashes: options.slashes, letterCase: options.letterCase)
        if let place = groups.firstIndex(where: { $0.policies == policies }) {
          groups[place].patterns.append(pattern)
        } else {
          groups.append((policies, [pattern]))
        }
      }
      return groups
    }
  }

  let order: IndexOrder
  let index: LiveIndex
  private(set) var routes: [Route] = []
  private var handles: [UInt64: IndexedRoute] = [:]
  private var registered: UInt64 = 0

  init(_ order: IndexOrder, _ policies: Policies) {
    self.order = order
    index = LiveIndex(order: order, ignoresCase: policies.letterCase == .insensitive)
  }

  /// Adds some routes and takes some out, in one step.
  mutating func change(
    adding patterns: [RoutePattern],
    removing: Int,
    _ random: inout SeededGenerator
  ) {
    var removed: [IndexedRoute] = []
    for _ in 0..<min(removing, routes.count) {
      let route = routes.remove(at: random.below(routes.count))
      if let handle = handles.removeValue(forKey: route.order) { removed.append(handle) }
    }
    let added = patterns.map { pattern in
      registered += 1
      let lane = random.pick([
        IndexLane.guards, .proxies, .middleware, .maps, .maps, .maps, .fallbacks,
      ])
      let tags = random.pick([[], [0], [1], [0, 1]])
      let route = Route(pattern, lane, registered, tags, isOwned: random.below(8) == 0)
      routes.append(route)
      let indexed = IndexedRoute(
        pattern,
        payload: route,
        lane: lane,
        tags: tags.reduce(0) { $0 | 1 << UInt64($1) },
        tagKeys: tags.map(Self.key),
        id: (registered, 0),
        isOwned: route.isOwned,
        for: index
      )
      handles[registered] = indexed
      return indexed
    }
    index.apply(adding: added, removing: removed)
    index.checkInvariants()
  }

  static func key(_ tag: Int) -> IndexTag {
    IndexTag(first: UInt64(tag + 1) << 40, second: UInt64(tag))
  }

  /// All routes that match, in the order in which they are asked.
  func search(_ target: RouteTarget) -> [Found] {
    let look = index.reader.look(at: target, lanes: .all, tags: nil)
    return search(look, target, among: routes)
  }

  /// All routes that match and may have one of some tags, and those that a search finds which a map
  /// may end, with whether one has.
  func searchToMap(
    _ target: RouteTarget,
    tags: UInt64?
  ) -> (all: [Found], found: [Found], isEnded: Bool) {
    let look = index.reader.look(at: target, lanes: .all, tags: tags)
    let short = index.reader.look(at: target, lanes: .all, tags: tags, endTags: tags ?? .max)
    return (
      search(look, target, among: routes), search(short, target, among: routes), short.endsAtMap
    )
  }

  func search(_ look: borrowing IndexLook, _ target: RouteTarget, among routes: [Route]) -> [Found]
  {
    var found: [Found] = []
    for position in 0..<look.count {
      var budget = MatchBudget()
      let order = look.id(position).0
      do throws(MatchError) {
        guard let captures = try look.captures(position, of: target, budget: &budget),
          let route = routes.first(where: { $0.order == order })
        else { continue }
        if look.hit(position).hasChecks, !route.pattern.accepts(captures, of: target) { continue }
        let match = RouteMatch(target, route.pattern, captures)
        found.append(Found(order: order, parameters: match.parameters))
      } catch {
        found.append(Found(order: order))
      }
    }
    return found
  }

  /// The map or fallback that is found first, with some tag or with any; nothing where closures are to be asked.
  func first(_ target: RouteTarget, tag: Int?) -> Found?? {
    do throws(FirstObstacle) {
      let found = try index.reader.first(at: target, tag: tag.map(Self.key) ?? .all)
      guard let found, let route = routes.first(where: { $0.order == found.id.0 }) else {
        return .some(nil)
      }
      let count = route.pattern.parameterNames.count
      let captures = CaptureRanges(count: count) { found.range(at: $0) }
      let match = RouteMatch(target, route.pattern, captures)
      return Found(order: route.order, parameters: match.parameters)
    } catch {
      // Closures have to be asked; or all that were asked have used up the steps that they share, of which a scan has as
      // many for each.
      return nil
    }
  }

  /// Whether a route is what a lookup can end with, through a tag or none.
  func isEnd(_ order: UInt64, tag: Int?) -> Bool {
    routes.contains { route in
      route.order == order && (route.lane == .maps || route.lane == .fallbacks)
        && (tag == nil || route.tags.contains(tag ?? 0))
    }
  }

  /// What a scan of all routes finds, in order.
  func scan(_ target: RouteTarget) -> [Found] {
    var asked: Set<UInt64>?
    return routes.sorted(by: precedes).compactMap { route in
      do {
        let match = try route.pattern.match(target)
        return match.map { Found(order: route.order, parameters: $0.parameters) }
      } catch {
        // A limit counts only if the index, too, has to ask.
        asked = asked ?? Set(search(target).map(\.order))
        return asked?.contains(route.order) == true ? Found(order: route.order) : nil
      }
    }
  }

  private func precedes(_ one: Route, _ other: Route) -> Bool {
    guard one.lane == other.lane else { return one.lane.rawValue < other.lane.rawValue }
    if one.lane == .guards || one.lane == .middleware { return one.order < other.order }
    if one.lane == .fallbacks || (one.lane == .maps && order == .mostSpecificFirst) {
      let order = one.pattern.specificity(comparedTo: other.pattern)
      if order != .same { return order == .moreSpecific }
    }
    return one.order > other.order
  }
}
