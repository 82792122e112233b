import HTTPTestSupport
import RoutePatterns
import SwitchyardHTTP
import TestSupport
import Testing

/// What is said of a request, beside what is answered.
@Suite struct RequestExplanationTests {
  private struct Case: Sendable, CustomTestStringConvertible {
    let method: RequestMethod
    let target: String
    let status: Int?
    let allow: String?
    var testDescription: String { "\(method) \(target)" }

    init(_ method: RequestMethod, _ target: String, _ status: Int?, _ allow: String? = nil) {
      self.method = method
      self.target = target
      self.status = status
      self.allow = allow
    }
  }

  private static let cases = [
    Case(.get, "/books/1", nil), Case(.head, "/books/1", nil), Case(.get, "/books/x", 404),
    Case(.delete, "/books/1", 405, "GET, HEAD, POST, OPTIONS"),
    Case(.options, "/books/1", 204, "GET, HEAD, POST, OPTIONS"),
    // A fallback runs where no map is for another method.
    Case(.post, "/shop/a", nil), Case(.post, "/shop/cart", 405, "GET, HEAD, OPTIONS"),
    Case(.put, "/any", nil), Case(.get, "/%zz", 400), Case(.get, "/private/a", nil),
    // What no request may ask for.
    Case(.get, "*", 400), Case(.options, "*", 204, "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"),
    Case(.get, "any", 400), Case(.get, "ftp://h/any", 400), Case(.get, "/any#x", 400),
    Case(.get, "/" + String(repeating: "a", count: 9_000), 414), Case(.get, "http://h/any", nil),
    Case("CONNECT", "/any", 501), Case("CONNECT", "localhost:80", 501),
  ]

  private func site() throws -> Site {
    try Site(routes: { router in
      router.guard("/private/*") { _ async in .deny }
      router.get("/books/:id(\\d+)") { _ in .text("book") }
      router.post("/books/:id(\\d+)") { _ in .text("book") }
      router.get("/shop/cart") { _ in .text("cart") }
      router.fallback("/shop/*") { _ in .text("shop") }
      router.any("/any") { _ in .text("any") }
      router.get("/private/a") { _ in .text("a") }
    })
  }

  @Test(arguments: cases)
  private func `it says what is answered`(_ test: Case) async throws {
    let site = try site()
    let explanation = site.router.explain(test.method, test.target)
    #expect(explanation.status?.code == test.status)
    #expect(explanation.allow == test.allow)
    #expect(explanation.table.hasSuffix(explanation.answer) || test.status == 400)
    let response = await site.respond(test.method, test.target)
    if let status = test.status {
      #expect(response.status.code == status)
      #expect(response.fields[.allow] == test.allow)
    } else {
      #expect(response.status == (test.target.hasPrefix("/private") ? .forbidden : .ok))
    }
  }

  @Test func `middleware around misses may answer, and that for other tags does not`() async throws
  {
    let site = try Site(routes: { router in
      router.use(tags: ["Views"]) { _, next in try await next() }
      router.get("/books") { _ in .text("books") }
    })
    let books = site.router.explain(.get, "/books")
    #expect(books.routes.candidates.first?.verdict == .skippedByTag)
    #expect(books.table.contains("skipped by tag"))
    #expect(site.router.explain(.get, "/x").status == .notFound)
    site.router.use { _, _ in .text("hi") }
    let explanation = site.router.explain(.get, "/x")
    #expect(explanation.status == nil)
    #expect(explanation.answer.contains("may answer"))
    #expect(await site.respond(.get, "/x").status == .ok)
  }

  @Test func `a map for another method that cannot be decided is where it ends`() async throws {
    let site = try Site({ _, router in router.matchSteps = 500 }) { router in
      router.get("/:x((?:a|aa)+b)") { _ in .text("get") }
      router.put("/:x((?:a|aa)+b)") { _ in .text("put") }
      router.fallback("/*") { _ in .text("fallback") }
    }
    let target = "/" + String(repeating: "a", count: 60) + "bb"
    #expect(await site.respond(.post, target).status == .internalServerError)
    let explanation = site.router.explain(.post, target)
    let candidates = explanation.routes.candidates
    #expect(candidates.map(\.verdict) == [.undecided, .skippedByTag, .hidden])
    #expect(candidates[0].failure?.contains("more steps than the limit allows") == true)
    #expect(candidates[2].hider == candidates[0].route.id)
    #expect(explanation.status == nil)
    #expect(explanation.answer.hasPrefix("The dispatch fails at the map /:x((?:a|aa)+b)"))
    // A map that is found ends it before.
    #expect(await site.respond(.post, "/x").status == .ok)
    site.router.post("/*") { _ in .text("post") }
    #expect(await site.respond(.post, target).status == .ok)
    #expect(site.router.explain(.post, target).routes.chosen?.route.kind == .map)
  }

  @Test func `a map or fallback that the router refuses is 403`() async throws {
    let site = try Site({ _, yard in
      yard.access = .declared
      yard.onFault = { _ in }
    }) { router in
      router.guard("/*", except: ["/excepted"], name: "card") { _ async in .allow }
      router.use { _, _ in .text("from the middleware") }
      router.get("/undeclared") { _ in .text("") }
      router.get("/excepted", access: .requires("card")) { _ in .text("") }
      router.get("/asked", access: .requires("card")) { _ in .text("") }
      router.fallback("/fallback/*") { _ in .text("") }
    }
    for (target, status) in [
      ("/undeclared", 403), ("/excepted", 403), ("/asked", nil), ("/fallback/x", 403),
    ] as [(String, Int?)] {
      let explanation = site.router.explain(.get, target)
      #expect(explanation.status?.code == status)
      #expect(await site.respond(.get, target).status.code == status ?? 200)
      #expect(explanation.allow == nil)
    }
    #expect(
      site.router.explain(.get, "/undeclared").answer
        == "The map /undeclared (#3) is refused: 403."
    )
    #expect(site.router.explain(.post, "/undeclared").status == nil)
  }

  @Test func `drawn routes are explained as they answer`() async throws {
    let patterns = ["/a", "/:x", "/*", "/a/:x", "/a/b", "/:x(\\d+)", "/b{/c}?"]
    let targets = ["/a", "/b", "/1", "/a/b", "/a/c", "/b/c", "/", "/a/b/c"]
    let methods: [RequestMethod] = [.get, .post, .delete]
    let count = PropertyRun.cases(default: 200)
    var random = PropertyRun.generator(for: "requests", cases: count)
    for _ in 0..<count {
      var lines: [String] = []
      let site = try Site { _, yard in
        yard.access = random.pick([.open, .open, .declared])
        yard.onFault = { _ in }
      }
      for _ in 0..<random.below(3) {
        let exception = GuardException(try RoutePattern(parsing: random.pick(patterns)))
        site.router.guard(
          try RoutePattern(parsing: random.pick(patterns)),
          methods: random.pick([[], [], [.get], [.post]]),
          except: random.below(2) == 0 ? [exception] : [],
          name: random.pick(["card", "staff"])
        ) { _, decide in decide(.allow) }
      }
      for number in 0..<(1 + random.below(6)) {
        let access: RouteAccess? = random.pick([nil, .public("a door"), .requires("card")])
        let pattern = try RoutePattern(parsing: random.pick(patterns))
        let method = random.pick(methods)
        let body: @Sendable (ServerRequest) async throws -> ServerResponse = { _ in
          .text("\(number)")
        }
        switch random.below(6) {
        case 0: site.router.fallback(pattern, name: "\(number)", access: access, handler: body)
        case 1: site.router.any(pattern, name: "\(number)", access: access, handler: body)
        default:
          site.router.on(method, pattern, name: "\(number)", access: access, handler: body)
        }
        lines.append("\(method) \(pattern)")
      }
      for method in methods + [.head, .options, .put] {
        let target = random.pick(targets)
        let explanation = site.router.explain(method, target)
        let response = await site.respond(method, target)
        let text = try await response.text
        let what = "\(method) \(target) \(lines): \(explanation.table)"
        #expect(explanation.status ?? .ok == response.status, "\(what)")
        #expect(explanation.allow == response.fields[.allow], "\(what)")
        if explanation.status == nil, method != .head {
          #expect(explanation.routes.chosen?.route.name == text, "\(what)")
        }
      }
    }
  }
}
