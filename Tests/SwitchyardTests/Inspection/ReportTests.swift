#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Switchyard
import Testing

@Suite struct ReportTests {
  private func check(_ row: ReportCase) throws {
    let router = try Router(row.configuration, routes: row.routes)
    let report = router.validate(requiring: row.requiring)
    #expect(report.findings.map(\.summary) == row.findings)
    #expect(report.routeCount == row.routes.count)
    #expect(report.isClean == row.findings.allSatisfy { $0.hasPrefix("note") })
    let data = try JSONEncoder().encode(report)
    #expect(try JSONDecoder().decode(RouteReport.self, from: data) == report)
  }

  @Test(arguments: ReportCase.duplicates)
  func `what is there twice is found`(_ row: ReportCase) throws { try check(row) }

  @Test(arguments: ReportCase.shadows)
  func `what never runs is found`(_ row: ReportCase) throws { try check(row) }

  @Test(arguments: ReportCase.meetings)
  func `guards and proxies that meet nothing are found`(_ row: ReportCase) throws { try check(row) }

  @Test(arguments: ReportCase.guards)
  func `what guards leave open is found`(_ row: ReportCase) throws { try check(row) }

  @Test(arguments: ReportCase.exceptions)
  func `what guards except is found`(_ row: ReportCase) throws { try check(row) }

  @Test func `a report is a table with a line for each finding`() throws {
    let router = try Router(routes: [
      "map /admin/:page @private", "map /books/new", "map /books/:id", "guard app://*",
      "proxy /old/*", "map /books/:id",
    ])
    let report = router.validate(requiring: ["private"])
    #expect(
      report.table == """
        SEVERITY  KIND         CERTAIN  ROUTES          MESSAGE
        error     unguarded    yes      #1              The map /admin/:page, tagged private, is not covered by guards: /admin/a is not. Register a guard that matches all that it matches.
        warning   duplicate    yes      #3 #6           The map /books/:id is registered 2 times. Only the latest ever runs. Dispose of the others, or give them tags of their own.
        warning   shadowed     yes      #2 #6           The map /books/new never runs: the map /books/:id wins wherever it matches. Make its pattern more specific, or dispose of it.
        warning   narrowGuard  yes      #4 #6 #3 #2 #1  The guard app://* is narrower than the map /books/:id, the map /books/:id, the map /books/new and the map /admin/:page in scheme. What differs there goes past it.
        note      unmet        yes      #5              The proxy /old/* meets no map and no fallback. It does nothing there unless it commits to something else.
        5 findings among 6 routes.
        """
    )
  }

  @Test func `a report without findings says so`() throws {
    #expect(Router().validate().description == "Nothing was found among 0 routes.")
    let router = try Router(routes: ["map /a"])
    #expect(router.validate().description == "Nothing was found among 1 route.")
    #expect(router.validate().findings(.shadowed).isEmpty)
  }

  @Test func `a guard that turns nobody away covers nothing`() throws {
    let router = Router()
    router.map("/a", tags: ["p"]) { _ in }
    router.guard("/*", observing: true) { _ async in .allow }
    router.guard("/*", observing: true) { _, decide in decide(.allow) }
    let found = router.validate(requiring: ["p"]).findings(.unguarded)
    #expect(found.map(\.example) == ["/a"])
    #expect(router.routes.map(\.isObserving) == [nil, true, true])
    let data = try JSONEncoder().encode(router.routes)
    #expect(try JSONDecoder().decode(RouteListing.self, from: data) == router.routes)
    router.guard("/a") { _ async in .allow }
    #expect(router.validate(requiring: ["p"]).findings(.unguarded).isEmpty)
  }

  @Test func `a guard that may ask for more than a map, and may not meet it, is a note`() throws {
    // Beyond what is regular it is not known whether they meet.
    let router = try Router(routes: ["guard //a.example/:x((?=ab)\\w+)", "map //*/:y"])
    let report = router.validate()
    let found = report.findings(.narrowGuard)
    #expect(found.map(\.certainty) == [.unknown])
    #expect(found.first?.aspects.contains(.host) == true)
    #expect(found.map(\.severity) == [.note])
    #expect(report.isClean)
  }

  @Test func `names and tags cannot forge a line of a report`() {
    let router = Router()
    router.map("/a", tags: ["x\u{1B}[2J\nerror"]) { _ in }
    let report = router.validate(requiring: ["x\u{1B}[2J\nerror"])
    #expect(report.table.split(separator: "\n").count == 3)
    #expect(report.table.contains("tagged x\\u{1B}[2J\\u{A}error, is"))
  }

  @Test func `no handler and no closure runs`() {
    let router = Router()
    let pattern = RoutePattern(
      "/:x",
      where: [
        "x": .check { _ in
          Issue.record("A closure ran.")
          return true
        }
      ]
    )
    router.map(pattern, tags: ["p"]) { _ in Issue.record("A handler ran.") }
    router.map("/a") { _ in }
    router.guard(pattern) { _ async in
      Issue.record("A guard ran.")
      return .deny
    }
    #expect(!router.validate(requiring: ["p"]).isClean)
  }

  @Test func `a route that is gone is not looked at`() {
    let router = Router()
    var owner: TestOwner? = TestOwner()
    router.map("/a") { _ in }
    router.map("/*", owner: owner) { _ in }
    let id = router.map("/:x") { _ in }
    #expect(router.validate().findings.count == 1)
    router.dispose(of: id)
    #expect(router.validate().findings.count == 1)
    withExtendedLifetime(owner) {}
    owner = nil
    #expect(router.validate().findings.isEmpty)
  }
}
