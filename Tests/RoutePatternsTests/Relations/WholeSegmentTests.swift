import Testing

@testable import RoutePatterns

/// Whether targets that are alike in their segments have their values in the same places.
@Suite struct WholeSegmentTests {
  @Test(arguments: [
    ("/:a/:b", true), ("/:a(\\d+)/:b", true), ("/:a(x|[^y])/:b", true), ("/:a((?:x|y)z)/:b", true),
    ("/:a/*", true), ("/:a/:b([\\/\\d]+)", true), ("/:a([\\/\\d]+)/:b", false),
    ("/:a([\\x2F\\d]+)/:b", false), ("/:a([\\u002F\\d]+)/:b", false),
    ("/:a([\\u{2F}\\d]+)/:b", false), ("/:a(.*)/:b", false), ("/:a+/:b", false),
    ("/:a-:b", false), ("//:host.example.com/a", false),
  ])
  func `values are whole segments`(_ text: String, _ isSo: Bool) throws {
    #expect(try RoutePattern(parsing: text).takesWholeSegments == isSo)
  }
}
