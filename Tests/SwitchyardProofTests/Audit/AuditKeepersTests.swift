import SwitchyardLocks
import SwitchyardProof
import Testing

/// A handler that no audit may call.
@Sendable private func never(_ request: ServerRequest) -> ServerResponse {
  Issue.record("\(request.method) \(request.target) has reached a handler")
  return ServerResponse(.ok)
}

/// Whose answer it is that keeps a visitor out, and whether it does so for all of a map.
@Suite struct AuditKeepersTests {
  private func router(
    _ change: (inout Router.Configuration) -> Void = { _ in }
  ) -> Router {
    var configuration = Router.Configuration.server
    configuration.onFault = { _ in }
    change(&configuration)
    return Router(configuration)
  }

  /// A pattern that matches in one place alone, which nobody guesses.
  private func hidden(_ text: String) throws -> RoutePattern {
    try RoutePattern(parsing: text, where: ["id": .check { $0 == "secret-way-in" }])
  }

  @Test func `a redirect of a guard that observes is not that of one beside it`() async throws {
    let router = router()
    router.guard("/a", observing: true, name: "slow down") { context in
      context.target.query == nil ? .redirect("/slow") : .allow
    }
    router.guard("/a", name: "staff") { _ in .allow }
    router.get("/a", handler: never)
    let report = await router.audit()
    let entry = try #require(report.entries.first)
    #expect(entry.verdict == .undecided)
    #expect(entry.questions.allSatisfy { $0.answer == .redirected && $0.by?.name == "slow down" })
    #expect(
      entry.reason
        == "The guard /a keeps out for GET http://localhost/a, and only observes."
    )
  }

  @Test func `a redirect is that of the guard that has made it alone`() async throws {
    let router = router()
    router.guard("/a/:id", name: "login") { _ in .redirect("/login") }
    router.guard(RoutePattern("/a/:id", where: ["id": .check { $0 != "secret-way-in" }])) { _ in
      .deny
    }
    router.guard("/*", observing: true) { _ in .allow }
    router.post("/a/:id", handler: never)
    let report = await router.audit()
    let entry = try #require(report.entries.first)
    #expect(entry.verdict == .closed)
    #expect(entry.questions.allSatisfy { $0.by?.name == "login" })
  }

  @Test func `a guard that observes closes nothing by a redirect to what is open`() async {
    let router = router()
    router.guard("/a", observing: true) { context in
      context.target.query == nil ? .redirect("/a?lang=en") : .allow
    }
    router.get("/a", handler: never)
    let report = await router.audit()
    #expect(report.entries.map(\.verdict) == [.open])
    #expect(report.open.first?.witness?.description == "GET http://localhost/a?lang=en")
  }

  @Test func `a redirect is followed with the slashes that it has`() async {
    let router = router { $0.slashes = .strict }
    router.guard("/a/") { context in
      context.target.query == nil ? .redirect("/a/?seen=1") : .allow
    }
    router.post("/a/", handler: never)
    router.guard("/b/") { context async throws in
      guard context.target.query == nil else { return .allow }
      throw ResponseError(.found, fields: [.location: "/b/?seen=1"])
    }
    router.post("/b/", handler: never)
    #expect(await router.audit().entries.map(\.verdict) == [.open, .open])
  }

  @Test func `a map that refuses by itself is closed where it surely does`() async throws {
    let router = router { $0.access = .declared }
    router.guard(try hidden("/a/:id"), name: "staff") { _ in .allow }
    router.post("/a/:id", access: .requires("staff"), handler: never)
    // Nothing that can be asked has this name, or one of them is asked for nothing of it.
    router.post("/a/:id/x", access: .requires("nobody"), handler: never)
    router.guard("/c/:id(\\d+)", name: "staff") { _ in .deny }
    router.post("/c/:id", access: .requires("staff"), handler: never)
    router.post("/d", handler: never)
    #expect(
      await router.audit().entries.map(\.verdict) == [.undecided, .closed, .closed, .closed]
    )
  }

  @Test func `a guard that has come since the audit began leaves it undecided`() async {
    let router = router()
    let isAdded = Locked(false)
    router.guard("/a") { [weak router] _ in
      let isNew = isAdded.withLock { isAdded in
        defer { isAdded = true }
        return !isAdded
      }
      if isNew { router?.guard("/b", observing: true) { _ in .deny } }
      return .deny
    }
    router.post("/a", handler: never)
    router.post("/b", handler: never)
    #expect(await router.audit().entries.map(\.verdict) == [.closed, .undecided])
  }

  @Test func `a doubt names the URL at which it has come up`() async throws {
    let router = router()
    router.guard("/c/login") { _ in .deny }
    router.guard("/c/*", observing: true, except: ["/c/login"]) { _ in .redirect("/c/login") }
    router.get("/c/:id", handler: never)
    let entry = try #require(await router.audit().entries.first)
    #expect(entry.verdict == .undecided)
    let reason = try #require(entry.reason)
    #expect(reason.hasPrefix("The guard /c/* keeps out for GET http://localhost/c/"))
    #expect(!reason.contains("/c/login"))
  }

  @Test func `what shows that a map is undecided is the question in doubt`() async throws {
    let router = router()
    router.guard("/:id(\\d)", name: "staff") { _ in .deny }
    router.guard("/:id(\\d\\d+)", observing: true, name: "slow down") { _ in .deny }
    router.post("/:id(\\d+)", handler: never)
    let entry = try #require(await router.audit().entries.first)
    #expect(entry.verdict == .undecided)
    #expect(entry.questions.contains { $0.by?.name == "staff" })
    #expect(entry.witness?.by?.name == "slow down")
  }

  @Test func `a guard for other methods does not keep a map from refusing`() async throws {
    let router = router { $0.access = .declared }
    router.guard(try hidden("/a/:id"), methods: [.get], name: "staff") { _ in .allow }
    router.post("/a/:id", access: .requires("staff"), handler: never)
    #expect(await router.audit().entries.map(\.verdict) == [.closed])
  }

  @Test func `too many parts are told from closures`() async throws {
    let router = router()
    router.guard("/a") { _ in .deny }
    router.guard("/:id") { _ in .deny }
    router.post("/:id", handler: never)
    var options = RouteAudit.Options()
    options.partsPerRoute = 1
    let entry = try #require(await router.audit(options).entries.first)
    #expect(entry.verdict == .undecided)
    #expect(entry.reason?.hasPrefix("It is too large to be looked at whole") == true)
  }
}
