import Foundation
import SwitchyardLocks
import SwitchyardProof
import Testing

/// A handler that no audit may call.
@Sendable private func never(_ request: ServerRequest) -> ServerResponse {
  Issue.record("\(request.method) \(request.target) has reached a handler")
  return ServerResponse(.ok)
}

@Suite struct RouterAuditTests {
  private typealias Answer = RouteAudit.Answer

  /// A server's router that prints no faults.
  private func router(
    _ change: (inout Router.Configuration) -> Void = { _ in }
  ) -> Router {
    var configuration = Router.Configuration.server
    configuration.onFault = { _ in }
    change(&configuration)
    return Router(configuration)
  }

  private func patterns(_ entries: [RouteAudit.Entry]) -> [String] { entries.map(\.route.pattern) }

  @Test func `maps that no guard keeps a nobody from are open, and public ones are expected`()
    async throws
  {
    let router = router()
    router.guard("/admin/*", name: "staff") { _ in .deny }
    router.get("/admin/users", access: .requires("staff"), handler: never)
    router.get("/health", access: .public("load balancer"), handler: never)
    router.get("/forgotten", handler: never)
    router.fallback("/*", tags: ["HTTP"]) { _, done in
      Issue.record("the fallback ran")
      done()
    }
    let report = await router.audit()
    #expect(patterns(report.open) == ["/health", "/forgotten", "/*"])
    #expect(patterns(report.unexpected) == ["/forgotten", "/*"])
    #expect(report.undecided.isEmpty)
    let users = try #require(report.entries.first)
    #expect(users.verdict == .closed)
    #expect(
      users.questions.map(\.description) == [
        "GET http://localhost/admin/users", "GET https://localhost/admin/users",
        "HEAD http://localhost/admin/users", "HEAD https://localhost/admin/users",
      ]
    )
    #expect(users.questions.allSatisfy { $0.status == 403 && $0.by?.name == "staff" })
    #expect(report.description == "The visitor comes to 3 of 4 routes.")
    let coded = try JSONDecoder().decode(RouteAudit.self, from: JSONEncoder().encode(report))
    #expect(coded == report)
  }

  /// A guard with what it leaves open of a map, and what shows that.
  struct Gap: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var arrange: @Sendable (Router) -> Void
    var witness: String?

    init(
      _ testDescription: String,
      _ witness: String?,
      _ arrange: @escaping @Sendable (Router) -> Void
    ) {
      (self.testDescription, self.witness, self.arrange) = (testDescription, witness, arrange)
    }
  }

  @Test(arguments: [
    Gap("narrower", "GET http://localhost/users/a") { router in
      router.guard("/users/:id(\\d+)") { _ in .deny }
      router.get("/users/:id", handler: never)
    },
    Gap("two halves", nil) { router in
      router.guard("/users/:id(\\d+)") { _ in .deny }
      router.guard("/users/:id(\\D.*)") { _ in .deny }
      router.guard("/users/:id(\\d+\\D.*)") { _ in .deny }
      router.get("/users/:id", handler: never)
    },
    Gap("an exception of one method", "POST http://localhost/users/hooks") { router in
      router.guard("/users/*", except: [.post("/users/hooks")]) { _ in .deny }
      router.get("/users/:id", handler: never)
      router.post("/users/:id", handler: never)
    },
    Gap("an exception that another map takes", nil) { router in
      router.guard("/users/*", except: ["/users/help"]) { _ in .deny }
      router.get("/users/*", handler: never)
      router.get("/users/help", access: .public("help"), handler: never)
    },
    Gap("some methods of any", "X-UNHEARD-OF http://localhost/users") { router in
      router.guard(
        "/users",
        methods: [.get, .post, .put, .patch, .delete, .options]
      ) { _ in .deny }
      router.any("/users", handler: never)
    },
    Gap("HEAD alone", "HEAD http://localhost/users") { router in
      router.guard("/users", except: [.on(.head, "/users")]) { _ in .deny }
      router.get("/users", handler: never)
    },
    Gap("one host of many", "GET http://localhost/users") { router in
      router.guard("//admin.example.com/*") { _ in .deny }
      router.get("//:tenant/users", handler: never)
    },
    Gap("one scheme", "GET https://localhost/users") { router in
      router.guard("/*") { context in
        context.target.scheme == "http" ? .redirect("https://localhost/") : .allow
      }
      router.get("/users", handler: never)
    },
    Gap("behind a redirect to itself", "GET https://www.example.com/users?lang=en") { router in
      router.guard("/*") { context in
        context.target.host == "www.example.com"
          ? .allow : .redirect("https://www.example.com/users?lang=en")
      }
      router.get("/users", handler: never)
    },
    Gap("a fallback behind maps", "GET http://localhost/b") { router in
      router.guard("/a/*") { _ in .deny }
      router.guard("/:id(a|[c-z]).*") { _ in .deny }
      router.get("/b/:id", access: .public("b"), handler: never)
      router.fallback("/:id(a|b|c)", tags: ["HTTP"]) { _, done in done() }
      router.guard("/a") { _ in .deny }
    },
    Gap("a guard that observes", "GET http://localhost/users") { router in
      router.guard("/*", observing: true) { _ in .allow }
      router.get("/users", handler: never)
    },
    Gap("by a value that a closure accepts", "GET http://localhost/users/42") { router in
      router.guard("/users/:id(\\d)") { _ in .deny }
      router.get(
        RoutePattern("/users/:id", where: ["id": .check { Int($0).map { $0 > 9 } ?? false }]),
        handler: never
      )
    },
    Gap("a host, beside a fallback for all", "GET http://admin.example/users") { router in
      router.get("//admin.example/users", handler: never)
      router.fallback("/*", access: .public("all"), handler: never)
    },
    Gap("a host, beside a map for all", "GET http://admin.example/users") { router in
      router.get("//admin.example/users", handler: never)
      router.get("/users", access: .public("all"), handler: never)
    },
    Gap("an exception of a host", "GET http://admin.example/users") { router in
      router.guard("/*", except: ["//admin.example/*"]) { _ in .deny }
      router.get("/users", handler: never)
    },
    Gap("another host than that of two guards", "GET http://b/x") { router in
      router.guard("http://a/*") { _ in .deny }
      router.guard("https://a/*") { _ in .deny }
      router.get("//:host(a|b)/x", handler: never)
    },
    Gap("another host than the usual one", "GET http://l/users") { router in
      router.guard("//localhost/*") { _ in .deny }
      router.get("/users", handler: never)
    },
    Gap("beside a map of another method", "GET http://localhost/public/c") { router in
      router.guard("/*", except: ["/public/:page(a|c)"]) { _ in .deny }
      router.get("/*", handler: never)
      router.get("/public/:page(a|b)", access: .public("w"), handler: never)
      router.post("/public/:page(a|c)", access: .public("r"), handler: never)
    },
  ]) func `each part into which guards divide a map is asked about`(_ gap: Gap) async {
    let router = router()
    gap.arrange(router)
    let report = await router.audit()
    let open = report.unexpected.compactMap(\.witness)
    #expect(open.map(\.description) == [gap.witness].compactMap(\.self))
    #expect(open.allSatisfy { $0.answer == .runs })
  }

  /// What a browser makes of a relative place depends on where it is.
  @Test func `a guard that sends to a relative place leaves it undecided`() async {
    let router = router()
    router.guard("/users/*") { _ async throws in
      throw ResponseError(.found, fields: [.location: "?lang=en"])
    }
    router.get("/users/:id", handler: never)
    let report = await router.audit()
    #expect(report.undecided.map(\.route.pattern) == ["/users/:id"])
  }

  /// A path is one of the same scheme and host.
  @Test func `a guard that sends to a path is asked on with the same origin`() async {
    let router = router()
    router.guard("http://:any/*") { _ in .deny }
    router.guard("/*") { context async throws in
      guard context.target.scheme == "https", context.target.query == nil else { return .allow }
      throw ResponseError(.found, fields: [.location: "/users?seen=1"])
    }
    router.get("/users", handler: never)
    let report = await router.audit()
    #expect(report.unexpected.map(\.route.pattern) == ["/users"])
  }

  @Test func `what guards say is told apart`() async throws {
    struct Failure: Error {}
    let router = router { $0.guardTimeLimit = .milliseconds(20) }
    router.guard("/throws") { _ async throws in throw Failure() }
    router.guard("/unauthorized") { _ async throws in throw ResponseError(.unauthorized) }
    router.guard("/redirects") { _ in .redirect("/login") }
    router.guard("/drops") { _, _ in }
    router.guard("/sleeps") { _ async in
      try? await Task.sleep(for: .seconds(60))
      return .allow
    }
    router.guard("/limits", limit: RateLimit(1, per: .seconds(3600))) { _ in "all" }
    router.guard("/limits") { _ in .deny }
    for path in ["throws", "unauthorized", "redirects", "drops", "sleeps"] {
      router.post(try RoutePattern(parsing: "/\(path)"), handler: never)
    }
    router.get("/limits", handler: never)
    let report = await router.audit()
    let answers = report.entries.map { $0.questions.map { "\($0.answer) \($0.status ?? 0)" } }
    #expect(
      answers == [
        ["failed 403", "failed 403"], ["denied 401", "denied 401"],
        ["redirected 303", "redirected 303"], ["failed 403", "failed 403"],
        ["timedOut 403", "timedOut 403"],
        ["denied 403", "limited 429", "limited 429", "limited 429"],
      ]
    )
    #expect(patterns(report.undecided) == ["/limits"])
    #expect(report.entries[2].questions[0].location == "/login")
    #expect(report.entries[0].questions[0].detail?.contains("Failure") == true)
  }

  private final class Screen: RouteOwner {}

  @Test func `an audit has the version of the routes that it asks about`() async {
    let router = router()
    router.get("/a", handler: never)
    var screen: Screen? = Screen()
    withExtendedLifetime(screen) { _ = router.get("/b", owner: screen, handler: never) }
    screen = nil
    let report = await router.audit()
    #expect(patterns(report.entries) == ["/a"])
    #expect(report.version == router.routes.version)
  }

  @Test func `a visitor that is described is let in`() async {
    let router = router()
    router.guard("/*") { context in
      context.request?.fields["Key"] == "k" && context.request?.remoteAddress == "10.0.0.1"
        ? .allow : .deny
    }
    router.get("/a", handler: never)
    #expect(await router.audit().open.isEmpty)
    let report = await router.audit { visitor in
      visitor.fields["Key"] = "k"
      visitor.remoteAddress = "10.0.0.1"
    }
    #expect(patterns(report.open) == ["/a"])
  }

  @Test func `middleware and proxies are not run, and proxies are named`() async throws {
    let router = router()
    router.use("/*") { request, next in
      Issue.record("middleware ran")
      return try await next()
    }
    router.proxy("/*", tags: ["HTTP"], name: "mover") { _, next in
      Issue.record("a proxy ran")
      next(.pass)
    }
    router.get("/a", handler: never)
    let report = await router.audit()
    let question = try #require(report.open.first?.witness)
    #expect(question.proxies.map(\.name) == ["mover"])
    #expect(report.table.contains("runs, unless a proxy leads elsewhere"))
  }

  @Test func `an app's routes are asked about by each of their tags, with a payload`() async {
    let router = Router()
    router.guard("/*") { (context: RouteContext) in context.payload as? Int == 7 ? .allow : .deny }
    router.map("app://books/:id", tags: ["Views", "Logs"]) { _, done in
      Issue.record("the map ran")
      done()
    }
    let report = await router.audit()
    #expect(report.open.isEmpty)
    #expect(report.entries[0].questions.map(\.tags) == [[], ["Views"], ["Logs"]])
    #expect(patterns(await router.audit { $0.payload = 7 }.open) == ["app://books/:id"])
  }

  @Test func `within a handler of a serial router nothing is decided, and nothing waits`() async {
    let router = Router()
    let seen = Locked<RouteAudit?>(nil)
    router.map("/a") { [weak router] (_: RouteContext) async in
      let report = await router?.audit()
      seen.withLock { $0 = report }
    }
    #expect(await router.dispatch("/a") == router.routes[0].id.map { .handled(by: $0) })
    #expect(seen.withLock { $0?.entries.map(\.verdict) } == [.undecided])
  }

  @Test func `a guard that begins an audit itself is told so`() async {
    let router = router()
    let inner = Locked<[RouteAudit.Verdict]>([])
    router.guard("/*") { [weak router] _ async in
      let report = await router?.audit()
      inner.withLock { $0 += report?.entries.map(\.verdict) ?? [] }
      return .deny
    }
    router.post("/a", handler: never)
    #expect(await router.audit().entries.map(\.verdict) == [.closed])
    #expect(Set(inner.withLock { $0 }) == [.undecided])
  }

  @Test func `guards that never answer hold up no audit for long`() async {
    var options = RouteAudit.Options()
    options.timeLimit = .milliseconds(20)
    let router = router { $0.guardTimeLimit = nil }
    router.guard("/*") { _ async in
      try? await Task.sleep(for: .seconds(3600))
      return .allow
    }
    for path in 0..<20 {
      if let pattern = try? RoutePattern(parsing: "/\(path)") {
        router.get(pattern, handler: never)
      }
    }
    let report = await router.audit(options)
    #expect(report.undecided.count == 20)
    #expect(report.entries[19].reason?.contains("no answers came before") == true)
  }

  @Test func `a route that goes while guards are asked is gone`() async {
    let router = router()
    let second = Locked<RouteID?>(nil)
    router.guard("/*") { [weak router] _ in
      if let id = second.withLock({ $0 }) { router?.dispose(of: id) }
      return .deny
    }
    router.post("/a", handler: never)
    let id = router.post("/b", handler: never)
    second.withLock { $0 = id }
    #expect(await router.audit().entries.map(\.verdict) == [.closed, .gone])
  }

  @Test func `a map that others always answer for is unreachable`() async {
    let router = router { $0.precedence = .latestFirst }
    router.guard("/open/*") { _ in .deny }
    router.get("/a", handler: never)
    router.get("/:id", access: .public("all"), handler: never)
    #expect(await router.audit().entries.map(\.verdict) == [.unreachable, .open])
  }

  @Test func `a map of another method takes nothing from one that was registered before`() async {
    let router = router { $0.precedence = .latestFirst }
    router.guard("/*", except: ["/public/*"]) { _ in .deny }
    router.get("/*", handler: never)
    router.get("/public", access: .public("w"), handler: never)
    router.post("/public/*", access: .public("r"), handler: never)
    #expect(patterns(await router.audit().unexpected) == ["/*"])
  }

  @Test func `a host behind a guard of all hosts is closed`() async {
    let router = router()
    router.guard("/*") { _ in .deny }
    router.get("//admin.example/users", handler: never)
    #expect(await router.audit().entries.map(\.verdict) == [.closed])
  }

  @Test func `what no request can have is not reached by one`() async {
    let router = router()
    router.get("ws://admin.example/users", handler: never)
    #expect(await router.audit().entries.map(\.verdict) == [.unreachable])
  }

  @Test func `of a map that many others take a part from the rest is asked about`() async throws {
    let router = router()
    router.post("/:x", handler: never)
    for letter in "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMN" {
      let pattern = try RoutePattern(parsing: "/\(letter)")
      router.post(pattern, access: .public("one of fifty"), handler: never)
    }
    #expect(patterns(await router.audit().unexpected) == ["/:x"])
  }

  /// Where the closure refuses, the fallback answers, which says nothing of where it accepts.
  @Test func `a fallback hides no map that is asked before it`() async {
    let router = router()
    router.post(
      RoutePattern("/users/:id", where: ["id": .check { $0 == "secret-way-in" }]),
      handler: never
    )
    router.fallback("/*", access: .public("all"), handler: never)
    #expect(await router.audit().entries.map(\.verdict) == [.undecided, .open])
  }

  @Test(arguments: ["/p/:x(.+(?<=\\.css))", "/p/:x((?=.*9).+)"])
  func `an exception that is not regular leaves it undecided what is kept out`(
    _ exception: String
  ) async throws {
    let router = router()
    router.guard("/*", except: [GuardException(try RoutePattern(parsing: exception))]) { _ in
      .deny
    }
    router.post("/p/:x", handler: never)
    router.post("/q/:x", handler: never)
    #expect(await router.audit().entries.map(\.verdict) == [.undecided, .closed])
  }

  @Test func `a closure of a guard that redirects leaves it undecided as well`() async {
    let router = router()
    router.guard(RoutePattern("/a/:id", where: ["id": .check { $0 != "secret-way-in" }])) { _ in
      .redirect("/login")
    }
    router.post("/a/:id", handler: never)
    #expect(await router.audit().entries.map(\.verdict) == [.undecided])
  }

  /// The guard that denies stands surely; the one that has led there does not.
  @Test func `a closure of a guard that redirects to the same map leaves it undecided`() async {
    let router = router()
    router.guard("/a/login") { _ in .deny }
    router.guard(RoutePattern("/a/:id", where: ["id": .check { $0 != "secret-way-in" }])) { _ in
      .redirect("/a/login")
    }
    router.post("/a/:id", handler: never)
    #expect(await router.audit().entries.map(\.verdict) == [.undecided])
  }

  @Test func `a guard that observes keeps nobody out, whatever it answers`() async {
    let router = router()
    router.guard("/a", observing: true) { _ in .redirect("/slow") }
    router.get("/a", handler: never)
    router.guard("/b", observing: true) { _ async throws in throw Away() }
    router.get("/b", handler: never)
    // To the same map, where another guard denies.
    router.guard("/c/login") { _ in .deny }
    router.guard("/c/*", observing: true, except: ["/c/login"]) { _ in .redirect("/c/login") }
    router.get("/c/:id", handler: never)
    #expect(await router.audit().entries.map(\.verdict) == [.undecided, .undecided, .undecided])
  }

  private struct Away: Error {}

  @Test func `a closure of a guard leaves it undecided what is kept out`() async throws {
    let router = router()
    let checked = RoutePattern("/a/:id", where: ["id": .check { $0 != "secret-way-in" }])
    router.guard(checked) { _ in .deny }
    router.post("/a/:id", handler: never)
    router.post(checked, handler: never)
    let report = await router.audit()
    #expect(report.entries.map(\.verdict) == [.undecided, .closed])
    #expect(report.unexpected.map(\.route.order) == [2])
  }

  @Test func `a responder asks as it reads requests`() async throws {
    let router = router()
    router.guard("/*") { context in
      context.request?.scheme == .https && context.request?.remoteAddress == "203.0.113.9"
        ? .allow : .deny
    }
    router.get("/a", handler: never)
    let long = try RoutePattern(parsing: "/" + String(repeating: "b", count: 100))
    router.get(long, handler: never)
    var configuration = RouteResponder.Configuration()
    configuration.targetLength = 50
    configuration.trustedProxies = TrustedProxies(
      at: ["192.0.2.0/24"],
      writing: [.xForwardedFor, .xForwardedProto]
    )
    let responder = try RouteResponder(router: router, configuration: configuration)
    let report = await responder.audit { visitor in
      visitor.remoteAddress = "192.0.2.1"
      visitor.fields[.xForwardedFor] = "203.0.113.9"
      visitor.fields[.xForwardedProto] = "https"
    }
    #expect(report.entries.map(\.verdict) == [.open, .undecided])
  }
}
