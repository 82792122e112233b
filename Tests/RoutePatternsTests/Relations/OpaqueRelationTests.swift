import RoutePatterns
import TestSupport
import Testing

@Suite struct `Relations with closures and unions` {
  private static func checked(_ text: String, _ name: String = "id") throws -> RoutePattern {
    try RoutePattern(parsing: text, where: [name: .check { $0 == "1" }])
  }

  @Test func `a pattern with a closure covers nothing for sure`() throws {
    let book = try Self.checked("/books/:id")
    #expect(book.covers("/books/1") == .unknown)
    #expect(book.covers("/books/:x") == .unknown)
    #expect(book.covers(book) == .unknown)
    #expect(book.covers("/books") == .no)
    #expect(book.covers("/pages/:x") == .no)
    #expect(book.covers("/:x/1") == .no)
    #expect(book.covers("/books/:x(\\?)") == .yes)
  }

  @Test func `what only a closure lets through is covered, or not surely missed`() throws {
    let book = try Self.checked("/books/:id")
    #expect(RoutePattern("/books/*").covers(book) == .yes)
    #expect(RoutePattern("/pages/*").covers(book) == .unknown)
    #expect(RoutePattern("/books/1").covers(book) == .unknown)
  }

  @Test func `patterns with closures are surely apart, never surely together`() throws {
    let book = try Self.checked("/books/:id")
    #expect(book.overlaps("/pages/:x") == .no)
    #expect(book.overlaps("/books/1/a") == .no)
    #expect(book.overlaps("/books/*") == .unknown)
    #expect(RoutePattern("/books/*").overlaps(book) == .unknown)
    #expect(book.overlaps(book) == .unknown)
  }

  @Test func `slash policies that differ say nothing`() throws {
    let strict = try RoutePattern(parsing: "/a", options: .init(slashes: .strict))
    #expect(strict.covers("/a") == .unknown)
    #expect(strict.overlaps("/b") == .unknown)
    #expect(RoutePattern("/a").isCovered(by: [strict, "/a"]) == .unknown)
  }

  @Test func `several patterns cover together what none does alone`() throws {
    #expect(RoutePattern("/a/*").isCovered(by: ["/a", "/a/:b+"]) == .yes)
    #expect(RoutePattern("/a/*").isCovered(by: ["/a", "/a/:b"]) == .no)
    #expect(RoutePattern("/:x([a-z0-9]+)").isCovered(by: ["/:x(\\d+)", "/:x(\\D.*)"]) == .no)
    #expect(RoutePattern("/:x(\\d+|[a-z]+)").isCovered(by: ["/:x(\\d+)", "/:x([a-z]+)"]) == .yes)
    #expect(RoutePattern("/a").isCovered(by: []) == .no)
    #expect(RoutePattern("/:x(\\?)").isCovered(by: []) == .yes)
    let schemes: [RoutePattern] = ["http://h/a", "https://h/*", "ws://*/a", "wss://h/a"]
    #expect(RoutePattern("//h/a").isCovered(by: schemes) == .no)
    #expect(RoutePattern("//h/a").isCovered(by: schemes + ["ftp://h/a"]) == .yes)
    #expect(RoutePattern("https://h.com/:x(a|b)").isCovered(by: ["https://*/a", "/b"]) == .yes)
    #expect(RoutePattern("/:x(a|b)").isCovered(by: ["https://*/a", "/b"]) == .no)
    // One that is opaque takes nothing from the others.
    #expect(RoutePattern("/a/:x").isCovered(by: [try Self.checked("/a/:id"), "/a/*"]) == .yes)
    #expect(RoutePattern("/a/:x").isCovered(by: [try Self.checked("/a/:id"), "/a"]) == .unknown)
    #expect(RoutePattern("/a/*").isCovered(by: [try Self.checked("/a/:id"), "/a"]) == .no)
  }

  @Test func `ports are numbers that do not go without saying`() {
    let ports = ["80", "443", "0", "1", "65535"].map { "http://h:\($0)/a" }
    let patterns = ports.compactMap { try? RoutePattern(parsing: $0) }
    #expect(patterns.count == 5)
    #expect(RoutePattern("http://h/a").isCovered(by: patterns) == .no)
    #expect(patterns.allSatisfy { RoutePattern("http://h/a").covers($0) == .yes })
    #expect(patterns.filter { $0.overlaps("http://h:443/a") == .yes }.count == 1)
  }

  struct Narrowing: Sendable, CustomTestStringConvertible {
    var one: String
    var other: String
    var aspects: [TargetAspect]
    var slashes = RouteTarget.SlashPolicy.lenient

    var testDescription: String { "\(one) beside \(other)" }
  }

  @Test(arguments: [
    Narrowing(one: "/admin/*", other: "/admin/x", aspects: []),
    Narrowing(one: "https://h.com/admin/*", other: "/admin/x", aspects: [.scheme, .host]),
    Narrowing(one: "https://*/admin/*", other: "/admin/x", aspects: [.scheme]),
    Narrowing(one: "https://h.com/*", other: "https://*.com/a", aspects: [.host]),
    Narrowing(one: "https://*.com/*", other: "https://h.com/a", aspects: []),
    Narrowing(one: "https://h.com:8080/*", other: "https://h.com/a", aspects: [.port]),
    Narrowing(one: "app://admin/*", other: "/admin/x", aspects: [.scheme]),
    Narrowing(one: "/admin/:x", other: "/admin/*", aspects: [.path]),
    Narrowing(one: "/admin", other: "/admin{/}?", aspects: [.slashes], slashes: .strict),
    Narrowing(one: "/admin/:x", other: "/admin/*", aspects: [.path], slashes: .strict),
    Narrowing(one: "http://h/a", other: "https://*/*", aspects: [.scheme, .host, .path]),
  ])
  func `what makes a pattern narrower than another`(_ row: Narrowing) throws {
    let one = try RoutePattern(parsing: row.one, options: .init(slashes: row.slashes))
    let other = try RoutePattern(parsing: row.other, options: .init(slashes: row.slashes))
    #expect(one.narrowerAspects(than: other) == row.aspects)
  }

  @Test func `a closure makes a pattern narrower`() throws {
    #expect(try Self.checked("/books/:id").narrowerAspects(than: "/books/:x") == [.validation])
  }

  @Test(
    .busy,
    arguments: [
      ("/:x((?:[ab]++|b){1,900})", "/:x([ab]{1,900}[bc]{1,900}+)"),
      ("/:x([ab]*a[ab]{400})", "/:x([ab]*b[ab]{400})"),
      ("/:x((?:[ab]?){1,1200})", "/:x((?:(?:a?b?){30}){30})"),
      ("/*/a/*/b/*/c/*/d/*/e/*/f/*", "/*/f/*/e/*/d/*/c/*/b/*/a/*"),
    ]
  )
  func `comparisons end, however hard they are`(_ one: String, _ other: String) throws {
    let options = RoutePattern.Options(limits: .init(compiledSize: .max))
    let one = try RoutePattern(parsing: one, options: options)
    let other = try RoutePattern(parsing: other, options: options)
    let start = threadTime()
    _ = (one.covers(other), other.overlaps(one))
    #expect(threadTime() - start < .seconds(PropertyRun.isSlow ? 600 : 120))
  }
}
