import Testing

@testable import RouteIndex
@testable import RoutePatterns

@Suite struct `An index of patterns` {
  struct Row: Sendable, CustomTestStringConvertible {
    var patterns: [String]
    var target: String
    /// The positions that are asked.
    var asked: [Int]
    /// The position that matches first.
    var found: Int?
    var slashes = RouteTarget.SlashPolicy.lenient
    var letterCase = RoutePattern.Options.LetterCase.sensitive

    init(
      _ patterns: [String],
      _ target: String,
      asked: [Int],
      found: Int?,
      _ slashes: RouteTarget.SlashPolicy = .lenient,
      _ letterCase: RoutePattern.Options.LetterCase = .sensitive
    ) {
      (self.patterns, self.target, self.asked, self.found) = (patterns, target, asked, found)
      (self.slashes, self.letterCase) = (slashes, letterCase)
    }

    var testDescription: String { "\(target) in \(patterns), \(slashes), \(letterCase)" }
  }

  private static let books = ["/books", "/books/new", "/books/:id(\\d+)", "/:kind/:id", "/*"]

  private static let rows = [
    // The first that matches wins, whatever is more specific.
    Row(books, "/books", asked: [0, 4], found: 0),
    Row(books, "/books/new", asked: [1, 2, 3, 4], found: 1),
    Row(books, "/books/1?q#f", asked: [2, 3, 4], found: 2),
    Row(books, "/books/x", asked: [2, 3, 4], found: 3),
    Row(books, "/books/1/2", asked: [4], found: 4),
    Row(books.reversed(), "/books/new", asked: [0, 1, 2, 3], found: 0),
    Row(["/a", "/a"], "/a", asked: [0, 1], found: 0),
    Row([], "/a", asked: [], found: nil),
    Row(["/a"], "/b", asked: [], found: nil),
    // The root.
    Row(["/", "/:x?", "/:x", "/*"], "/", asked: [0, 1, 2, 3], found: 0),
    Row(["/a", "/:x(\\d*)"], "/", asked: [1], found: 1),
    Row(["{/a}?"], "/", asked: [0], found: 0),
    // Escapes, and letters outside ASCII.
    Row(["/é/%41", "/%C3%A9/B"], "/%C3%A9/A", asked: [0], found: 0),
    Row(["/a%2Fb", "/a/b"], "/a%2fb", asked: [0], found: 0),
    // What segments do not tell is asked from there on.
    Row(["/a*", "/a/*", "/b/*"], "/a/c/d", asked: [0, 1], found: 0),
    Row(["/a/:x.:y", "/b/x:y"], "/a/c", asked: [0], found: nil),
    Row(["/a/:x?/b", "/a{/x}?", "/a{x}?", "/a/:x+"], "/a/b", asked: [0, 1, 2, 3], found: 0),
    Row(["/a/:x?/b", "/a{/x}?", "/a{x}?", "/a/:x+"], "/c", asked: [2], found: nil),
    Row(["/:lang?/books", "/a/..."], "/books", asked: [0], found: 0),
    Row(["/:x(.*)", "/a/:_(\\d+)"], "/b/c", asked: [0], found: 0),
    Row(["{/a/:id/b}", "{/a/:id}c"], "/a/1/b", asked: [0, 1], found: 0),
    // A slash at the end, and an empty value behind it.
    Row(["/a/", "/a/:x(\\d*)", "/a/:x(\\d*){/b}?"], "/a", asked: [0, 1, 2], found: 0),
    Row(["{/:x/}{/b}?", "/a/{/b}?", "{/a/}{/b}?", "/a/{*}"], "/a", asked: [0, 1, 2, 3], found: 0),
    Row(["/a/", "/a", "/a/:x", "/a/*"], "/a/", asked: [0, 2, 3], found: 0, .strict),
    Row(["/a/", "/a", "/a/:x", "/a/*"], "/a", asked: [1, 3], found: 1, .strict),
    Row(["/a//b", "/a/b", "/a/:x/b"], "/a//b", asked: [0, 2], found: 0, .strict),
    Row(["/", "\\//"], "//", asked: [1], found: 1, .strict),
    // Letters.
    Row(["/Ab/:x", "/ab/:x"], "/aB/C", asked: [0, 1], found: 0, .lenient, .insensitive),
    Row(["/Ab/:x", "/ab/:x"], "/ab/C", asked: [0, 1], found: 1),
    // Scheme and host are left to the match; the host of a deep link is a segment.
    Row(["https://h.com/a", "app://a", "/a"], "app://A", asked: [0, 1, 2], found: 1),
    Row(
      ["app://push/:id", "app:///push/:id", "/push/:id"],
      "app://push/1",
      asked: [0, 1, 2],
      found: 0
    ),
    Row(["app://push/:id", "https://push/:id", "/push/:id"], "/push/1", asked: [0, 2], found: 2),
    Row(["https://*.com", "https://:h.com/"], "https://h.com", asked: [0, 1], found: 0),
  ]

  @Test(arguments: rows)
  func `asks few, and finds the first`(_ row: Row) throws {
    let options = RoutePattern.Options(slashes: row.slashes, letterCase: row.letterCase)
    let index = PatternIndex(
      try row.patterns.map { try RoutePattern(parsing: $0, options: options) }
    )
    let target = try RouteTarget(row.target, options: .init(slashes: row.slashes))
    var budget = MatchBudget()
    let found = try index.firstMatch(target, budget: &budget)
    // Fewer where the index knows what an expression asks.
    let asked = index.candidates(for: target)
    #expect(asked == asked.sorted() && Set(asked).isSubset(of: row.asked))
    #expect(found?.position == row.found)
    #expect(found.map { $0.match.pattern } == row.found.map { index.patterns[$0] })
  }

  @Test func `patterns of one index may have differing options`() throws {
    let insensitive = RoutePattern.Options(letterCase: .insensitive)
    let strict = RoutePattern.Options(slashes: .strict)
    let index = PatternIndex([
      try RoutePattern(parsing: "/A/", options: strict),
      try RoutePattern(parsing: "/A", options: insensitive),
      try RoutePattern(parsing: "/a/:x(\\d*)"),
    ])
    var budget = MatchBudget()
    #expect(try index.firstMatch(RouteTarget("/a"), budget: &budget)?.position == 1)
    let target = try RouteTarget("/a/", options: .init(slashes: .strict))
    #expect(try index.firstMatch(target, budget: &budget)?.position == 2)
  }

  @Test func `a closure is asked`() throws {
    let index = PatternIndex([
      RoutePattern("/a/:x", where: ["x": .check { $0 == "1" }]), "/a/:x",
    ])
    var budget = MatchBudget()
    #expect(try index.firstMatch(RouteTarget("/a/1"), budget: &budget)?.position == 0)
    #expect(try index.firstMatch(RouteTarget("/a/2"), budget: &budget)?.position == 1)
  }

  @Test func `a limit is never skipped over`() throws {
    let index = PatternIndex(["/b", "/a/:x((?:a|aa)+[bc])", "/a/*"])
    let target = try RouteTarget("/a/" + String(repeating: "a", count: 40))
    var budget = MatchBudget(steps: 1000)
    let error = #expect(throws: MatchError.self) {
      try index.firstMatch(target, budget: &budget)
    }
    #expect(error?.code == .stepLimit)
    #expect(error?.pattern == index.patterns[1].text)
    // An earlier one that matches leaves it unasked, and so does a path that it cannot match.
    let other = PatternIndex(["/a/*", "/a/:x((?:a|aa)+[bc])", "/c/*"])
    var fresh = MatchBudget(steps: 1000)
    #expect(try other.firstMatch(target, budget: &fresh)?.position == 0)
    let apart = try RouteTarget("/c/" + String(repeating: "a", count: 40))
    #expect(try other.firstMatch(apart, budget: &fresh)?.position == 2)
  }

  @Test(arguments: [10, 100, 2000])
  func `as many are asked among many patterns as among few`(_ count: Int) throws {
    let patterns = try (0..<count).flatMap { number in
      try ["/s\(number)", "/s\(number)/:id", "/s\(number)/:id/x\(number)", "/v/:id/s\(number)/*"]
        .map { try RoutePattern(parsing: $0) }
    }
    let index = PatternIndex(patterns + ["/*"])
    for number in [0, count / 2, count - 1] {
      let base = 4 * number
      let asked = [
        "/s\(number)": [base], "/s\(number)/a": [base + 1], "/s\(number)/a/x\(number)": [base + 2],
        "/v/a/s\(number)/b/c": [base + 3], "/none": [], "/s\(number)/a/b/c": [],
      ]
      for (path, positions) in asked {
        let target = try RouteTarget(path)
        #expect(Array(index.candidates(for: target)) == positions + [patterns.count])
        var budget = MatchBudget()
        let found = try index.firstMatch(target, budget: &budget)
        #expect(found?.position == positions.first ?? patterns.count)
      }
    }
  }

  @Test func `a path deeper than all patterns is left early`() throws {
    let index = PatternIndex(["/a/:x", "/a/b/..."])
    let target = try RouteTarget("/a" + String(repeating: "/c", count: 4000))
    #expect(Array(index.candidates(for: target)).isEmpty)
  }
}
