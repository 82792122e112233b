import RoutePatterns
import Testing

/// Corners of the standard that its own data does not have.
@Suite struct `The grammar of components` {
  @Test(arguments: [
    ("/{}?.", "/.", true), ("/{}?.", "/", false), ("/a{}?/b", "/a/b", true),
    ("/a{}+b", "/ab", true), ("/a{}*..", "/a..", true), ("/x/..", "/", true),
    ("/:a/x/..", "/b/", true),
  ])
  func `an empty group ends the text before it`(
    _ text: String,
    _ path: String,
    _ isMatched: Bool
  ) throws {
    #expect(try (PatternComponent(parsing: text).match(path) != nil) == isMatched)
  }

  @Test(arguments: [
    ("/_*x/..", PatternError.Code.dotSegment, 3), ("/:a(b)x/../y", .dotSegment, 6),
    ("/:a(b)-/../..", .dotSegment, 6),
    ("/:a((?<n>x)\\k<n>)/:b((?<n>y))", .duplicateName("n"), 21),
  ])
  func `what has no meaning in it is refused`(
    _ text: String,
    _ code: PatternError.Code,
    _ offset: Int
  ) throws {
    let error = try #require(throws: PatternError.self) { try PatternComponent(parsing: text) }
    #expect(error.code == code)
    #expect(error.offset == offset)
  }

  @Test(arguments: [
    ":v([^.]+)", ":v(a.*)", ":v(\\D+)", "/:v(..*)", "/:v(.*.)", "/:v(.{1}.*)", "/:v((?<n>.)+)",
  ])
  func `an expression reaches beyond a segment`(_ text: String) throws {
    let start = text.hasPrefix("/") ? "/" : ""
    #expect(try PatternComponent(parsing: text).match(start + "a/b")?["v"] == "a/b")
  }

  @Test(arguments: [
    "/{}?.", "/:x_1?/{}?\\.", "/{}?./b", "/x/{}?..", "/{}?%2e", "/{}?.%2E/a", "/{}?.{}?.", "/...",
  ])
  func `dots that an empty group parts from a slash stay parted in the text`(_ text: String) throws
  {
    let component = try PatternComponent(parsing: text)
    #expect(try PatternComponent(parsing: component.text) == component)
    #expect(try PatternComponent(parsing: component.text).text == component.text)
  }

  @Test func `each value of a route has names of its own`() throws {
    let pattern = try RoutePattern(parsing: "/:a((?<n>x)\\k<n>)/:b((?<n>y)\\k<n>)")
    #expect(try pattern.match(RouteTarget("/xx/yy"))?["b"] == "yy")
    #expect(try pattern.match(RouteTarget("/xx/xx")) == nil)
  }
}

/// The components besides the path.
@Suite struct `Kinds of components` {
  typealias Kind = PatternComponent.Options.Kind

  @Test(
    arguments: [
      (.protocol, "HTTP{s}?", "http{s}?", "https"),
      (.username, "Ada/é", "Ada%2F%C3%A9", "Ada%2F%C3%A9"),
      (.password, "a\\:b", "a%3Ab", "a%3Ab"), (.hostname, ":a.EXAMPLE", ":a.example", "b.example"),
      (.hostname, "{[}\\:\\:1]", "[\\:\\:1]", "[::1]"), (.hostname, "xn--a", "xn--a", "xn--a"),
      (.port, "8080x", "8080", "8080"), (.port, "08{0}?", "8{0}?", "80"),
      (.search, "a'#:b", "a%27%23:b", "a%27%23c"), (.hash, "`:a", "%60:a", "%60c"),
      (.opaquePathname, "a\tb", "ab", "ab"),
    ] as [(Kind, String, String, String)]
  )
  func `literal text is made canonical`(
    _ kind: Kind,
    _ pattern: String,
    _ text: String,
    _ input: String
  ) throws {
    let component = try PatternComponent(parsing: pattern, options: .init(kind: kind))
    #expect(component.text == text)
    #expect(try component.match(input) != nil)
  }

  @Test(
    arguments: [
      (.protocol, "1a", .invalidScheme), (.protocol, "é", .invalidScheme),
      (.port, "a", .invalidPort),
      (.port, "65536", .invalidPort), (.hostname, "a b", .invalidHost),
      (.hostname, "é", .invalidHost),
      (.hostname, "[g]", .invalidHost), (.hostname, "/a", .invalidHost),
    ] as [(Kind, String, PatternError.Code)]
  )
  func `text that no URL holds there is refused`(
    _ kind: Kind,
    _ pattern: String,
    _ code: PatternError.Code
  ) throws {
    let error = try #require(throws: PatternError.self) {
      try PatternComponent(parsing: pattern, options: .init(kind: kind))
    }
    #expect(error.code == code)
  }

  /// What means something else together than it does apart stays apart.
  @Test(
    arguments: [
      (.port, "0{}?443:a", "0{}?443:a"), (.port, "8000{}?0", "8000{}?0"),
      (.port, "0{}?0{}*0", "0{}?0{}?0"), (.port, "8{}?0", "80"), (.port, "8{}?0:a", "80:a"),
      (.hostname, "a{}?1", "a{}?0.0.0.1"), (.hostname, "1{}?.", "0.0.0.1{}?."),
      (.hostname, "x{}?[\\:\\:1]", "x{}?[\\:\\:1]"), (.hostname, "a{}?b{}?.c", "ab.c"),
      (.hostname, "a{}?1{}?b", "a0.0.0.1b"), (.pathname, "/{}?.{}?x", "/.x"),
      (.pathname, "/a{}?/../b", "/a/b"), (.pathname, "/%2{}?e/b", "/%2{}?e/b"),
      (.opaquePathname, "/{}?./b", "/./b"), (.search, "a{}?%{}?41", "a%41"),
    ] as [(Kind, String, String)]
  )
  func `text that an empty group parts reads back`(
    _ kind: Kind,
    _ pattern: String,
    _ text: String
  ) throws {
    let component = try PatternComponent(parsing: pattern, options: .init(kind: kind))
    #expect(component.text == text)
    let again = try PatternComponent(parsing: text, options: .init(kind: kind))
    #expect(again == component)
    #expect(again.text == text)
  }

  @Test func `a label ends at a dot`() throws {
    let host = try PatternComponent(parsing: ":a.:b", options: .init(kind: .hostname))
    #expect(try host.match("x.y") == ["a": "x", "b": "y"])
    #expect(try host.match("x.y.z") == nil)
  }
}
