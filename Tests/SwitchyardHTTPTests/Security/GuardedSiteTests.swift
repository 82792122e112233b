import HTTPTestSupport
import RoutePatterns
import SwitchyardHTTP
import TestSupport
import Testing

/// No way of writing a target, and no method, leads a request past a guard.
@Suite struct GuardedSiteTests {
  static let policies: [(RouteTarget.SlashPolicy, RoutePattern.Options.LetterCase)] = [
    (.lenient, .sensitive), (.lenient, .insensitive), (.strict, .sensitive),
    (.strict, .insensitive),
  ]

  /// A site with handlers for the secret and for all of its neighbourhood, with a guard or without.
  private func site(
    _ slashes: RouteTarget.SlashPolicy,
    _ letterCase: RoutePattern.Options.LetterCase,
    isGuarded: Bool,
    reached: Notes<String>
  ) throws -> Site {
    try Site({ _, yard in
      yard.slashes = slashes
      yard.letterCase = letterCase
    }) { router in
      let answer: RequestHandler = { request in
        reached.add(String(request.target.path))
        return .text("reached")
      }
      router.get("/admin/secret", handler: answer)
      router.post("/admin/secret", handler: answer)
      router.any("/admin/*", handler: answer)
      router.fallback("/*", handler: answer)
      if isGuarded { router.guard("/admin{/*}?") { _ async in .deny } }
    }
  }

  @Test(arguments: 0..<policies.count)
  func `every hostile target gets an answer, and none the secret`(_ index: Int) async throws {
    let targets = try HostileTarget.all()
    let (slashes, letterCase) = Self.policies[index]
    let pattern = try RoutePattern(
      parsing: "/admin{/*}?",
      options: .init(slashes: slashes, letterCase: letterCase)
    )
    let (openly, guardedly) = (Notes<String>(), Notes<String>())
    let open = try site(slashes, letterCase, isGuarded: false, reached: openly)
    let guarded = try site(slashes, letterCase, isGuarded: true, reached: guardedly)
    var denied = 0
    for target in targets {
      for method in ["GET", "HEAD", "POST", "OPTIONS", "DELETE", "get", "TRACE"] {
        let head = RequestHead(
          method: method,
          target: target.bytes,
          fields: [.host: "localhost"]
        )
        let before = openly.all.count
        let first = await open.responder.respond(to: head)
        let second = await guarded.responder.respond(to: head)
        #expect([200, 204, 400, 404, 405, 414, 501].contains(first.status.code), "\(target)")
        guard openly.all.count > before, let path = openly.all.last else {
          #expect(first.status != .ok)
          continue
        }
        if try pattern.match(RouteTarget(path, options: .init(slashes: slashes))) != nil {
          denied += 1
          #expect(second.status == .forbidden, "\(method) \(target)")
        }
      }
    }
    #expect(denied > targets.count)
    for path in guardedly.all {
      #expect(try pattern.match(RouteTarget(path, options: .init(slashes: slashes))) == nil)
    }
    #expect(open.failures.all.isEmpty && guarded.failures.all.isEmpty)
  }

  struct Spoof: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let fields: HeaderFields
  }

  static let spoofs = [
    Spoof(testDescription: "a method in a field", fields: ["X-HTTP-Method-Override": "GET"]),
    Spoof(testDescription: "a path in a field", fields: ["X-Original-URL": "/admin/secret"]),
    Spoof(testDescription: "a path that was rewritten", fields: ["X-Rewrite-URL": "/admin/secret"]),
    Spoof(testDescription: "a mark that it was checked", fields: ["X-Middleware-Subrequest": "1"]),
    Spoof(testDescription: "a host in a field", fields: ["X-Forwarded-Host": "admin"]),
  ]

  @Test(arguments: spoofs)
  func `nothing in a field changes what is asked for`(_ spoof: Spoof) async throws {
    let reached = Notes<String>()
    let site = try site(.lenient, .sensitive, isGuarded: true, reached: reached)
    #expect(await site.respond(.get, "/admin/secret", spoof.fields).status == .forbidden)
    #expect(await site.respond(.get, "/public", spoof.fields).status == .ok)
    #expect(reached.all == ["/public"])
  }

  @Test func `a guard on a host sees the host of the request`() async throws {
    let site = try Site(routes: { router in
      router.guard("http://admin.example/*") { _ async in .deny }
      router.get("/*") { _ in .text("open") }
    })
    for (target, host, status) in [
      ("/x", "admin.example", ResponseStatus.forbidden), ("/x", "ADMIN.example:80", .forbidden),
      ("/x", "admin.example.", .forbidden), ("/x", "other.example", .ok),
      ("http://admin.example/x", "other.example", .forbidden),
      ("//admin.example/x", "other.example", .ok),
    ] {
      let head = RequestHead(.get, target, host: host)
      #expect(await site.responder.respond(to: head).status == status, "\(target) on \(host)")
    }
  }

  @Test func `a guard on an address sees it in every notation`() async throws {
    let site = try Site(routes: { router in
      router.guard("http://127.0.0.1/*") { _ async in .deny }
      router.guard("http://[::1]/*") { _ async in .deny }
      router.get("/*") { _ in .text("open") }
    })
    for (host, status) in [
      ("127.0.0.1", ResponseStatus.forbidden), ("127.1:8080", .forbidden), ("0x7f.1", .forbidden),
      ("2130706433", .forbidden), ("127.0.0.1.", .forbidden), ("[0:0::0:1]", .forbidden),
      ("[::0.0.0.1]:8080", .forbidden), ("127.0.0.2", .ok), ("[::2]", .ok), ("127.0.0.1.a", .ok),
      ("127.0.0.256", .badRequest), ("a.1", .badRequest), ("[0::0::1]", .badRequest),
      ("[::1%25lo]", .badRequest),
    ] {
      for (target, header) in [("/x", host), ("http://\(host)/x", "other.example")] {
        let head = RequestHead(.get, target, host: header)
        #expect(await site.responder.respond(to: head).status == status, "\(target) on \(header)")
      }
    }
  }
}
