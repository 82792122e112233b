import Testing

@testable import RoutePatterns

@Suite struct `Doubts about slashes` {
  @Test(arguments: [
    "/a/{:x}?{:y}?/b", "/a/{:x(\\d)}*/b", "/a{b/}+/c", "/a/{/b}?c", "/a{/b/}*c", "/{a/}?{b}?/c",
  ])
  func `two slashes in a row are asked for by no target that has them merged`(
    _ text: String
  ) throws {
    let pattern = try RoutePattern(parsing: text)
    #expect(
      PatternDoubt(of: pattern.text)?.description == """
        asks for two slashes in a row in one of its forms, as what stands in braces may be absent or \
        repeat, and no target has two. Write the slash within the braces, or a pattern for each form.
        """
    )
    #expect(PatternDoubt(of: pattern.text, slashes: .strict)?.description == nil)
  }

  @Test(arguments: ["/a/:x((?:b/)+)", "/:x((?:b/)+)", "/{:x((?:b/)+)}/c", "/a{/:x((?:b/)+)}?"])
  func `a value that ends in a slash stands before none, nor at the end`(
    _ text: String
  ) throws {
    let pattern = try RoutePattern(parsing: text)
    #expect(
      PatternDoubt(of: pattern.text)?.description == """
        has an expression whose texts all end in a slash, with another slash or the end behind them, \
        and no target has such a value. Leave the last slash out of ((?:b/)+).
        """
    )
    #expect(PatternDoubt(of: pattern.text, slashes: .strict)?.description == nil)
    #expect(try pattern.match(RouteTarget("/a/b/")) == nil)
    // Where it may be absent there are targets all the same.
    #expect(try (pattern.match(RouteTarget("/a")) != nil) == text.hasSuffix("?"))
  }

  @Test(arguments: [
    "/admin/{:a}?/b", "/a/{:x}*/b", "/a/{x/}*/b", "/*/info", "/a/{:x}?{:y}?", "/a{/b/}+",
    "/{:lang}?/b", "/:path(docs/.*)", "/:x((?:b/)+)c", "/:x((?:b/)*)", "/", "/a/*", "/a/...",
  ])
  func `what targets may have is not doubted`(_ text: String) throws {
    #expect(try PatternDoubt(of: RoutePattern(parsing: text).text)?.description == nil)
  }
}
