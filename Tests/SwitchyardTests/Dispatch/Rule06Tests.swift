import Switchyard
import Testing

@Suite struct `Rule 6, one map` {
  struct Row: Sendable, CustomTestStringConvertible {
    let precedence: Router.Precedence
    let patterns: [RoutePattern]
    let winner: RoutePattern
    var testDescription: String { "\(precedence): \(patterns.map(\.text)) -> \(winner.text)" }
  }

  @Test(arguments: [
    Row(precedence: .latestFirst, patterns: ["/books/1", "/books/:id", "/*"], winner: "/*"),
    Row(precedence: .latestFirst, patterns: ["/*", "/books/:id", "/books/1"], winner: "/books/1"),
    Row(precedence: .latestFirst, patterns: ["/books/:id", "/other"], winner: "/books/:id"),
    Row(precedence: .mostSpecific, patterns: ["/books/1", "/books/:id", "/*"], winner: "/books/1"),
    Row(precedence: .mostSpecific, patterns: ["/*", "/books/:id", "/books/1"], winner: "/books/1"),
    Row(precedence: .mostSpecific, patterns: ["/*", "/books/:id"], winner: "/books/:id"),
    Row(precedence: .mostSpecific, patterns: ["/:a/1", "/books/:id", "/*"], winner: "/books/:id"),
  ])
  func `the map by precedence`(_ row: Row) async {
    let yard = Yard { $0.precedence = row.precedence }
    for pattern in row.patterns { yard.map(pattern, pattern.text) }
    _ = await yard.router.dispatch("/books/1")
    #expect(yard.journal.entries == [row.winner.text])
  }

  @Test(arguments: [Router.Precedence.latestFirst, .mostSpecific])
  func `of maps and of fallbacks that are alike the latest runs`(
    precedence: Router.Precedence
  ) async {
    let yard = Yard { $0.precedence = precedence }
    yard.map("/a/:x", "older")
    yard.map("/a/:y", "newer")
    yard.fallback("/b/*", "older fallback")
    yard.fallback("/b/*", "newer fallback")
    _ = await yard.router.dispatch("/a/1")
    _ = await yard.router.dispatch("/b/1")
    #expect(yard.journal.entries == ["newer", "newer fallback"])
  }

  @Test(arguments: [Router.Precedence.latestFirst, .mostSpecific])
  func `fallbacks come after all maps, the most specific first`(
    precedence: Router.Precedence
  ) async {
    let yard = Yard { $0.precedence = precedence }
    yard.fallback("/a/b")
    yard.map("/*/b")
    yard.fallback("/a/*")
    yard.fallback("/*")
    for target in ["/a/b", "/a/c", "/d"] { _ = await yard.router.dispatch(target) }
    #expect(yard.journal.entries == ["map /*/b", "fallback /a/*", "fallback /*"])
  }

  @Test func `a map of other tags is passed over, as is its fallback`() async {
    let yard = Yard()
    yard.map("/a", "V map", tags: ["V"])
    yard.map("/a", "L map", tags: ["L"])
    yard.fallback("/*", "L fallback", tags: ["L"])
    yard.fallback("/*", "plain fallback")
    _ = await yard.router["V"].dispatch("/a")
    _ = await yard.router["L"].dispatch("/b")
    #expect(await yard.router["X"].dispatch("/a") == .notFound)
    _ = await yard.router.dispatch("/b")
    #expect(yard.journal.entries == ["V map", "L fallback", "plain fallback"])
  }

  @Test func `a map whose match hits a limit fails, and is not found by open`() async {
    let yard = Yard { $0.matchSteps = 1_000 }
    yard.map("/a/*", "older")
    yard.fallback("/*")
    let map = yard.map("/a/:x((?:b|bb)+[cd])", "limited")
    let target = "/a/" + String(repeating: "b", count: 60)
    let error = await yard.router.dispatch(target).error
    #expect(error?.code == .matchLimit)
    #expect(error?.route == map)
    #expect(!yard.router.open(target))
    await yard.finish()
    #expect(yard.journal.entries.isEmpty)
    let fault = "map /a/:x((?:b|bb)+[cd]): dispatchFailed"
    #expect(yard.faults.summary == [fault, fault])
  }

  @Test func `all matches of a dispatch have one budget`() async {
    let yard = Yard { $0.matchSteps = 20_000 }
    let target = "/a/" + String(repeating: "b", count: 16)
    let map = yard.map("/a/*")
    // One alone is well within; many together are not.
    let first = yard.guard("/a/:x((?:b|bb)+[cd])", "never")
    #expect(await yard.router.dispatch(target) == .handled(by: map))
    for _ in 0..<20 { yard.guard("/a/:x((?:b|bb)+[cd])", "never") }
    guard case .denied(let id) = await yard.router.dispatch(target) else {
      Issue.record("it is not denied")
      return
    }
    #expect(id != first)
    #expect(yard.journal.entries == ["map /a/*"])
  }

  // MARK: - What open returns

  struct OpenCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let url: String
    var tags: [RouteTag] = []
    let expected: Bool
    let runs: [String]
  }

  @Test(arguments: [
    OpenCase(testDescription: "a map", url: "/map", expected: true, runs: ["map /map"]),
    OpenCase(testDescription: "nothing", url: "/nothing", expected: false, runs: []),
    OpenCase(
      testDescription: "a mere fallback",
      url: "/api/x",
      expected: false,
      runs: ["fallback /api/*"]
    ),
    OpenCase(
      testDescription: "a map where a proxy leads to, and none here",
      url: "/old",
      expected: false,
      runs: ["proxy /old", "map /map"]
    ),
    OpenCase(
      testDescription: "a map here, and a proxy leads nowhere",
      url: "/lost",
      expected: true,
      runs: ["proxy /lost"]
    ),
    OpenCase(
      testDescription: "a map behind a guard",
      url: "/shut",
      expected: true,
      runs: ["guard /shut"]
    ),
    OpenCase(
      testDescription: "a map of another tag",
      url: "/map",
      tags: ["V"],
      expected: false,
      runs: []
    ),
    OpenCase(
      testDescription: "a map of the tag",
      url: "/v",
      tags: ["W", "V"],
      expected: true,
      runs: ["map /v"]
    ),
    OpenCase(
      testDescription: "a map with tags, asked without",
      url: "/v",
      expected: true,
      runs: ["map /v"]
    ),
    OpenCase(testDescription: "no target", url: "/%zz", expected: false, runs: []),
  ])
  func `open says whether there is a map`(_ row: OpenCase) async {
    let yard = Yard()
    yard.map("/map")
    yard.map("/lost")
    yard.map("/shut")
    yard.map("/v", tags: ["V"])
    yard.fallback("/api/*")
    yard.proxy("/old", to: "/map")
    yard.proxy("/lost", to: "/nowhere")
    yard.guard("/shut", says: .deny)
    #expect(yard.router[row.tags].open(row.url) == row.expected)
    await yard.finish()
    #expect(yard.journal.entries == row.runs)
  }
}
