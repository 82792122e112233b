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

  private final class Payload {
    let pattern: RoutePattern

    init(_ pattern: RoutePattern) { self.pattern = pattern }
  }

  @Test(arguments: cases) func `finds a route once, or not at all`(_ item: Case) throws {
    let options = RoutePattern.Options(slashes: item.slashes)
    let pattern = try RoutePattern(parsing: item.pattern, options: options)
    let target = try RouteTarget(item.path, options: .init(slashes: item.slashes))
    let index = LiveIndex(order: .mostSpecificFirst, ignoresCase: false)
    let payload = Payload(pattern)
    let route = IndexedPattern(
      pattern,
      payload: payload,
      lane: .guards,
      tags: .max,
      id: (1, 0),
      isOwned: false,
      for: index
    )
    let places = index.insert(route, order: 1)
    #expect(try matches(index, target) == (item.isFound ? 1 : 0))
    #expect(try (pattern.match(target) != nil) == item.isFound)
    index.remove(payload, from: places)
    #expect(try matches(index, target) == 0)
    let (payloads, isAllGone) = index.collect()
    payloads.release()
    #expect(isAllGone)
  }

  @Test func `a route that an empty segment rules out hides none before it`() throws {
    let index = LiveIndex(order: .latestFirst, ignoresCase: false)
    for (order, text) in ["/:x(a?)", "/:x"].enumerated() {
      let pattern = try RoutePattern(parsing: text)
      let route = IndexedPattern(
        pattern,
        payload: Payload(pattern),
        lane: .maps,
        tags: .max,
        id: (UInt64(order), 0),
        isOwned: false,
        for: index
      )
      _ = index.insert(route, order: UInt64(order + 1))
    }
    for (path, expected) in [("/", 0), ("/a", 1)] as [(String, UInt64)] {
      let found = try index.reader.found(at: RouteTarget(path), tag: .all)
      #expect(found?.id.0 == expected)
    }
  }

  /// A pattern of ten segments whose literals stand where a number has bits.
  private static func pattern(_ shape: Int) -> String {
    (0..<10).map { shape >> $0 & 1 == 1 ? "/a\($0)" : "/:p\($0)" }.joined()
  }

  private func route(_ text: String, _ order: Int, for index: LiveIndex) throws -> (
    payload: Payload, places: IndexPlaces
  ) {
    let pattern = try RoutePattern(parsing: text)
    let payload = Payload(pattern)
    let route = IndexedPattern(
      pattern,
      payload: payload,
      lane: .maps,
      tags: .max,
      id: (UInt64(order), 0),
      isOwned: false,
      for: index
    )
    return (payload, index.insert(route, order: UInt64(order)))
  }

  @Test func `routes of more shapes than are told apart are found, and room is made for others`()
    throws
  {
    let index = LiveIndex(order: .latestFirst, ignoresCase: false)
    var routes: [(payload: Payload, places: IndexPlaces)] = []
    for shape in 0..<700 { routes.append(try route(Self.pattern(shape), shape + 1, for: index)) }
    for shape in 0..<700 {
      let path = Self.pattern(shape).replacing(":p", with: "v")
      #expect(try index.reader.found(at: RouteTarget(path), tag: .all)?.id.0 == UInt64(shape + 1))
    }
    for route in routes { index.remove(route.payload, from: route.places) }
    index.collect().payloads.release()
    _ = try route("/r/:id", 1000, for: index)
    let look = index.reader.look(at: try RouteTarget("/r/7"), lanes: .all, tags: nil)
    #expect(look.count == 1 && look.decidedCaptures(0) != nil)
  }

  @Test func `room is made as soon as there are as many shapes as are told apart`() throws {
    let index = LiveIndex(order: .latestFirst, ignoresCase: false)
    // However often there was a second text of a shape.
    var routes = [try route("/s/:x", 1, for: index)]
    for order in 0..<1_000 {
      let other = try route("/t/:x", order + 2, for: index)
      index.remove(other.payload, from: other.places)
    }
    for shape in 1..<LiveIndex.shapeLimit {
      routes.append(try route(Self.pattern(shape), 2_000 + shape, for: index))
    }
    for route in routes { index.remove(route.payload, from: route.places) }
    index.collect().payloads.release()
    _ = try route("/r/u/:id", 3_000, for: index)
    let look = index.reader.look(at: try RouteTarget("/r/u/7"), lanes: .all, tags: nil)
    #expect(look.count == 1 && look.decidedCaptures(0) != nil)
  }

  @Test func `texts leave few of the shapes to look for`() throws {
    let index = LiveIndex(order: .latestFirst, ignoresCase: false)
    // Enough of them that those of two shapes are not all of the same kinds by chance.
    let texts = ["/:x/:y"] + (0..<8).flatMap { ["/a\($0)/:x", "/:x/b\($0)", "/c\($0)/d\($0)"] }
    for (order, text) in texts.enumerated() { _ = try route(text, order + 1, for: index) }
    let (groups, count) = index.reader.current.pointee.directory.pointee.groups(count: 2)
    #expect(count == 1)
    #expect(groups[0].all == 0b1111)
    try #require(groups[0].filterCount == 2)
    for filter in [groups[0].first, groups[0].second] {
      // Those that take any text there, for most; one more for each text that there is.
      let left = (0..<64).map { filter.shapes(UInt64($0) << 58).nonzeroBitCount }.sorted()
      #expect(left.first == 2 && left[47] == 2)
      #expect(left[63] > 2)
    }
  }

  private func matches(_ index: LiveIndex, _ target: RouteTarget) throws -> Int {
    let look = index.reader.look(at: target, lanes: .all, tags: nil)
    var budget = MatchBudget()
    var count = 0
    for position in 0..<look.count
    where try look.captures(position, of: target, budget: &budget) != nil {
      count += 1
    }
    return count
  }
}
