import RoutePatterns
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct `Routes of all types` {
  private enum AppRoute: String, RouteType {
    case book = "books/:id"
    case bad = "books/:"
  }

  @Test func `all make the same pattern`() throws {
    let expected: RoutePattern = "/books/:id"
    let components: [RouteComponent] = [.constant("books"), .parameter(name: "id")]
    #expect(try RoutePattern(parsing: "books/:id") == expected)
    #expect(try RoutePattern(route: RouteString("books/:id")) == expected)
    #expect(try RoutePattern(route: components) == expected)
    #expect(try RoutePattern(route: AppRoute.book) == expected)
    #expect(try RoutePattern(route: expected) == expected)
    #expect(throws: PatternError.self) { try RoutePattern(route: AppRoute.bad) }
    #expect(try RoutePattern(route: [RouteComponent]()) == "/")
    let strict = RoutePattern.Options(slashes: .strict)
    #expect(try RoutePattern(route: AppRoute.book, options: strict).options == strict)
  }

  @Test func `validations come along`() throws {
    let expected: RoutePattern = "/books/:id(\\d+)/:_/..."
    let components: [RouteComponent] = [
      .constant("books"), .parameter(name: "id", validation: "\\d+"), .anything, .everything,
    ]
    #expect(try RoutePattern(route: components) == expected)
    let text = RouteString(
      "books/:id/:_/...",
      parametersValidation: [(name: "id", pattern: "\\d+")]
    )
    #expect(try RoutePattern(route: text) == expected)
    #expect(RouteString("a", parametersValidation: nil) == RouteString("a"))
    let closure = [RouteComponent.parameter(name: "id", isMatching: { $0 == "x" })]
    let pattern = try RoutePattern(route: closure)
    #expect(try pattern.match(RouteTarget("/x")) != nil)
    #expect(try pattern.match(RouteTarget("/y")) == nil)
    let twice = RouteString(":id", parametersValidation: [("id", "a"), ("id", "b")])
    let error = try #require(throws: PatternError.self) { try RoutePattern(route: twice) }
    #expect(error.code == .alreadyConstrained("id"))
  }

  @Test(arguments: [
    "...", "....", "a/b", ":x", "*", "é", "%", "%41", "{a}", "(b)", "a?b", "a#b", "\\", "a+b",
    "a b",
    "?", "+", "a:b", "日本", ".a", "~", "\"", "[a]", "|", "^$", "://", "app://x",
  ])
  func `constants are literal`(_ constant: String) throws {
    let pattern = try RoutePattern(route: [RouteComponent.constant(constant), .constant("x")])
    #expect(pattern.parameterNames == [])
    #expect(try RoutePattern(parsing: pattern.text) == pattern)
    let target = try RouteTarget(pattern.url())
    #expect(target.segments == [constant, "x"])
    #expect(try pattern.match(target) != nil)
    #expect(try pattern.match(RouteTarget("/other/x")) == nil)
  }

  @Test(arguments: ["", "a-b", "1", "_", "a b", "a/b", ":a", "a(b)", "*", "é-", "a}", "..."])
  func `names that are none are refused`(_ name: String) throws {
    let error = try #require(throws: PatternError.self) {
      try RoutePattern(route: [RouteComponent.constant("a"), .parameter(name: name)])
    }
    #expect(error.code == (name.contains("-") ? .hyphenInName : .missingName))
    #expect(error.offset == 3)
    #expect(error.text == "/a/:\(name)")
  }

  @Test func `what can match nothing is refused`() {
    for constant in [".", "..", "\u{0}", "\n", "\u{7F}"] {
      #expect(throws: PatternError.self) {
        try RoutePattern(route: [RouteComponent.constant(constant)])
      }
    }
    #expect(throws: PatternError.self) {
      try RoutePattern(route: [RouteComponent.everything, .constant("a")])
    }
  }
}

@Suite struct `Patterns as values` {
  static let texts = [
    "/", "/books/:id(\\d+)", "app://push/{:x}?", "https://*.h.com:81/*", "/a/...", "/café",
  ]

  @Test(arguments: texts) func `are coded and decoded`(_ text: String) throws {
    for options in [
      RoutePattern.Options(), .init(slashes: .strict), .init(letterCase: .insensitive),
    ] {
      let pattern = try RoutePattern(parsing: text, options: options)
      let data = try JSONEncoder().encode([pattern])
      let again = try JSONDecoder().decode([RoutePattern].self, from: data)
      #expect(again == [pattern])
      #expect(again[0].options == options)
      #expect(again[0].hashValue == pattern.hashValue)
    }
  }

  @Test func `never take limits from a coded form`() throws {
    let lax = RoutePattern.Options(
      letterCase: .insensitive,
      limits: .init(matchSteps: 1_000_000_000)
    )
    let pattern = try RoutePattern(parsing: "/a", options: lax)
    let text = String(decoding: try JSONEncoder().encode(pattern), as: UTF8.self)
    #expect(!text.contains("limits") && !text.contains("Steps"))
    let forged = #"{"pattern": "/a", "limits": {"matchSteps": 1000000000}, "usesJIT": false}"#
    let again = try JSONDecoder().decode(RoutePattern.self, from: Data(forged.utf8))
    #expect(again.options == RoutePattern.Options())
  }

  @Test func `say why they cannot be coded`() throws {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([RoutePattern].self, from: Data(#"["/a("]"#.utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([RoutePattern].self, from: Data("[1]".utf8))
    }
    let closure = try RoutePattern(parsing: "/:id", where: ["id": .check { _ in true }])
    #expect(throws: EncodingError.self) { try JSONEncoder().encode([closure]) }
    let named = RoutePattern("/:id", where: ["id": "\\d+"])
    #expect(
      try JSONDecoder().decode([RoutePattern].self, from: JSONEncoder().encode([named])) == [named]
    )
  }

  @Test func `are equal when they mean the same`() throws {
    let equal: [(RoutePattern, RoutePattern)] = [
      ("books", "/books"), ("/books/", "/books"), ("/books//", "/books"), ("/%61", "/a"),
      ("/é", "/%c3%a9"), ("/{a-}b", "/a-b"), ("/:a([^\\/]+?)", "/:a"), ("APP://X/y", "app://x/y"),
      ("app:///x", "app://x"), ("/{:a}", "/{:a}"), ("https://H.com.", "https://h.com/"),
      ("//H.com.", "//h.com/"),
    ]
    for (one, other) in equal {
      #expect(one == other)
      #expect(one.hashValue == other.hashValue)
      #expect(one.specificity(comparedTo: other) == .same)
    }
    let different: [(RoutePattern, RoutePattern)] = [
      ("/a", "/b"), ("/a", "/A"), ("/:a", "/:b"), ("/:a", "/:a?"), ("/:a", "/:a(\\d+)"),
      ("/a", "x://a"), ("//h/a", "/a"), ("//h/a", "https://h/a"), ("//h/a", "/h/a"),
      ("https://h.com/", "https://h.com:443/"), ("app:///X", "app://x"), ("/*", "/..."),
      ("/:_", "/:a"),
    ]
    for (one, other) in different { #expect(one != other) }
    let check = RouteValidation.check { _ in true }
    let one = try RoutePattern(parsing: "/:a", where: ["a": check])
    #expect(try one == RoutePattern(parsing: "/:a", where: ["a": check]))
    #expect(try one != RoutePattern(parsing: "/:a", where: ["a": .check { _ in true }]))
    #expect(one != "/:a")
  }

  @Test func `are first matched on many threads at once`() async throws {
    let target = try RouteTarget("/books/42/a/b")
    for round in 0..<50 {
      let text = "/books/:id(\\d+)/*"
      let pattern = try RoutePattern(parsing: text, options: .init(usesJIT: round % 5 > 0))
      let component = try PatternComponent(parsing: text)
      let found = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<8 {
          group.addTask {
            (0..<20).allSatisfy { _ in
              let match = try? pattern.match(target)
              let values = try? component.match("/books/42/a/b")
              return match?["id"] == "42" && match?["0"] == "a/b" && values?["0"] == "a/b"
            }
          }
        }
        return await group.reduce(true) { $0 && $1 }
      }
      #expect(found)
    }
  }
}
