import Testing

@testable import RoutePatterns

@Suite struct LiveIndexTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var pattern: String
    var path: String
    var isFound: Bool
    var slashes = RouteTarget.SlashPolicy.lenient

    var testDescription: String { "\(pattern.prefix(40)) \(path.prefix(40)), \(slashes)" }
  }

  private static let deep = String(repeating: "/a", count: 61)
  private static let long = String(repeating: "x", count: 300)

  static let cases = [
    Case(pattern: "/", path: "/", isFound: true),
    Case(pattern: "/*", path: "/", isFound: true),
    Case(pattern: "/*", path: "/", isFound: true, slashes: .strict),
    Case(pattern: "/a/*", path: "/a", isFound: true),
    Case(pattern: "/a/*", path: "/a", isFound: false, slashes: .strict),
    Case(pattern: "/a/*", path: "/a/", isFound: true, slashes: .strict),
    Case(pattern: "/a/:x", path: "/a/", isFound: false, slashes: .strict),
    Case(pattern: "/\(long)/:x", path: "/\(long)/1", isFound: true),
    Case(pattern: "/\(long)/:x", path: "/\(long)x/1", isFound: false),
    Case(pattern: "/\(long)/:x", path: "/\(long.dropLast())y/1", isFound: false),
    // More segments than are told apart.
    Case(pattern: deep, path: deep, isFound: true),
    Case(pattern: deep, path: deep + "/a", isFound: false),
    Case(pattern: "\(deep)/:x(\\d+)", path: "\(deep)/7", isFound: true),
    Case(pattern: "\(deep)/:x(\\d*)", path: deep, isFound: true),
    Case(pattern: "\(deep)/*", path: "\(deep)/b/c", isFound: true),
    Case(pattern: "/*", path: deep, isFound: true),
  ]

  private final class Payload {}

  @Test(arguments: cases) func `finds a route once, or not at all`(_ item: Case) throws {
    let options = RoutePattern.Options(slashes: item.slashes)
    let pattern = try RoutePattern(parsing: item.pattern, options: options)
    let target = try RouteTarget(item.path, options: .init(slashes: item.slashes))
    let index = LiveIndex(order: .mostSpecificFirst, ignoresCase: false)
    let route = IndexedPattern(
      pattern,
      payload: Payload(),
      lane: .guards,
      order: 1,
      tags: .max,
      id: (1, 0),
      isOwned: false
    )
    index.insert(route)
    #expect(try matches(index, target) == (item.isFound ? 1 : 0))
    #expect(try (pattern.match(target) != nil) == item.isFound)
    index.remove(route)
    #expect(try matches(index, target) == 0)
    let (payloads, isAllGone) = index.collect()
    payloads.release()
    #expect(isAllGone)
  }

  private func matches(_ index: LiveIndex, _ target: RouteTarget) throws -> Int {
    let look = index.reader.look(at: target, lanes: .all, tags: nil, upTo: .max)
    var budget = MatchBudget()
    var count = 0
    for position in 0..<look.count
    where try look.captures(position, of: target, budget: &budget) != nil {
      count += 1
    }
    return count
  }
}
