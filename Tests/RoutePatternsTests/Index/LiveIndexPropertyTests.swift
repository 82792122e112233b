import TestSupport
import Testing

@testable import RoutePatterns

@Suite struct `Properties of an index that changes` {
  @Test(.busy) func `it finds what a scan finds, in its order`() throws {
    let count = PropertyRun.cases(default: 120_000)
    var cases = IndexCases(PropertyRun.generator(for: "live index", cases: count))
    // All patterns of an index are made for the same policies.
    let patterns = Dictionary(grouping: cases.patterns(min(3000, 80 + count / 10))) {
      IndexedYard.Policies(slashes: $0.options.slashes, letterCase: $0.options.letterCase)
    }
    let texts = cases.targets(min(4000, 20 + count / 10)).map(\.description)
    let targets = [
      RouteTarget.SlashPolicy.lenient: targets(texts, .lenient), .strict: targets(texts, .strict),
    ]
    var (found, failed) = (0, 0)
    for _ in 0..<max(1, count / 300) {
      let (policies, patterns) = cases.generator.random.pick(Array(patterns))
      let order = cases.generator.random.pick([IndexOrder.latestFirst, .mostSpecificFirst])
      var yard = IndexedYard(order, policies)
      for _ in 0..<30 {
        for _ in 0..<cases.generator.random.below(4) {
          yard.add(cases.generator.random.pick(patterns), &cases.generator.random)
        }
        if cases.generator.random.below(3) == 0 { yard.remove(&cases.generator.random) }
        for _ in 0..<10 {
          let target = cases.generator.random.pick(targets[policies.slashes] ?? [])
          let expected = yard.scan(target)
          let result = yard.search(target)
          if expected != result {
            Issue.record("\(target) among \(yard.routes): \(result), not \(expected)")
            return
          }
          for tag in [nil, 0, 1] as [Int?] {
            let first = yard.first(target, tag: tag)
            let expected = expected.first { yard.isEnd($0.order, tag: tag) }
            if first != expected {
              Issue.record(
                "\(target) among \(yard.routes): first \(first as Any), not \(expected as Any)"
              )
              return
            }
          }
          found += result.count
          failed += result.count { $0.parameters == nil }
        }
      }
    }
    print("live index: \(found) found, \(failed) failed")
    #expect(found > count / 10 && failed * 100 <= count)
  }

  private func targets(_ texts: [String], _ slashes: RouteTarget.SlashPolicy) -> [RouteTarget] {
    texts.compactMap { try? RouteTarget($0, options: .init(slashes: slashes)) }
  }
}

/// Routes in an index, and beside it.
private struct IndexedYard {
  final class Route: CustomStringConvertible {
    let pattern: RoutePattern
    let lane: IndexLane
    let order: UInt64
    /// Which of a few it has.
    let tags: [Int]

    init(_ pattern: RoutePattern, _ lane: IndexLane, _ order: UInt64, _ tags: [Int]) {
      self.pattern = pattern
      self.lane = lane
      self.order = order
      self.tags = tags
    }

    func indexed(for index: LiveIndex) -> IndexedPattern {
      IndexedPattern(
        pattern,
        payload: self,
        lane: lane,
        tags: 1,
        tagKeys: tags.map(IndexedYard.key),
        id: (order, 0),
        isOwned: false,
        for: index
      )
    }

    var description: String { "\(lane) \(order) \(pattern)" }
  }

  struct Found: Equatable {
    var order: UInt64
    /// Nothing where the match ran into a limit.
    var parameters: Parameters?
  }

  struct Policies: Hashable {
    var slashes: RouteTarget.SlashPolicy
    var letterCase: RoutePattern.Options.LetterCase
  }

  let order: IndexOrder
  let index: LiveIndex
  private(set) var routes: [Route] = []
  private var places: [UInt64: IndexPlaces] = [:]
  private var registered: UInt64 = 0

  init(_ order: IndexOrder, _ policies: Policies) {
    self.order = order
    index = LiveIndex(order: order, ignoresCase: policies.letterCase == .insensitive)
  }

  mutating func add(_ pattern: RoutePattern, _ random: inout SeededGenerator) {
    registered += 1
    let lane = random.pick([IndexLane.guards, .proxies, .maps, .maps, .fallbacks])
    let tags = random.pick([[], [0], [1], [0, 1]])
    let route = Route(pattern, lane, registered, tags)
    routes.append(route)
    places[registered] = index.insert(route.indexed(for: index), order: registered)
  }

  mutating func remove(_ random: inout SeededGenerator) {
    guard !routes.isEmpty else { return }
    let route = routes.remove(at: random.below(routes.count))
    if let places = places.removeValue(forKey: route.order) { index.remove(route, from: places) }
    index.collect().payloads.release()
  }

  func search(_ target: RouteTarget) -> [Found] {
    let look = index.reader.look(
      at: target,
      lanes: .all,
      tags: nil
    )
    var found: [Found] = []
    for position in 0..<look.count {
      var budget = MatchBudget()
      let order = look.id(position).0
      do throws(MatchError) {
        guard let captures = try look.captures(position, of: target, budget: &budget),
          let route = routes.first(where: { $0.order == order }),
          route.pattern.accepts(captures, of: target)
        else { continue }
        let match = RouteMatch(target, route.pattern, captures)
        found.append(Found(order: order, parameters: match.parameters))
      } catch {
        found.append(Found(order: order))
      }
    }
    return found
  }

  static func key(_ tag: Int) -> IndexTag {
    IndexTag(first: UInt64(tag + 1) << 40, second: UInt64(tag))
  }

  /// Whether a route is what a lookup can end with, through a tag or none.
  func isEnd(_ order: UInt64, tag: Int?) -> Bool {
    routes.contains { route in
      route.order == order && (route.lane == .maps || route.lane == .fallbacks)
        && (tag == nil || route.tags.contains(tag ?? 0))
    }
  }

  func first(_ target: RouteTarget, tag: Int?) -> Found? {
    let key = tag.map(Self.key) ?? .all
    do throws(MatchError) {
      let found: FoundRoute
      switch try index.reader.first(at: target, tag: key) {
      case .none: return nil
      case .undecided: return search(target).first { isEnd($0.order, tag: tag) }
      case .found(let route): found = route
      }
      guard let route = routes.first(where: { $0.order == found.id.0 }) else {
        return nil
      }
      let match = RouteMatch(target, route.pattern, found.captures)
      return Found(order: route.order, parameters: match.parameters)
    } catch {
      return search(target).first { $0.parameters == nil && isEnd($0.order, tag: tag) }
    }
  }

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
    if one.lane == .guards { return one.order < other.order }
    if one.lane == .fallbacks || (one.lane == .maps && order == .mostSpecificFirst) {
      let order = one.pattern.specificity(comparedTo: other.pattern)
      if order != .same { return order == .moreSpecific }
    }
    return one.order > other.order
  }
}
