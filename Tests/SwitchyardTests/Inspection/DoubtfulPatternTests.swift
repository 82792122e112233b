import Switchyard
import Testing

/// Notes of `validate` on patterns and names.
@Suite struct DoubtfulPatternTests {
  private static let rows: [(pattern: String, says: String?)] = [
    ("/files/**", "two stars"), ("/**/a", "two stars"), ("/*/a/*", nil), ("/a\\**", nil),
    ("/:x(a*\\*)", nil), ("/:id:int", ":id(\\d+)"), ("/:a{:b}?", ":a(\\d+)"), ("/:a-:b", nil),
    ("/:a/:b", nil), ("/:id(\\d+):rest", nil), ("/\\:a:b", nil), ("/:a\\:b", nil),
    ("https://:sub.example:444/a", nil), ("/:x((?:a)(?:b)):y*", nil), ("/a:b:c/:d:e", ":b(\\d+)"),
  ]

  @Test(arguments: rows)
  func `a pattern that is written as elsewhere is noted`(
    _ row: (pattern: String, says: String?)
  ) throws {
    let router = Router()
    router.map(try RoutePattern(parsing: row.pattern)) { _, completed in completed() }
    let findings = router.validate().findings(.doubtful)
    #expect(findings.count == (row.says == nil ? 0 : 1))
    if let says = row.says {
      #expect(findings.first?.message.contains(says) == true)
      #expect(findings.first?.severity == .note)
    }
  }

  @Test func `a name that several routes have is found`() {
    var configuration = Router.Configuration.app
    configuration.onFault = { _ in }
    let router = Router(configuration)
    for (pattern, name) in [("/a", "one"), ("/b", "two"), ("/c", "one")] as [(RoutePattern, _)] {
      router.map(pattern, name: name) { _, completed in completed() }
    }
    router.guard("/*", name: "two") { _ async in .allow }
    // One page for two methods has one URL.
    router.map("/d", tags: ["x"], name: "page") { _, completed in completed() }
    router.map("/d", tags: ["y"], name: "page") { _, completed in completed() }
    let findings = router.validate().findings(.sameName)
    #expect(findings.map { $0.routes.map(\.pattern) } == [["/a", "/c"], ["/b", "/*"]])
    #expect(findings.first?.message.contains("the map /c.") == true)
    #expect(findings.allSatisfy { $0.severity == .warning })
  }
}
