import Testing

@testable import RouteIndex
@testable import RoutePatterns

@Suite struct `Shadowed patterns` {
  struct Row: Sendable, CustomTestStringConvertible {
    var patterns: [String]
    /// The shadowed positions, each with the one it is shadowed by.
    var shadowed: [[Int]]
    /// Whether segments tell, without a comparison of languages.
    var isPlain = true
    var options = RoutePattern.Options()

    init(
      _ patterns: [String],
      _ shadowed: [[Int]],
      isPlain: Bool = true,
      _ slashes: RouteTarget.SlashPolicy = .lenient,
      _ letterCase: RoutePattern.Options.LetterCase = .sensitive
    ) {
      (self.patterns, self.shadowed, self.isPlain) = (patterns, shadowed, isPlain)
      options = .init(slashes: slashes, letterCase: letterCase)
    }

    var testDescription: String {
      "\(patterns), \(options.slashes), \(options.letterCase)"
    }
  }

  private static let rows = [
    Row(["/a/:x", "/a/b", "/:y/b"], [[1, 0]]),
    Row(["/a/b", "/a/:x", "/:y/:x"], []),
    Row(["/a", "/a/", "/a"], [[1, 0], [2, 0]]),
    Row(["/*", "/", "/a", "/a/*", "app://x", "https://h.com/*"], (1...5).map { [$0, 0] }),
    Row(["/a/*", "/a", "/b", "/a/b/*", "/:x/*", "/:x"], [[1, 0], [3, 0], [5, 4]]),
    Row(["/a/*", "/a", "/a/", "/a/b"], [[2, 0], [3, 0]], .strict),
    Row(["/a/:x", "/a/", "/:x/"], [], .strict),
    Row(["/:x", "/"], []),
    Row(["app://a/:x", "/a/:x", "app://a/b", "https://a/b"], [[2, 0]]),
    Row(["https://h.com/:x", "https://h.com/a", "https://i.com/a"], [[1, 0]]),
    Row(["/A/:x", "/a/b", "/a/:y"], [[1, 0], [2, 0]], .lenient, .insensitive),
    Row(["/a/:x", "/A/b"], []),
    Row(["/a", "/a", "/b", "/b"], [[1, 0], [3, 2]]),
    // An expression takes a comparison of languages.
    Row(["/:x", "/:x(\\d+)", "/:x(\\d)"], [[1, 0], [2, 0]], isPlain: false),
    Row(["/:x(\\d+)", "/12", "/a", "/:x"], [[1, 0]], isPlain: false),
    Row(["/a/:x?", "/a", "/a/b"], [[1, 0], [2, 0]], isPlain: false),
    // What matches nothing is covered by anything.
    Row(["/b", "/a/:x([])"], [[1, 0]], isPlain: false),
  ]

  @Test(arguments: rows)
  func `are covered by one earlier`(_ row: Row) throws {
    let index = PatternIndex(
      try row.patterns.map { try RoutePattern(parsing: $0, options: row.options) }
    )
    #expect(index.shadowed().map { [$0.position, $0.by] } == row.shadowed)
    var search = ShadowSearch(index.patterns, candidates: index.candidates)
    for position in index.patterns.indices { _ = search.firstCover(of: position) }
    #expect((search.languageComparisons == 0) == row.isPlain)
  }

  @Test func `closures shadow nothing, and are shadowed`() throws {
    let checked = RoutePattern("/a/:x", where: ["x": .check { $0 == "1" }])
    let index = PatternIndex([checked, "/a/b", "/a/:x", checked])
    #expect(index.shadowed().map { [$0.position, $0.by] } == [[3, 2]])
  }

  @Test func `the case of letters may differ between the two`() throws {
    let insensitive = RoutePattern.Options(letterCase: .insensitive)
    let index = PatternIndex([
      "/a/:x", try RoutePattern(parsing: "/A/1", options: insensitive),
      "/:x/1", try RoutePattern(parsing: "/:y/1", options: insensitive),
      try RoutePattern(parsing: "/C/:y", options: insensitive), "/c/d",
    ])
    #expect(index.shadowed().map { [$0.position, $0.by] } == [[3, 2], [5, 4]])
  }

  @Test func `patterns under differing slash policies say nothing of each other`() throws {
    let strict = RoutePattern.Options(slashes: .strict)
    let index = PatternIndex(["/*", try RoutePattern(parsing: "/a", options: strict)])
    #expect(index.shadowed().isEmpty)
  }

  @Test func `few pairs of many plain patterns are compared`() throws {
    let count = 600
    let patterns = try (0..<count).flatMap { number in
      try ["/s\(number)/:id", "/s\(number)/:id/x", "/:kind/:id/x\(number)", "app://s\(number)/a"]
        .map { try RoutePattern(parsing: $0) }
    }
    var search = ShadowSearch(patterns, candidates: PatternIndex(patterns).candidates)
    let shadowed = patterns.indices.filter { search.firstCover(of: $0) != nil }
    #expect(shadowed == (0..<count).map { 4 * $0 + 3 })
    #expect(search.comparisons < 2 * patterns.count)
    #expect(search.languageComparisons == 0)
  }
}
