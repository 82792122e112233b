import RoutePatterns
import TestSupport
import Testing

@testable import RouteIndex

@Suite struct `An index of routes` {
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
    // Text behind an asterisk, which is no part of what stands before it.
    Case(pattern: "/*/a", path: "/b/a", isFound: true),
    Case(pattern: "/*/a", path: "/a", isFound: false),
    Case(pattern: "/*/a", path: "//a", isFound: true, slashes: .strict),
    Case(pattern: "/*/a", path: "/b/c/a", isFound: true),
    Case(pattern: "/*/a", path: "/b/ca", isFound: false),
    Case(pattern: "/a/*/a", path: "/a/a", isFound: false),
    Case(pattern: "/a/*/a", path: "/a//a", isFound: true, slashes: .strict),
    Case(pattern: "/a/*/a", path: "/a/a/a", isFound: true),
    Case(pattern: "/a/*/a/a", path: "/a/a/a", isFound: false),
    Case(pattern: "/a/*/abcdef", path: "/a/\(long)/abcdef", isFound: true),
    Case(pattern: "/a/*/abcdefg", path: "/a/\(long)/abcdefg", isFound: true),
    Case(pattern: "/a/*/abcdefgh", path: "/a/\(long)/abcdefgh", isFound: true),
    Case(pattern: "/a/*/a", path: "\(deep)/a", isFound: true),
  ]

  @Test func `text behind an asterisk decides up to eight bytes, and ends its value`() throws {
    for (text, isDecided) in [
      ("/*/a", true), ("/a/*/abcdefg", true), ("/a/*/abcdefgh", false), ("/a*x", false),
      ("/a/:_(.*)/b", true), ("app://a/*/b", false),
    ] {
      let pattern = try RoutePattern(parsing: text)
      let reading = PatternReading(pattern, ignoresCase: false, isRanked: true)
      #expect(reading.isExact == isDecided, "\(text)")
    }
    let sample = IndexSample()
    try sample.add("/a/*/info", 0)
    let target = try RouteTarget("/a/b/c/info")
    let look = sample.index.reader.look(at: target, lanes: .all, tags: nil)
    #expect(look.count == 1)
    let value = look.decidedCaptures(0, of: target)?[0]
    #expect(value.map { target.text[utf8: $0] } == "b/c")
  }

  @Test(arguments: cases) func `finds a route once, or not at all`(_ item: Case) throws {
    let options = RoutePattern.Options(slashes: item.slashes)
    let pattern = try RoutePattern(parsing: item.pattern, options: options)
    let target = try RouteTarget(item.path, options: .init(slashes: item.slashes))
    let index = LiveIndex(order: .mostSpecificFirst, ignoresCase: false)
    let route = IndexedRoute(
      pattern,
      payload: IndexSample.Payload(pattern),
      lane: .guards,
      tags: .max,
      id: (1, 0),
      isOwned: false,
      for: index
    )
    index.apply(adding: [route])
    #expect(try matches(index, target) == (item.isFound ? 1 : 0))
    #expect(try (pattern.match(target) != nil) == item.isFound)
    index.apply(adding: [], removing: [route])
    #expect(try matches(index, target) == 0)
    let (payloads, isAllGone) = index.collect()
    payloads.release()
    #expect(isAllGone)
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

  @Test func `a route that an empty segment rules out hides none before it`() throws {
    let sample = IndexSample(.latestFirst)
    try sample.add("/:x(a?)", 0)
    try sample.add("/:x", 1)
    #expect(try sample.first("/") == 0)
    #expect(try sample.first("/a") == 1)
  }

  @Test(arguments: [15, 16, 17, 18, 24, 40, 300])
  func `literals that differ in one byte are told apart, however long`(_ length: Int) throws {
    let sample = IndexSample()
    let text = (0..<length).map { _ in "x" }
    for place in 0..<length {
      var other = text
      other[place] = "y"
      try sample.add("/" + other.joined() + "/:id", place)
    }
    for place in 0..<length {
      var other = text
      other[place] = "y"
      #expect(try sample.first("/" + other.joined() + "/7") == place)
    }
    #expect(try sample.first("/" + text.joined() + "/7") == nil)
  }

  @Test func `the more specific comes first, whatever was added first`() throws {
    let sample = IndexSample()
    let patterns = [
      "/:x/*", "/*", "/a/:y", "/:x/b", "/a/:y(\\d+)", "/a/b", "/:x(\\w+)/b", "/a/*", "/:x/:y",
    ]
    for (number, pattern) in patterns.enumerated() { try sample.add(pattern, number) }
    #expect(
      try sample.all("/a/b").map { patterns[$0] } == [
        "/a/b", "/a/:y", "/a/*", "/:x(\\w+)/b", "/:x/b", "/:x/:y", "/:x/*", "/*",
      ]
    )
    #expect(
      try sample.all("/a/7").map { patterns[$0] } == [
        "/a/:y(\\d+)", "/a/:y", "/a/*", "/:x/:y", "/:x/*", "/*",
      ]
    )
  }

  @Test func `a pattern that only PCRE2 decides can come before what its segments stand behind`()
    throws
  {
    let sample = IndexSample()
    try sample.add("/a/:x", 0)
    try sample.add("https://h.com/:y/:z", 1)
    #expect(try sample.first("https://h.com/a/b") == 1)
    #expect(try sample.first("https://i.com/a/b") == 0)
  }

  @Test func `of more forms than are looked at one by one each is found`() throws {
    let sample = IndexSample()
    let count = IndexWriter.formLimit + 50
    for number in 0..<count { try sample.add("/:x([a-z]+\(number)[x-z]?)", number) }
    sample.index.checkInvariants()
    for number in 0..<count {
      #expect(try sample.first("/value\(number)") == number)
      #expect(try sample.first("/v\(number)z") == number)
    }
    #expect(try sample.first("/value\(count)") == nil)
  }

  @Test func `a change is seen whole, or not at all`() throws {
    let sample = IndexSample()
    let first = try sample.add("/a", 1)
    let target = try RouteTarget("/a")
    var look = sample.index.reader.look(at: target, lanes: .maps, tags: nil)
    let version = sample.index.apply(adding: [try sample.route("/a", 2)], removing: [first])
    #expect(version == look.version + 1 && sample.index.reader.version == version)
    look.searchAgain(target, lanes: .maps, tags: nil)
    #expect(look.count == 1 && look.id(0).0 == 1)
    #expect(try sample.all("/a") == [2])
    let (payloads, isDone) = sample.index.collect()
    payloads.release()
    #expect(!isDone)
    look.searchAgain(target, lanes: .maps, tags: nil)
    #expect(look.count == 1 && look.id(0).0 == 1)
    _ = consume look
    #expect(sample.index.collect().isDone)
  }

  @Test func `routes that an earlier reader holds back make no lookup longer`() throws {
    let sample = IndexSample()
    let target = try RouteTarget("/a")
    var route = try sample.add("/a", 0)
    var looks = 0
    var look = sample.index.reader.look(at: target, lanes: .maps, tags: nil)
    for number in 1...1_000 {
      let next = try sample.route("/a", number)
      sample.index.apply(adding: [next], removing: [route])
      sample.index.collect().payloads.release()
      sample.index.checkInvariants()
      route = next
      looks = max(looks, sample.length("/a"))
    }
    #expect(looks < 40)
    look.searchAgain(target, lanes: .maps, tags: nil)
    #expect(look.count == 1 && look.id(0).0 == 0)
    #expect(try sample.first("/a") == 1_000)
    _ = consume look
    #expect(sample.index.collect().isDone)
    #expect(sample.length("/a") == 1)
    sample.index.checkInvariants()
  }

  @Test func `nodes without routes are left out when there is no room`() throws {
    let sample = IndexSample()
    for number in 0..<20_000 {
      let route = try sample.add("/r\(number)/:id/x", number)
      sample.index.apply(adding: [], removing: [route])
      sample.index.collect().payloads.release()
    }
    sample.index.checkInvariants()
    #expect(sample.index.reader.root.pointee.size <= 64)
  }

  @Test func `routes with one tag are found by it, and by none or the other not`() throws {
    let sample = IndexSample()
    let tags = (0..<2_000).map { IndexTag(first: UInt64($0) &* 0x9E37_79B9_7F4A_7C15, second: 7) }
    let route = try sample.add("/a/:x", 1, tags: Array(tags.dropFirst()))
    try sample.add("/a/*", 2, tags: [tags[1]])
    #expect(try sample.first("/a/b", tags[0]) == nil)
    #expect(try sample.first("/a/b", tags[1]) == 1)
    #expect(try sample.first("/a/b/c", tags[1]) == 2)
    #expect(try sample.first("/a/b", tags[1_999]) == 1)
    sample.index.apply(adding: [], removing: [route])
    #expect(try sample.first("/a/b", tags[1_999]) == nil)
    #expect(try sample.first("/a/b", tags[1]) == 2)
  }

  @Test func `many routes at one node are added and removed in little more than linear time`()
    throws
  {
    let sample = IndexSample()
    func time(_ count: Int) throws -> Duration {
      let routes = try (0..<count).map { try sample.route("/:x(\($0 % 7)b*b\($0)\\d*1)", $0) }
      let start = threadTime()
      for route in routes { sample.index.apply(adding: [route]) }
      for route in routes {
        sample.index.apply(adding: [], removing: [route])
        sample.index.collect().payloads.release()
      }
      return threadTime() - start
    }
    // What else runs only adds to a time.
    func least(_ count: Int) throws -> Duration {
      try (0..<(PropertyRun.isSlow ? 1 : 3)).map { _ in try time(count) }.min() ?? .zero
    }
    let (few, many) = (try least(500), try least(4_000))
    print("routes at one node: \(few) for 500, \(many) for 4,000")
    #expect(many < few * 40)
  }
}

extension IndexSample {
  /// How many leaves a reader goes through at the node of a path of one literal.
  func length(_ path: String) -> Int {
    let text = Array(path.utf8.dropFirst())
    let (first, last) = TrieNumber.words(text[...])
    let root = index.reader.root
    let top = root.pointee.tops + Int(IndexLane.maps.rawValue)
    let node = text.withUnsafeBytes { bytes in
      bytes.baseAddress.flatMap {
        root.pointee.literal(of: top, top.pointee.number, $0, text.count, first: first, last: last)
      }
    }
    var (count, known) = (0, node?.node.list(isTail: false))
    while let leaf = known {
      count += 1
      known = leaf.next(in: index.reader.version)
    }
    return count
  }
}
