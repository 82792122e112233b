import TestSupport
import Testing

@testable import RoutePatterns

@Suite struct `Properties of an index that changes` {
  @Test(.busy) func `it finds what a scan finds, in its order`() throws {
    let count = PropertyRun.cases(default: 120_000)
    var cases = IndexCases(PropertyRun.generator(for: "live index", cases: count))
    // All patterns of an index are made for the same policies.
    let patterns = IndexedYard.Policies.groups(cases.patterns(min(3000, 80 + count / 10)))
    let texts = cases.targets(min(4000, 20 + count / 10)).map(\.description)
    let targets = [
      RouteTarget.SlashPolicy.lenient: targets(texts, .lenient), .strict: targets(texts, .strict),
    ]
    var (found, failed, limited) = (0, 0, 0)
    for _ in 0..<max(1, count / 300) {
      let (policies, patterns) = cases.generator.random.pick(patterns)
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
            switch first {
            case .success(let first) where first == expected: continue
            // A lookup has one budget for all that it asks, and runs out of it as they do one after the other.
            case .failure(let error) where error == yard.limit(target, tag: tag): limited += 1
            default:
              Issue.record(
                "\(target) among \(yard.routes): first \(first), not \(expected as Any)"
              )
              return
            }
          }
          found += result.count
          failed += result.count { $0.parameters == nil }
        }
      }
    }
    print("live index: \(found) found, \(failed) failed, \(limited) lookups ran out of steps")
    #expect(found > count / 10 && failed * 100 <= count)
  }

  /// What a drawn pattern did to the one behind it: it took the steps of both.
  @Test func `a lookup names the pattern that took its steps`() throws {
    let costly = try RoutePattern(parsing: #"/{:p0([ab\/]+)}+"#)
    let harmless = try RoutePattern(parsing: #"/:x([a-z\/]+)-"#)
    let target = try RouteTarget("/abababababab-")
    var budget = MatchBudget(steps: .max)
    #expect(try costly.match(target, budget: &budget) == nil)
    let steps = Int.max - budget.remaining
    #expect(steps > 1_000)
    for (enough, error) in [(steps + 100, false), (steps, true)] {
      let index = LiveIndex(order: .latestFirst, ignoresCase: false, steps: enough)
      var random = SeededGenerator(seed: 1)
      var yard = IndexedYard(index)
      for pattern in [harmless, costly] { yard.add(pattern, &random, lane: .maps) }
      switch yard.first(target, tag: nil) {
      case .success(let found): #expect(!error && found?.order == 1)
      case .failure(let limit):
        #expect(error && limit.pattern == harmless.text && limit.spender == costly.text)
      }
    }
  }

  @Test func `what is drawn for an index has nothing to do with hashing`() {
    var cases = IndexCases(SeededGenerator(seed: 17_980_920_777_829_842_086))
    let patterns = cases.patterns(80)
    let groups = IndexedYard.Policies.groups(patterns)
    #expect(groups.count == 4)
    let first = groups.map { group in patterns.firstIndex(of: group.patterns[0]) ?? -1 }
    #expect(first == first.sorted())
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

    /// Patterns by their policies, in the order in which these come first: that of a dictionary is another one in each
    /// process, and no draw may depend on it.
    static func groups(_ patterns: [RoutePattern]) -> [(
      policies: Policies, patterns: [RoutePattern]
    )] {
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
  private var places: [UInt64: IndexPlaces] = [:]
  private var registered: UInt64 = 0

  init(_ order: IndexOrder, _ policies: Policies) {
    self.order = order
    index = LiveIndex(order: order, ignoresCase: policies.letterCase == .insensitive)
  }

  init(_ index: LiveIndex) {
    order = .latestFirst
    self.index = index
  }

  mutating func add(
    _ pattern: RoutePattern,
    _ random: inout SeededGenerator,
    lane given: IndexLane? = nil
  ) {
    registered += 1
    let lane = given ?? random.pick([IndexLane.guards, .proxies, .maps, .maps, .fallbacks])
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

  func first(_ target: RouteTarget, tag: Int?) -> Result<Found?, MatchError> {
    let key = tag.map(Self.key) ?? .all
    do throws(MatchError) {
      let found: FoundRoute
      switch try index.reader.first(at: target, tag: key) {
      case .none: return .success(nil)
      case .undecided: return .success(search(target).first { isEnd($0.order, tag: tag) })
      case .found(let route): found = route
      }
      guard let route = routes.first(where: { $0.order == found.id.0 }) else {
        return .success(nil)
      }
      let match = RouteMatch(target, route.pattern, found.captures)
      return .success(Found(order: route.order, parameters: match.parameters))
    } catch {
      return .failure(error)
    }
  }

  /// What those say that a lookup asks one after the other with one budget, where it does not suffice.
  func limit(_ target: RouteTarget, tag: Int?) -> MatchError? {
    let look = index.reader.look(at: target, lanes: .all, tags: nil)
    var budget = MatchBudget()
    for position in 0..<look.count where isEnd(look.id(position).0, tag: tag) {
      do throws(MatchError) {
        if try look.captures(position, of: target, budget: &budget) != nil { return nil }
      } catch {
        return error
      }
    }
    return nil
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
