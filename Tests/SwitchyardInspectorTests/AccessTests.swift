import RoutePatterns
import Switchyard
import SwitchyardHTTP
import SwitchyardLocks
import Testing

@testable import SwitchyardInspector

@Suite("Who may see an inspector") struct AccessTests {
  static let pages = [
    "", "/requests/1", "/routes", "/coverage", "/matrix.svg", "/explain?url=/", "/tree", "/events",
    "/inspector.css", "/inspector.js", "/nothing",
  ]

  @Test(arguments: pages) func `whom the rule does not allow sees nothing`(_ rest: String)
    async throws
  {
    let window = try Window(access: .allowing { $0.cookies["staff"] == "yes" })
    #expect(try await window.page(rest).code == 403)
    let response = await window.response(.post, window.path + rest)
    #expect(response.status == .forbidden)
    let known = rest.split(separator: "?").first != "/nothing"
    let allowed = await window.response(.get, window.path + rest, [.cookie: "staff=yes"])
    #expect(allowed.status == (known && rest != "/requests/1" ? .ok : .notFound))
  }

  @Test func `a rule that throws denies`() async throws {
    let window = try Window(access: .allowing { _ in throw Window.Broken() })
    #expect(try await window.page().code == 403)
  }

  @Test func `outside of a debug build there has to be a rule`() throws {
    let error = #expect(throws: InspectorError.self) {
      try InspectorAccess.resolved(nil, isDebug: false)
    }
    #expect(error?.code == .noAccessRule)
    #expect(
      error?.description
        == "In a release build an inspector is mounted with a rule that says who may see it, and there "
        + "is none. Write one, such as access: .allowing { request in … } or access: .thisMachine."
    )
    _ = try InspectorAccess.resolved(nil, isDebug: true)
    _ = try InspectorAccess.resolved(.thisMachine, isDebug: false)
  }

  struct Asker: Sendable, CustomTestStringConvertible {
    let address: String?
    var host = "localhost:8080"
    var fields: HeaderFields = [:]
    let isAllowed: Bool

    var testDescription: String { "\(address ?? "unknown") for \(host), \(fields)" }
  }

  static let askers = [
    Asker(address: "127.0.0.1", isAllowed: true),
    Asker(address: "127.8.9.1", host: "127.0.0.1", isAllowed: true),
    Asker(address: "::1", host: "[::1]:8080", isAllowed: true),
    Asker(address: "::ffff:127.0.0.1", host: "LOCALHOST", isAllowed: true),
    Asker(address: nil, isAllowed: false),
    Asker(address: "10.0.0.1", isAllowed: false),
    Asker(address: "127.0.0.1.example.com", isAllowed: false),
    Asker(address: "128.0.0.1", isAllowed: false),
    // A name of another site that leads here.
    Asker(address: "127.0.0.1", host: "evil.example", isAllowed: false),
    Asker(address: "127.0.0.1", host: "localhost.evil.example", isAllowed: false),
    Asker(address: "127.0.0.1", host: "127.0.0.evil", isAllowed: false),
    // A proxy on the same machine.
    Asker(address: "127.0.0.1", fields: ["X-Forwarded-For": "10.0.0.1"], isAllowed: false),
    Asker(address: "127.0.0.1", fields: ["X-Forwarded-Host": "localhost"], isAllowed: false),
    Asker(address: "127.0.0.1", fields: ["X-Forwarded-Proto": "https"], isAllowed: false),
    Asker(address: "127.0.0.1", fields: ["X-Forwarded-Port": "443"], isAllowed: false),
    Asker(address: "127.0.0.1", fields: [.forwarded: "for=10.0.0.1"], isAllowed: false),
    Asker(address: "127.0.0.1", fields: ["Via": "1.1 proxy"], isAllowed: false),
  ]

  @Test(arguments: askers) func `this machine is who asks from it, for it, with the key`(
    _ asker: Asker
  ) async throws {
    let window = try Window(access: .thisMachine)
    var fields = asker.fields
    fields[.host] = asker.host
    let address = window.inspector.address(on: "")
    let opened = await window.response(.get, address, fields, from: asker.address)
    #expect(opened.status == (asker.isAllowed ? .temporaryRedirect : .forbidden))
    #expect(opened.fields.contains(.setCookie) == asker.isAllowed)
    let key = try #require(address.split(separator: "=").last)
    let port = asker.host.split(separator: ":").last.flatMap { UInt16($0) } ?? 80
    fields[.cookie] = "inspector-\(port)=\(key)"
    let response = await window.response(.get, window.path, fields, from: asker.address)
    #expect(response.status == (asker.isAllowed ? .ok : .forbidden))
  }

  // A proxy on this machine that says nothing of itself asks as this machine does.
  @Test(arguments: pages) func `without the key this machine sees nothing`(_ rest: String)
    async throws
  {
    let window = try Window(access: .thisMachine)
    let other = try Window(access: .thisMachine).inspector.address(on: "")
    let key = try #require(other.split(separator: "=").last)
    for (query, fields) in [
      ("", [:]), ("key=", [:]), ("key=\(key)", [:]), ("", [.cookie: "inspector-80=\(key)"]),
      ("", [.cookie: "inspector-80="]),
    ] as [(String, HeaderFields)] {
      let target = window.path + rest + (rest.contains("?") ? "&" : "?") + query
      for method in [RequestMethod.get, .head, .post] {
        let response = await window.response(method, target, fields, from: "127.0.0.1")
        #expect(response.status == .forbidden, "\(method) \(target) \(fields)")
        #expect(!response.fields.contains(.setCookie))
      }
    }
  }

  @Test func `the address with the key leads to the page without it, with a cookie`() async throws {
    let window = try Window(access: .thisMachine)
    let address = window.inspector.address(on: "http://localhost:8080/")
    #expect(address.hasPrefix("http://localhost:8080/_switchyard?key="))
    let key = try #require(address.split(separator: "=").last)
    let fields: HeaderFields = [.host: "localhost:8080"]
    let target = "/_switchyard/explain?url=/books/1&key=\(key)&method=GET"
    for method in [RequestMethod.get, .head] {
      let opened = await window.response(method, target, fields, from: "127.0.0.1")
      #expect(opened.status == .temporaryRedirect)
      #expect(opened.fields[.location] == "/_switchyard/explain?url=%2Fbooks%2F1&method=GET")
      #expect(opened.fields[.cacheControl] == "no-store")
      #expect(
        opened.fields[.setCookie]
          == "inspector-8080=\(key); Path=/_switchyard; SameSite=Strict; HttpOnly"
      )
    }
    // A form is not sent by an address.
    let sent = await window.response(.post, target, fields, from: "127.0.0.1")
    #expect(sent.status == .forbidden)
    // Where no key is asked for there is none.
    #expect(try Window().inspector.address(on: "http://a") == "http://a/_switchyard")
  }

  @Test(arguments: [
    "", "/", "plain", "/a/", "/:id", "/a*", "/a{b}?", "/a b", "/ä", "/a/../b", "//a",
  ])
  func `a path that is no plain one is refused`(_ path: String) throws {
    let router = Router(.server)
    let error = #expect(throws: InspectorError.self) {
      try router.mountInspector(path, access: .thisMachine)
    }
    #expect(error?.code == .badPath)
    #expect(error?.description.contains("Write a slash and plain segments") == true)
  }

  @Test func `an inspector is mounted once`() throws {
    let inspector = RouteInspector()
    let router = Router(.server)
    try router.mountInspector(inspector, access: .thisMachine)
    let error = #expect(throws: InspectorError.self) {
      try router.mountInspector(inspector, at: "/again", access: .thisMachine)
    }
    #expect(error?.code == .mountedTwice)
  }

  @Test(arguments: ["", "/routes", "/inspector.js", "/events", "/requests/99"])
  func `all that is answered is hardened`(_ rest: String) async throws {
    let fields = try await Window().response(.get, "/_switchyard\(rest)").fields
    #expect(
      fields[.contentSecurityPolicy]
        == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
    #expect(fields["X-Content-Type-Options"] == "nosniff")
    #expect(fields["X-Frame-Options"] == "DENY")
    #expect(
      fields[.cacheControl]?.contains(rest == "/inspector.js" ? "private" : "no-store") == true
    )
  }

  static let protections: [HeaderField.Name] = [
    .contentSecurityPolicy, "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy",
    "Cross-Origin-Resource-Policy", .cacheControl,
  ]

  private static func loosen(_ router: Router) {
    router.guard("/*", observing: true) { (context: RouteContext) async in
      context.exchange?.onResponse { response in
        for name in Self.protections { response.fields[name] = "loose" }
      }
      return .allow
    }
  }

  @Test(arguments: ["", "/matrix.svg", "/inspector.js", "/requests/99"], [true, false])
  func `nothing that protects the app's own pages takes the place of what protects the inspector`(
    _ rest: String,
    _ isBefore: Bool
  ) async throws {
    let own = try await Window().page(rest).fields
    let window = try Window { _ in
    } _: { router in
      if isBefore { Self.loosen(router) }
      Window.site(router)
    }
    if !isBefore { Self.loosen(window.router) }
    let fields = try await window.page(rest).fields
    for name in Self.protections {
      #expect(fields[name] == own[name] && own[name] != nil, "\(name)")
    }
    #expect(try await window.get("/login").fields[.contentSecurityPolicy] == "loose")
    let policy = fields[.contentSecurityPolicy]
    #expect(policy?.hasPrefix("default-src 'none'; style-src ") == (rest == "/matrix.svg"))
  }

  @Test(arguments: [(ResponseStatus.notFound, 404), (ResponseStatus(code: 100), 500)])
  func `what middleware sees last is what is answered, whatever guards in front change`(
    _ status: ResponseStatus,
    _ code: Int
  ) async throws {
    let seen = Locked<[Int]>([])
    let window = try Window { _ in
    } _: { router in
      router.guard("/*", observing: true) { (context: RouteContext) async in
        context.exchange?.onResponse { response in
          if response.status == .forbidden { response.status = status }
        }
        return .allow
      }
      router.use { request, next in
        request.exchange.onFinalResponse { response in
          let code = response.status.code
          seen.withLock { $0.append(code) }
        }
        return try await next()
      }
      router.get("/secret") { _ -> ServerResponse in throw ResponseError(.forbidden) }
    }
    #expect(try await window.get("/secret").code == code)
    #expect(seen.withLock { $0 } == [code])
  }

  static let origins: [(HeaderFields, Bool)] = [
    ([:], false), (["Origin": "https://evil.example"], false), (["Origin": "null"], false),
    (["Sec-Fetch-Site": "cross-site"], false), (["Sec-Fetch-Site": "same-site"], false),
    (["Sec-Fetch-Site": "none"], false),
    (["Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"], false),
    (["Origin": "http://localhost"], true), (["Sec-Fetch-Site": "same-origin"], true),
  ]

  @Test(arguments: origins) func `what is sent from elsewhere does nothing`(
    _ fields: HeaderFields,
    _ isOwn: Bool
  ) async throws {
    let asked = Locked(0)
    let window = try Window { _ in
    } _: { router in
      router.guard("/*", name: "counting") { _ in
        asked.withLock { $0 += 1 }
        return .allow
      }
      router.get("/") { _ in .text("home") }
    }
    let before = asked.withLock { $0 }
    let answer = try await window.post("/explain", ["url": "/", "as": "nobody"], fields)
    #expect(answer.code == (isOwn ? 200 : 403))
    // The guard stands before the inspector as well.
    #expect(asked.withLock { $0 } - before == (isOwn ? 2 : 1))
  }

  @Test(arguments: ["", "/matrix.svg", "/explain?url=/", "/inspector.js", "/events"])
  func `no page of another site has anything drawn`(_ rest: String) async throws {
    let window = try Window()
    let cases = [
      ("cross-site", "image", 403), ("cross-site", "iframe", 403), ("cross-site", "empty", 403),
      ("cross-site", "document", 200), ("same-origin", "image", 200), ("none", "document", 200),
    ]
    for (site, destination, code) in cases {
      let fields: HeaderFields = ["Sec-Fetch-Site": site, "Sec-Fetch-Dest": destination]
      let response = await window.response(.get, window.path + rest, fields)
      #expect(response.status.code == code, "\(site) \(destination)")
    }
  }

  @Test func `its routes declare who may come, and stand behind their guard`() throws {
    var configuration = Router.Configuration.server
    configuration.access = .declared
    for access in [InspectorAccess.thisMachine, .everybody("a test")] {
      let router = Router(configuration)
      try router.mountInspector("/_switchyard", access: access)
      let findings = router.validate(allExceptPublic: true).findings
      #expect(findings.allSatisfy { $0.severity == .note }, "\(findings.map(\.message))")
    }
  }

  @Test func `under declared access its pages open`() async throws {
    var configuration = Router.Configuration.server
    configuration.access = .declared
    let router = Router(configuration)
    try router.mountInspector("/_switchyard", access: .allowing { _ in true })
    let responder = try RouteResponder(router: router)
    #expect(await responder.respond(to: RequestHead(.get, "/_switchyard")).status == .ok)
  }
}
