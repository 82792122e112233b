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
