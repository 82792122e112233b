import RoutePatterns
import Testing

@Suite struct `How specific a pattern is` {
  /// Each row from the most to the least specific.
  static let rows: [[String]] = [
    ["/books/new", "/books/:id(\\d+)", "/books/:id", "/books/*"],
    ["/files/a/*", "/files/*", "/*"],
    ["/a/:x", "/a{/:x}+", "/a{/:x}?", "/a{/:x}*"],
    ["https://a.example.com:8443/*", "https://a.example.com/*", "https://:h.example.com/*", "/*"],
    ["https://a.com/*", "https://*/x", "/x"],
    ["https://a.com:8080/:x", "https://a.com/x"],
    [
      "https://*/*", "//a.example:8443/*", "//a.example/x", "//a.example/*", "//:h.example/*",
      "//*/x", "/x",
    ],
    ["app://push/info", "app://push/:what", "app://*", "/push/info"],
    ["/:_/info", "/..."],
  ]

  @Test(arguments: rows) func `follows the order of the standard`(_ row: [String]) throws {
    let patterns = try row.map { try RoutePattern(parsing: $0) }
    for (place, pattern) in patterns.enumerated() {
      for other in patterns[(place + 1)...] {
        #expect(pattern.isMoreSpecific(than: other), "\(pattern) before \(other)")
        #expect(other.specificity(comparedTo: pattern) == .lessSpecific)
      }
      #expect(pattern.specificity(comparedTo: pattern) == .same)
    }
  }

  @Test func `does not see names`() {
    let one: RoutePattern = "/books/:id"
    #expect(one.specificity(comparedTo: "/books/:other") == .same)
    #expect(one != "/books/:other")
  }
}
