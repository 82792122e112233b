import RoutePatterns
import TestSupport
import Testing

/// One row of the table of URLs made from values.
struct ReverseCase: Sendable, CustomTestStringConvertible {
  var pattern: String
  var values: [String: String]
  var url: String?
  var code: PatternReverseError.Code?

  init(_ pattern: String, _ values: [String: String], _ url: String) {
    (self.pattern, self.values, self.url) = (pattern, values, url)
  }

  init(_ pattern: String, _ values: [String: String], _ code: PatternReverseError.Code) {
    (self.pattern, self.values, self.code) = (pattern, values, code)
  }

  var testDescription: String { "\(pattern) with \(values)" }
}

@Suite struct `URLs from patterns` {
  static let rows: [ReverseCase] = [
    ReverseCase("/", [:], "/"),
    ReverseCase("books", [:], "/books"),
    ReverseCase("/books/", [:], "/books"),
    ReverseCase("/café", [:], "/caf%C3%A9"),
    ReverseCase("/books/:id", ["id": "42"], "/books/42"),
    ReverseCase("/books/:id", ["id": "a/b"], "/books/a%2Fb"),
    ReverseCase("/books/:id", ["id": "100%"], "/books/100%25"),
    ReverseCase("/books/:id", ["id": "%2F"], "/books/%252F"),
    ReverseCase("/books/:id", ["id": "é"], "/books/%C3%A9"),
    ReverseCase("/books/:id", ["id": "a?b#c"], "/books/a%3Fb%23c"),
    ReverseCase("/books/:id", ["id": "a b"], "/books/a%20b"),
    ReverseCase("/books/:id", ["id": "a+b;c"], "/books/a%2Bb%3Bc"),
    ReverseCase("/books/:id", ["id": "a\\b"], "/books/a%5Cb"),
    ReverseCase("/books/:id", ["id": "..a"], "/books/..a"),
    ReverseCase("/books/:id", ["id": "."], .notReversible("id")),
    ReverseCase("/files/*", ["0": "a%2Fb"], "/files/a%2Fb"),
    ReverseCase("/files/*", ["0": "a%5Cb/c"], "/files/a%5Cb/c"),
    ReverseCase("/files/*", ["0": "100%/x"], "/files/100%25/x"),
    ReverseCase("/files/*", ["0": "%2f"], "/files/%252f"),
    ReverseCase("/files/*", ["0": "a%252Fb"], "/files/a%252Fb"),
    ReverseCase("/files/*", ["0": "%25252F%255C"], "/files/%25252F%255C"),
    ReverseCase("/files/*", ["0": "%2541"], "/files/%252541"),
    ReverseCase("/files/*", ["0": ""], "/files"),
    ReverseCase("/files/:rest+", ["rest": "a%2Fb/c"], "/files/a%2Fb/c"),
    ReverseCase("/books/:id", ["id": ".."], .notReversible("id")),
    ReverseCase("/books/:id", ["id": ""], .notReversible("id")),
    ReverseCase("/books/:id", ["id": "\u{0}"], .notReversible("id")),
    ReverseCase("/books/:id", [:], .missingValue("id")),
    ReverseCase("/books/:id", ["id": "1", "x": "2"], .unknownName("x")),
    ReverseCase("/books", ["b": "1", "a": "2"], .unknownName("a")),
    ReverseCase("/books/:id(\\d+)", ["id": "7"], "/books/7"),
    ReverseCase("/books/:id(\\d+)", ["id": "x"], .notReversible("id")),
    ReverseCase("/books/:id([^.]+)", ["id": "a/b"], "/books/a%2Fb"),
    ReverseCase("/books/:id(.+)", ["id": "a/b"], "/books/a/b"),
    ReverseCase("/books/:id([a-z,]+)", ["id": "a,b"], "/books/a,b"),
    ReverseCase("/books/:id([a-z@]+)", ["id": "a@b"], "/books/a@b"),
    ReverseCase("/:a,:b", ["a": "x,y", "b": "z"], "/x%2Cy,z"),
    ReverseCase("/:a-:b", ["a": "1", "b": "2-3"], "/1-2-3"),
    ReverseCase("/:a-:b", ["a": "1-2", "b": "3"], .notReversible("a")),
    ReverseCase("/:file.:ext", ["file": "a", "ext": "b"], "/a.b"),
    ReverseCase("/:file.:ext", ["file": "a.b", "ext": "c"], .notReversible("file")),
    ReverseCase("/books{/:id}?", [:], "/books"),
    ReverseCase("/books{/:id}?", ["id": "1"], "/books/1"),
    ReverseCase("/books{/new}?", [:], "/books"),
    ReverseCase("{/:id}?", [:], "/"),
    ReverseCase("/books/{:id}?", [:], "/books"),
    ReverseCase("/books/{:id}?/pages", [:], "/books/pages"),
    ReverseCase("/books/{:id}?/pages", ["id": "7"], "/books/7/pages"),
    ReverseCase("/{:a}?{:b}?/c", ["a": "x"], "/x/c"),
    ReverseCase("/a/:x+", ["x": "1/2/3"], "/a/1/2/3"),
    ReverseCase("/a/:x+", ["x": "1"], "/a/1"),
    ReverseCase("/a/:x+", ["x": "/1"], .notReversible("x")),
    ReverseCase("/a/:x+", ["x": "1/../2"], .notReversible("x")),
    ReverseCase("/a/:x+", [:], .missingValue("x")),
    ReverseCase("/a/:x*", [:], "/a"),
    ReverseCase("/a/:x*", ["x": "1/é"], "/a/1/%C3%A9"),
    ReverseCase("/a/*", ["0": "b/c"], "/a/b/c"),
    ReverseCase("/a/*", ["0": "b/"], .notReversible("0")),
    ReverseCase("/a/*", ["0": "b//c"], .notReversible("0")),
    ReverseCase("/a/*", ["0": "../b"], .notReversible("0")),
    ReverseCase("/a/*", [:], .missingValue("0")),
    ReverseCase("/*/b/*", ["0": "a", "1": "c"], "/a/b/c"),
    ReverseCase("/*/b/*", ["0": "a", "1": "b/c"], .notReversible("0")),
    ReverseCase("/a{/b}+", [:], "/a/b"),
    ReverseCase("/a/...", [:], .notReversible(":_")),
    ReverseCase("/:_/a", [:], .notReversible(":_")),
    ReverseCase("/a/:_?", [:], "/a"),
    ReverseCase("app://push/:id", ["id": "é"], "app://push/%C3%A9"),
    ReverseCase("app://:id", ["id": "a"], "app://a"),
    ReverseCase("app://:id", ["id": "A b"], "app:///A%20b"),
    ReverseCase("app:///Push", [:], "app:///Push"),
    ReverseCase("app://", [:], "app://"),
    ReverseCase("https://h.com/:id", ["id": "1"], "https://h.com/1"),
    ReverseCase("https://h.com:8080/a", [:], "https://h.com:8080/a"),
    ReverseCase("https://h.com:443/a", [:], "https://h.com/a"),
    ReverseCase("https://:sub.h.com/", ["sub": "a"], "https://a.h.com/"),
    ReverseCase("https://:sub.h.com/", ["sub": "a.b"], .notReversible("sub")),
    ReverseCase("https://:sub.h.com/", ["sub": "a/b"], .notReversible("sub")),
    ReverseCase("https://:sub.h.com/", ["sub": "A"], .notReversible("sub")),
    ReverseCase("https://h.com{/:id}?", [:], "https://h.com/"),
    ReverseCase("//h.com/:id", ["id": "1"], .missingScheme),
  ]

  @Test(arguments: rows) func `values make URLs`(_ row: ReverseCase) throws {
    let pattern = try RoutePattern(parsing: row.pattern)
    do {
      let url = try pattern.url(row.values)
      #expect(url == row.url)
      #expect(try RouteTarget(url).description == url)
      let match = try pattern.match(RouteTarget(url))
      #expect(match != nil)
      for (name, value) in row.values { #expect(match?[name] == value) }
    } catch let error as PatternReverseError {
      #expect(error.code == row.code)
      #expect(error.pattern == pattern.text)
    }
  }

  @Test(arguments: [
    "/files/a%2Fb", "/files/a%252Fb", "/files/a%25252Fb", "/files/a%252fb", "/files/%5C/%255C",
    "/files/%255c", "/files/100%25/%2541", "/files/%252E%252E", "/files/%2525", "/files",
  ])
  func `the value of several segments makes the URL that it was taken from`(
    _ url: String
  ) throws {
    let pattern: RoutePattern = "/files/*"
    let match = try #require(try pattern.match(RouteTarget(url)))
    let value = try #require(match["0"])
    #expect(try pattern.url(["0": value]) == url)
  }

  @Test(arguments: [
    ("q=a b#c", "q=a%20b%23c"), ("é=100%&x=%41", "%C3%A9=100%25&x=A"), ("a=1\n2", "a=1%0A2"),
    ("flag&a=b+c", "flag&a=b+c"), ("q=%e9", "q=%E9"),
  ])
  func `a query is put behind the path as targets have it`(
    _ query: String,
    _ text: String
  ) throws {
    let pattern: RoutePattern = "/books/:id"
    let query = QueryParameters(parsing: query)
    let url = try pattern.url(["id": "1"], query: query)
    #expect(url == "/books/1?\(text)")
    #expect(try RouteTarget(url).description == url)
    let site = try RouteTarget("https://h.com")
    #expect(try pattern.url(["id": "1"], query: query, at: site) == "https://h.com" + url)
  }

  @Test func `a query that no target has makes no URL`() {
    let error = #expect(throws: PatternReverseError.self) {
      try RoutePattern("/books").url(query: ["a": "b", "c": "\u{0}"])
    }
    #expect(error?.code == .notReversible("c"))
  }

  @Test func `a host without a scheme gets that of a site`() throws {
    let pattern: RoutePattern = "//:sub.h.com:81/:id"
    let values = ["sub": "a", "id": "1"]
    for scheme in ["http", "https", "ws", "wss", "ftp"] {
      let site = try RouteTarget("\(scheme)://other.com/x")
      #expect(try pattern.url(values, at: site) == "\(scheme)://a.h.com:81/1")
    }
    for site in ["/x", "app://other/x"] {
      let error = #expect(throws: PatternReverseError.self) {
        try pattern.url(values, at: RouteTarget(site))
      }
      #expect(
        error?.description == """
          No URL can be made from the pattern //:sub.h.com:81/:id: it names a host and no scheme. \
          Give a site that has the scheme, or name it in the pattern.
          """
      )
    }
  }

  @Test(.busy) func `a URL reads back to its values, or there is none`() throws {
    let count = PropertyRun.cases(default: 25_000)
    var generator = PatternGenerator(PropertyRun.generator(for: "reverse", cases: count))
    let texts = [
      "1", "12", "a", "ab", "abab", "a/b", "é", "%", "%2F", "a%2Fb", "?", "#", ".", "..", " ", "+",
      ";",
      "", "日本", "a,b", "\\", "x", "a.b", "/", "a/", "\u{0}", "e\u{301}", "\u{10FFFF}", "A", "-",
      "@:",
    ]
    var made = 0
    for _ in 0..<(count / 5) {
      guard let pattern = try? RoutePattern(parsing: generator.pattern()) else { continue }
      for _ in 0..<5 {
        var values: [String: String] = [:]
        for name in pattern.parameterNames where generator.random.below(6) > 0 {
          values[name] = generator.random.pick(texts)
        }
        guard let url = try? pattern.url(values) else { continue }
        made += 1
        let match = try pattern.match(RouteTarget(url))
        let found = pattern.parameterNames.map { match?[$0] }
        let isSame = zip(found, pattern.parameterNames.map { values[$0] })
          .allSatisfy { $0.map { Array($0.utf8) } == $1.map { Array($0.utf8) } }
        let isCanonical = try RouteTarget(url).description == url
        if match == nil || !isSame || !isCanonical {
          Issue.record("\(pattern) with \(values): \(url)")
        }
      }
    }
    print("reverse: \(made) made")
    #expect(made >= PropertyRun.least(oneIn: 10, of: count))
  }
}
