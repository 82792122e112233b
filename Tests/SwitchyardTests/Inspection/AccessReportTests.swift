import Switchyard
import Testing

/// What a report says of maps and fallbacks by what is declared of them.
@Suite struct AccessReportTests {
  private static func method(_ token: String) -> RouteTag { RouteTag(method: token) }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The findings that are no comparison of guards with maps, in short.
    let findings: [String]
    let routes: @Sendable (Router) -> Void

    init(
      _ name: String,
      _ findings: [String] = [],
      routes: @escaping @Sendable (Router) -> Void
    ) {
      testDescription = name
      self.findings = findings
      self.routes = routes
    }
  }

  static let cases = [
    Case("nothing is declared", ["unguarded /a: /a"]) { router in
      router.map("/a") { _ in }
    },
    Case("a public map") { router in
      router.map("/a", access: .public("a door")) { _ in }
    },
    Case("a guard that covers it") { router in
      router.guard("/*") { _ async in .allow }
      router.map("/a") { _ in }
    },
    Case("a guard that only observes", ["unguarded /a: /a"]) { router in
      router.guard("/*", observing: true) { _ async in .allow }
      router.map("/a") { _ in }
    },
    Case("a guard that covers a part", ["unguarded /:x/:y: /b/a"]) { router in
      router.guard("/a/*") { _ async in .allow }
      router.map("/:x/:y") { _ in }
    },
    Case("guards that cover it together") { router in
      router.guard("/:x([a-m]+)") { _ async in .allow }
      router.guard("/:x([l-z]+)") { _ async in .allow }
      router.map("/:x([a-f]+)") { _ in }
      router.map("/:x([t-z])") { _ in }
    },
    Case("an exception that is a hole", ["unguarded /a/:x: /a/b"]) { router in
      router.guard("/*", except: ["/a/b"]) { _ async in .allow }
      router.map("/a/:x") { _ in }
    },
    Case("an exception that another guard covers") { router in
      router.guard("/*", except: ["/a/b"]) { _ async in .allow }
      router.guard("/a/:x") { _ async in .allow }
      router.map("/a/:x") { _ in }
    },
    // The map never comes to where it would be open.
    Case("an exception that is for another map") { router in
      router.guard("/*", except: ["/a/b"]) { _ async in .allow }
      router.map("/a/:x") { _ in }
      router.map("/a/b", access: .public("a door")) { _ in }
    },
    Case("a guard with a closure", ["unguarded /a/:x: unknown"]) { router in
      let checked = RoutePattern("/a/:y", where: ["y": .check { $0 != "b" }])
      router.guard(checked) { _ async in .allow }
      router.map("/a/:x") { _ in }
    },
    Case("a map with a closure that no guard meets", ["unguarded /a/:x: unknown"]) { router in
      router.map(RoutePattern("/a/:x", where: ["x": .check { $0 != "b" }])) { _ in }
    },
    Case("a map with a closure behind a guard") { router in
      router.guard("/a/*") { _ async in .allow }
      router.map(RoutePattern("/a/:x", where: ["x": .check { $0 != "b" }])) { _ in }
    },
    Case("a required guard that covers it") { router in
      router.guard("/a/*", name: "card") { _ async in .allow }
      router.map("/a/:x", access: .requires("card")) { _ in }
    },
    Case("another guard than the required one", ["unguarded /a/:x: /a/a"]) { router in
      router.guard("/*", name: "staff") { _ async in .allow }
      router.guard("/a/b", name: "card") { _ async in .allow }
      router.map("/a/:x", access: .requires("card")) { _ in }
    },
    Case("one of two required guards", ["unguarded /a: /a"]) { router in
      router.guard("/*", name: "staff") { _ async in .allow }
      router.guard("/b", name: "card") { _ async in .allow }
      router.map("/a", access: .requires("card", "staff")) { _ in }
    },
    Case("a required guard that only observes", ["unknownGuard /a"]) { router in
      router.guard("/*", observing: true, name: "card") { _ async in .allow }
      router.map("/a", access: .requires("card")) { _ in }
    },
    Case("a name that no guard has", ["unknownGuard /a /b"]) { router in
      router.guard("/*", name: "cart") { _ async in .allow }
      router.map("/a", access: .requires("card")) { _ in }
      router.map("/b", access: .requires("card")) { _ in }
    },
    Case("a public map behind a guard", ["guardedPublic /a"]) { router in
      router.guard("/*") { _ async in .allow }
      router.map("/a", access: .public("a door")) { _ in }
    },
    Case("a public map that a guard covers in part") { router in
      router.guard("/a/b") { _ async in .allow }
      router.map("/a/:x", access: .public("a door")) { _ in }
    },
    Case("a fallback", ["unguarded /*: /a"]) { router in
      router.map("/", access: .public("a door")) { _ in }
      router.fallback("/*") { _, done in done() }
    },
    Case("a fallback that a map keeps from running") { router in
      router.map("/*", access: .public("a door")) { _ in }
      router.fallback("/*") { _, done in done() }
    },
    Case("a map through a view", ["unguarded /a: /a"]) { router in
      router.map("/a", tags: ["X"]) { _ in }
      router.map("/*", tags: ["Y"], access: .public("a door")) { _ in }
    },
    Case("a guard for one method", ["unguarded /a: POST /a"]) { router in
      guarding(router, "/a", ["GET", "HEAD"])
      router.map("/a", tags: [method("GET"), method("POST")]) { _ in }
    },
    Case("a guard for GET, which HEAD follows") { router in
      guarding(router, "/a", ["GET"])
      router.map("/a", tags: [method("GET")]) { _ in }
    },
    Case("a guard for all known methods", ["unguarded /a: PROPFIND /a"]) { router in
      guarding(router, "/a", RouteTag.knownMethods.compactMap(\.methodToken))
      router.map("/a", tags: [.anyMethod]) { _ in }
    },
    Case("a guard for some methods before a map that is for no request") { router in
      guarding(router, "/a", ["GET"])
      router.map("/a", tags: ["Views"]) { _ in }
    },
    Case("a host", ["unguarded /a: /a"]) { router in
      router.guard("https://example.com/*") { _ async in .allow }
      router.map("/a") { _ in }
    },
    Case("the root of a group under strict slashes", ["unguarded /a: /a"]) { router in
      router.group("/a") { group in
        group.guard("/*") { _ async in .allow }
        group.map("/") { _ in }
      }
    },
  ]

  private static func guarding(_ router: Router, _ pattern: RoutePattern, _ methods: [String]) {
    let options = RouteOptions(methods.map(method), nil, nil, nil, #fileID, #line)
    _ = router.registerGuard(pattern, options) { _, decide in decide(.allow) }
  }

  private static func summary(_ finding: RouteFinding) -> String? {
    switch finding.kind {
    case .unguarded:
      let way = finding.method.map { "\($0) " } ?? ""
      return "unguarded \(finding.routes[0].pattern): "
        + (finding.example.map { way + $0 } ?? "unknown")
    case .unknownGuard, .guardedPublic:
      return "\(finding.kind) \(finding.routes.map(\.pattern).joined(separator: " "))"
    default: return nil
    }
  }

  @Test(arguments: cases) func `what is declared is compared with the guards`(_ row: Case) {
    var configuration = Router.Configuration.server
    if row.testDescription.contains("strict") { configuration.slashes = .strict }
    let router = Router(configuration)
    row.routes(router)
    let report = router.validate(allExceptPublic: true)
    #expect(report.findings.compactMap(Self.summary) == row.findings, "\(report.table)")
    #expect(
      report.findings.filter { $0.severity == .error }.count
        == row.findings.count { !$0.hasPrefix("guardedPublic") }
    )
    let errors = report.findings.filter { $0.severity == .error }
    let holes = router.guardMatrix(allExceptPublic: true).holes
    #expect(Set(holes.map(\.route)) == Set(errors.flatMap(\.routes)), "\(report.table)")
    #expect(Set(holes.flatMap(\.findings).map(\.message)) == Set(errors.map(\.message)))
  }

  @Test func `a required tag that no route has is told with the matrix`() {
    let router = Router(.server)
    router.map("/a", tags: ["admin"]) { _ in }
    let matrix = router.guardMatrix(requiring: ["amdin"])
    #expect(matrix.holes.isEmpty)
    #expect(matrix.findings.map(\.kind) == [.unknownTag])
  }

  @Test func `of many routes that require what is not there each has a finding of its own`() throws
  {
    let router = Router(.server)
    for number in 0..<40 {
      let pattern = try RoutePattern(parsing: "/a/\(number)")
      router.map(pattern, access: .requires("crad")) { _ in }
    }
    let rows = router.guardMatrix().rows
    #expect(rows.count == 40)
    for row in rows { #expect(row.findings.map(\.routes) == [[row.route]]) }
  }

  @Test func `guards may have a name together, and a map not one of theirs`() {
    let faults = FaultLog()
    var configuration = Router.Configuration.server
    configuration.onFault = { faults.receive($0) }
    let router = Router(configuration)
    router.guard("/a/*", name: "card") { _ async in .allow }
    router.guard("/b/*", name: "card") { _ async in .allow }
    router.map("/a/:x", access: .requires("card")) { _ in }
    router.map("/b/:x", access: .requires("card")) { _ in }
    #expect(router.validate(allExceptPublic: true).findings.isEmpty)
    #expect(faults.all.isEmpty)
    router.map("/a/c", name: "card", access: .requires("card")) { _ in }
    #expect(router.validate().findings(.sameName).count == 1)
    #expect(faults.summary == ["map /a/c: duplicateName"])
  }

  /// What a report does not ask, the router holds.
  @Test(arguments: [true, false])
  func `what a view by a method, or the end of an owner, opens is refused where access is declared`(
    hasOwner: Bool
  ) async {
    var configuration = Router.Configuration.server
    configuration.access = .declared
    configuration.onFault = { _ in }
    let router = Router(configuration)
    var owner: TestOwner? = hasOwner ? TestOwner() : nil
    router.guard("/a/*", except: ["/a/b"], name: "card") { _ async in .allow }
    let any = router.map("/a/b", tags: [.anyMethod], owner: owner, access: .public("a door")) { _ in
    }
    let get = router.map("/a/:x", tags: [Self.method("GET")], access: .requires("card")) { _ in }
    #expect(router.validate(allExceptPublic: true).isClean)
    let request = router[Self.method("GET"), .anyMethod]
    #expect(await request.dispatch("/a/b") == .handled(by: any))
    withExtendedLifetime(owner) {}
    owner = nil
    let view = hasOwner ? request : router[Self.method("GET")]
    #expect(view.explain("/a/b").refused?.route.id == get)
    #expect(await view.dispatch("/a/b") == .denied(by: get))
    #expect(await view.dispatch("/a/c") == .handled(by: get))
  }

  @Test func `without the question only what is declared is looked at`() {
    let router = Router(.server)
    router.guard("/c", name: "card") { _ async in .allow }
    router.map("/a") { _ in }
    router.map("/b", access: .requires("card")) { _ in }
    let report = router.validate()
    #expect(report.findings.compactMap(Self.summary) == ["unguarded /b: /b"])
  }

  @Test func `each message has the request and a remedy`() {
    let router = Router(.server)
    router.guard("/x", name: "card") { _ async in .allow }
    router.map("/a", tags: [Self.method("POST")]) { _ in }
    router.map("/b", tags: ["Views"], access: .requires("card")) { _ in }
    router.map("/c", access: .requires("cart")) { _ in }
    router.guard("/d") { _ async in .allow }
    router.map("/d", access: .public("a door")) { _ in }
    router.map(RoutePattern("/:x", where: ["x": .check { $0 != "b" }])) { _ in }
    let kinds: [RouteFinding.Kind] = [.unguarded, .unknownGuard, .guardedPublic]
    let messages = router.validate(allExceptPublic: true).findings
      .filter { kinds.contains($0.kind) }
      .map(\.message)
    #expect(
      messages.sorted()
        == [
          "It cannot be decided whether a guard is always asked before the map /:x. Register a guard "
            + "that decides about it, or declare access: .public(\"the reason\").",
          "No guard that can turn somebody away has the name \"cart\", which the access of the map /c "
            + "requires. Correct the name, or give it to the guard that is meant.",
          "/b, through the tag Views, comes to the map /b, and the guard \"card\", which it requires, "
            + "is not asked. Have that guard match all that it matches, without a closure in its "
            + "pattern, or correct its access.",
          "POST /a comes to the map /a, and no guard is asked. Register a guard that decides about it, "
            + "or declare access: .public(\"the reason\").",
          "The map /d is declared public, and guards decide about all that it matches. Except it from "
            + "them, or declare which of them it requires.",
        ].sorted()
    )
  }

  @Test func `a thousand routes behind a guard are asked in little time`() throws {
    let router = Router(.server)
    for number in 0..<1_000 {
      router.map(try RoutePattern(parsing: "/api/v1/r\(number)/:id")) { _ in }
    }
    router.guard("/api/*") { _ async in .deny }
    let clock = ContinuousClock()
    let time = clock.measure { #expect(router.validate(allExceptPublic: true).isClean) }
    print("validate: 1,000 guarded routes, \(time)")
  }
}
