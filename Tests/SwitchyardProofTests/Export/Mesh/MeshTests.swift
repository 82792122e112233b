@testable import SwitchyardProof
import TestSupport
import Testing

@Suite struct MeshTests {
  private func site() throws -> ListedRoutes {
    try ListedRoutes.made { router in
      router.get("/books/:id(\\d+)", name: "book") { _ in .text("") }
      router.get("/books/new", name: "new") { _ in .text("") }
      router.post("/books/:id", name: "change") { _ in .text("") }
      router.get("/a/:b(.*)", name: "rest") { _ in .text("") }
      router.get("/Signs", name: "Signs") { _ in .text("") }
      router.get("/signs/%2F", name: "slash") { _ in .text("") }
      router.on("PROPFIND", "/dav", name: "dav") { _ in .text("") }
      router.get("/old/page", name: "page") { _ in .text("") }
      router.proxy("/old/*") { _, next in next(.pass) }
      router.guard("/books/*") { _ in .deny }
      router.fallback("/lost", name: "lost") { _ in .text("") }
    }
  }

  // MARK: - Envoy

  @Test(
    arguments: [
      ("GET", "/books/12", "shop.example", "book"), ("GET", "/books/new", "shop.example", "new"),
      ("HEAD", "/books/new?x=1", "a.example:8080", "new"),
      ("PUT", "/books/new", "shop.example", "other-method"),
      ("GET", "/nothing", "shop.example", "none"),
      ("PROPFIND", "/dav", "shop.example", "dav"), ("GET", "/old/page", "shop.example", "app"),
      ("GET", "/a/", "shop.example", "app"), ("GET", "/a", "shop.example", "rest"),
      ("GET", "/books/../books/new", "shop.example", "app"),
      ("GET", "/books/%6Eew", "shop.example", "app"),
      ("GET", "/books/new?%zz", "shop.example", "app"),
      ("GET", "/books/new#x", "shop.example", "app"), ("OPTIONS", "*", "shop.example", "app"),
      ("GET", "/books/new", "SHOP.example", "app"), ("GET", "/books/new", "127.0.0.1", "app"),
      ("GET", "/books/new", "shop.example:80", "app"),
      ("GET", "/books/new", "shop.example:443", "app"),
      ("GET", "/books/new", "a.example,b.example", "app"), ("GET", "/books/new", nil, "app"),
      ("G ET", "/books/new", "shop.example", "app"),
    ] as [(String, String, String?, String)]
  )
  func `Envoy decides what is canonical, and leaves the rest to the app`(
    _ method: String,
    _ target: String,
    _ host: String?,
    _ answer: String
  ) throws {
    let envoy = try EnvoyRoutes(ExportFormat.envoy.export(site()).text)
    #expect(envoy.answer(method, target, host: host) == answer)
  }

  @Test func `targets and hosts that are too long are left to the app`() throws {
    let routes = try ListedRoutes.made { $0.get("/a/*", name: "a") { _ in .text("") } }
    let envoy = try EnvoyRoutes(ExportFormat.envoy.export(routes).text)
    let longest = "/a/" + String(repeating: "x", count: 997)
    #expect(envoy.answer("GET", longest) == "a")
    #expect(envoy.answer("GET", longest + "?") == "app")
    let label = String(repeating: "a.", count: 95)
    #expect(envoy.answer("GET", "/a/b", host: label + "a") == "a")
    #expect(envoy.answer("GET", "/a/b", host: label + "aa") == "app")
  }

  // MARK: - HTTPRoute

  @Test(arguments: [
    ("GET", "/books/new", "new"), ("HEAD", "/books/new?x=1", "new"),
    ("POST", "/books/new", "change"),
    ("PUT", "/books/new", "other-method"), ("FOO", "/books/new", "other-method"),
    // A name in capitals is none of a rule; a method that cannot be named may be another's.
    ("GET", "/Signs", "route-5"), ("GET", "/dav", "other-method"), ("PROPFIND", "/dav", "app"),
    ("GET", "/lost", "lost"), ("GET", "/old/page", "app"), ("GET", "/books/12", "app"),
    ("GET", "/signs/%2F", "app"), ("GET", "/books/new/", "app"), ("GET", "/signs", "app"),
    ("GET", "/books/../books/new", "app"), ("GET", "/nothing", "app"), ("GET", "/", "app"),
  ]) func `HTTPRoutes decide paths that are written out, and leave the rest to the app`(
    _ method: String,
    _ target: String,
    _ answer: String
  ) throws {
    let gateway = try GatewayRoutes(ExportFormat.httpRoute.export(site()).text)
    #expect(gateway.answers(method, target) == [answer])
  }

  @Test func `what other methods meet is decided where it is the same for all alone`() throws {
    let some = try ListedRoutes.made { router in
      router.get("/x", name: "x") { _ in .text("") }
      router.proxy("/x", tags: [.method("PROPFIND")]) { _, next in next(.pass) }
      router.on("X-UNHEARD-OF", "/y", name: "y") { _ in .text("") }
    }
    let gateway = try GatewayRoutes(ExportFormat.httpRoute.export(some).text)
    #expect(gateway.answers("GET", "/x") == ["x"])
    #expect(gateway.answers("PROPFIND", "/x") == ["app"])
    #expect(gateway.answers("FOO", "/y") == ["app"])
    #expect(gateway.answers("X-UNHEARD-OF", "/y") == ["app"])
  }

  @Test func `a large table becomes several objects, in which all is decided`() throws {
    let count = 300
    let routes = try ListedRoutes.made { router in
      for number in 0..<count {
        router.get(try! RoutePattern(parsing: "/p/\(number)"), name: "p\(number)") { _ in .text("")
        }
      }
      router.post("/all/:x", name: "all") { _ in .text("") }
    }
    let exported = try ExportFormat.httpRoute.export(routes)
    let gateway = try GatewayRoutes(exported.text)
    #expect(gateway.faults == [] && gateway.count > count / 16)
    for number in 0..<count {
      #expect(gateway.answers("GET", "/p/\(number)") == ["p\(number)"])
      #expect(gateway.answers("PUT", "/p/\(number)") == ["other-method"])
    }
    #expect(exported.notes.map(\.route.name) == ["all"])
  }

  @Test func `what closures decide, or limits may end, is left to the app`() throws {
    var configuration = Router.Configuration.server
    configuration.matchSteps = 40
    let limited = try ListedRoutes.made(configuration) { router in
      router.get("/slow/page", name: "page") { _ in .text("") }
      router.post("/slow/:s((?:a|aa)+b)", name: "slow") { _ in .text("") }
    }
    #expect(
      try GatewayRoutes(ExportFormat.httpRoute.export(limited).text).answers("GET", "/slow/page")
        == ["app"]
    )
    let checked = try ListedRoutes.made { router in
      router.get("/x/page", name: "page") { _ in .text("") }
      router.get(
        try! RoutePattern(parsing: "/x/:id", where: ["id": .check { $0 != "page" }]),
        name: "id"
      ) { _ in .text("") }
    }
    let exported = try ExportFormat.httpRoute.export(checked)
    #expect(try GatewayRoutes(exported.text).answers("GET", "/x/page") == ["app"])
    #expect(exported.notes.map(\.route.name) == ["page", "id"])
  }

  // MARK: - Both

  @Test func `drawn tables are valid, and decide drawn targets as the router decides`() throws {
    // An HTTPRoute decides six of the 720 targets of twelve tables, and none in one run of 200.
    let tables = PropertyRun.cases(default: 40)
    var random = PropertyRun.generator(for: "meshes", cases: tables)
    let hostile = try HostileTarget.all().map { String(decoding: $0.bytes, as: UTF8.self) }
    var (byEnvoy, byGateway) = (0, 0)
    for _ in 0..<tables {
      let routes = try MeshDraw.routes(&random)
      let envoy = try EnvoyRoutes(ExportFormat.envoy.export(routes).text)
      let gateway = try GatewayRoutes(ExportFormat.httpRoute.export(routes).text)
      #expect(envoy.faults == [] && gateway.faults == [])
      for number in 0..<60 {
        let path = number < 50 ? MeshDraw.path(&random) : random.pick(hostile)
        let method = MeshDraw.method(&random)
        let target = path + random.pick(["", "", "?x=1", "?%zz"])
        let answer = envoy.answer(method.rawValue, target)
        #expect(
          answer == "app" || answer == routes.answer(method, target),
          "\(method) \(target) by Envoy, of \(routes.listing.map(\.description))"
        )
        if answer != "app" { byEnvoy += 1 }
        // Of queries an HTTPRoute knows nothing: what the router refuses for one it is asked.
        let right = routes.answer(method, String(target.prefix { $0 != "?" }))
        let answers = gateway.answers(method.rawValue, target)
        #expect(
          answers == ["app"] || answers == [right] || answers.isEmpty && !target.hasPrefix("/"),
          "\(method) \(target) by an HTTPRoute, of \(routes.listing.map(\.description))"
        )
        if answers == [right] { byGateway += 1 }
      }
    }
    #expect(byEnvoy >= tables * 5 || PropertyRun.isSlow)
    #expect(byGateway > 0 || tables < 40)
  }

  @Test func `routes that look at hosts are refused by name, and guards are noted`() throws {
    let hosted = try ListedRoutes.made { router in
      router.get("https://admin.example/*", name: "admin") { _ in .text("") }
      router.get("/books", name: "books") { _ in .text("") }
      router.fallback("http://:any.example/x") { _ in .text("") }
    }
    for format in [ExportFormat.envoy, .httpRoute] {
      let error = #expect(throws: ExportError.self) { try format.export(hosted) }
      #expect(error?.notes.map(\.place) == [0, 2])
      #expect(error?.description.contains("leave it out here") == true)
      let noted = try format.export(site()).notes.map(\.route.kind)
      #expect(noted.contains(.guard) && noted.contains(.proxy))
    }
  }

  @Test func `a file for Envoy is valid, and says the routes`() throws {
    let text = try ExportFormat.envoy.export(site()).text
    #expect(try EnvoyRoutes(text).faults == [])
    #expect(text.contains(#""route" : "GET,HEAD map /books/new""#))
  }
}
