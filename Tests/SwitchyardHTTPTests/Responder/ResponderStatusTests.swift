import HTTPTestSupport
@testable import SwitchyardHTTP
import Synchronization
import TestSupport
import Testing

/// What a request comes to, by the routes that there are.
@Suite struct ResponderStatusTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let method: String
    let target: String
    let status: Int
    var fields: HeaderFields = [:]

    init(_ method: String, _ target: String, _ status: Int, _ fields: HeaderFields = [:]) {
      self.method = method
      self.target = target
      self.status = status
      self.fields = fields
    }

    var testDescription: String { "\(method) \(target): \(status)" }
  }

  private static let everything = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"

  static let cases = [
    Case("GET", "/books/1", 200, ["content-type": "text/plain; charset=utf-8"]),
    Case("HEAD", "/books/1", 200, ["content-length": "6"]),
    Case("GET", "http://localhost/books/1", 200),
    Case("POST", "/books", 201),
    Case("PUT", "/books/1", 204),
    Case("PATCH", "/books/1", 202),
    Case("DELETE", "/books/1", 205),
    Case("GET", "/any", 200),
    Case("POST", "/any", 200),
    Case("OPTIONS", "/any", 200),
    Case("GET", "/nothing", 404),
    Case("HEAD", "/nothing", 404),
    Case("OPTIONS", "/nothing", 404),
    Case("GET", "/untagged", 404),
    Case("GET", "/named", 404),
    Case("POST", "/books/1", 405, ["allow": "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"]),
    Case("GET", "/books", 405, ["allow": "POST, OPTIONS"]),
    Case("HEAD", "/books", 405, ["allow": "POST, OPTIONS"]),
    Case("POST", "/api/books", 405, ["allow": "GET, HEAD, OPTIONS"]),
    Case("POST", "/api/other", 404, ["x-fallback": "yes"]),
    Case("GET", "/api/other", 404, ["x-fallback": "yes"]),
    Case("OPTIONS", "/books", 204, ["allow": "POST, OPTIONS"]),
    Case("OPTIONS", "/books/1", 204, ["allow": "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"]),
    Case("OPTIONS", "/explicit", 200),
    Case("GET", "/explicit", 405, ["allow": "OPTIONS"]),
    Case("OPTIONS", "*", 204, ["allow": everything]),
    Case("GET", "*", 400),
    Case("GET", "/moved", 307, ["location": "/login?callback=%2Fmoved"]),
    Case("GET", "/moved?a=b%20c", 307, ["location": "/login?callback=%2Fmoved%3Fa%3Db%2520c"]),
    Case("HEAD", "/moved", 307, ["location": "/login?callback=%2Fmoved"]),
    Case("POST", "/moved", 303, ["location": "/login?callback=%2Fmoved"]),
    Case("GET", "/denied", 403),
    Case("POST", "/denied", 403),
    Case("GET", "/denied/too/deep", 403),
    Case("GET", "/asks", 401, ["www-authenticate": "Basic realm=\"books\""]),
    Case("GET", "/failing/guard", 403),
    Case("GET", "/throwing/guard", 401, ["www-authenticate": "Bearer"]),
    Case("POST", "/throwing/guard", 401, ["www-authenticate": "Bearer"]),
    Case("GET", "/throwing/plain", 401, ["www-authenticate": "Bearer"]),
    Case("GET", "/old/1", 200),
    Case("POST", "/old/1", 405, ["allow": "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"]),
    Case("GET", "/throws", 500),
    Case("GET", "/throws/status", 418, ["x-pot": "tea"]),
    Case("GET", "/throws/proxy", 500),
    Case("GET", "/silent", 500),
    Case("GET", "/closure", 200),
    Case("TRACE", "/books/1", 405),
    // No route answers it, not even one for all methods: a success would be a tunnel.
    Case("CONNECT", "/books/1", 501),
    Case("CONNECT", "/any", 501),
    Case("CONNECT", "/nothing", 501),
    Case("CONNECT", "localhost:80", 501),
    Case("BREW", "/books/1", 405, ["allow": "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"]),
    Case("get", "/books/1", 405),
    Case("BREW", "/nothing", 404),
    Case("HTTP", "/any", 200),
    Case("BREW", "/any", 200),
    Case("BREW", "/api/other", 404, ["x-fallback": "yes"]),
    Case("PROPFIND", "/api/shelf", 207),
    Case("QUERY", "/api/shelf", 200),
    Case("LINK", "/api/shelf", 405, ["allow": "PROPFIND, QUERY, OPTIONS"]),
    Case("propfind", "/api/shelf", 405, ["allow": "PROPFIND, QUERY, OPTIONS"]),
    Case("GET", "/api/shelf", 405, ["allow": "PROPFIND, QUERY, OPTIONS"]),
    Case("OPTIONS", "/api/shelf", 204, ["allow": "PROPFIND, QUERY, OPTIONS"]),
    Case("PROPFIND", "/api/books", 405, ["allow": "GET, HEAD, OPTIONS"]),
    Case("method(GET)", "/any", 400),
    Case("GE T", "/any", 400),
    Case("", "/any", 400),
    Case("GET", "books/1", 400),
    Case("GET", "/books/%zz", 400),
    Case("GET", "/../books/1", 400),
    Case("GET", "/books/1#top", 400),
    Case("GET", "ftp://localhost/books/1", 400),
    Case("GET", "", 400),
  ]

  private func site() throws -> Site {
    try Site(routes: { router in
      router.get("/books/:id") { request in .text("Book \(request.parameters["id"] ?? "")") }
      router.post("/books") { _ in ServerResponse(.created) }
      router.put("/books/:id") { _ in ServerResponse(.noContent) }
      router.patch("/books/:id") { _ in ServerResponse(.accepted) }
      router.delete("/books/:id") { _ in ServerResponse(.resetContent) }
      router.any("/any") { _ in .text("any") }
      router.map("/untagged") { (_: RouteContext) async throws in }
      router.map("/named", tags: ["GET", "get", ".method(GET)"]) { (_: RouteContext) async throws in
      }
      router.get("/api/books") { _ in .text("books") }
      router.on("PROPFIND", "/api/shelf") { _ in
        ServerResponse(ResponseStatus(code: 207, reason: "Multi-Status"))
      }
      router.on("QUERY", "/api/shelf", calledOn: .serverThread) { _ in .text("found") }
      router.fallback("/api/*") { _ in
        ServerResponse(.notFound, fields: ["X-Fallback": "yes"])
      }
      router.map("/explicit", tags: [.method(.options)]) { context, completed in
        context.exchange?.respond(with: .text("mine"))
        completed()
      }
      router.any("/moved") { _ in .text("never") }
      router.guard("/moved") { context async in
        .redirect("/login", query: ["callback": context.target.pathAndQuery])
      }
      router.get("/denied") { _ in .text("never") }
      router.guard("/denied/*") { _ async in .deny }
      router.get("/asks") { _ in .text("never") }
      router.guard("/asks") { context async in
        context.deny(
          with: ServerResponse(.unauthorized, fields: [.wwwAuthenticate: "Basic realm=\"books\""])
        )
      }
      router.guard("/failing/guard") { _ async throws in throw Inside() }
      router.guard("/throwing/guard") { _ async throws in
        throw ResponseError(.unauthorized, fields: [.wwwAuthenticate: "Bearer"])
      }
      router.guard("/throwing/plain") { (_: RouteContext) throws -> GuardVerdict in
        throw ResponseError(.unauthorized, fields: [.wwwAuthenticate: "Bearer"])
      }
      router.any("/throwing/*") { _ in .text("never") }
      router.proxy("/old/:id") { (context: RouteContext) async throws in
        .commit("/books/\(context.parameters["id"] ?? "")", payload: "something else")
      }
      router.get("/throws") { _ in throw Inside() }
      router.get("/throws/status") { _ in
        throw ResponseError(
          ResponseStatus(code: 418, reason: "I'm a teapot"),
          fields: ["X-Pot": "tea"]
        )
      }
      router.proxy("/throws/proxy") { (_: RouteContext) async throws in throw Inside() }
      router.map("/silent", tags: [.method(.get)]) { (_: RouteContext) async throws in }
      router.map("/closure", tags: [.method(.get)]) { context, completed in
        context.exchange?.respond(with: .text("closed"))
        completed()
      }
    })
  }

  @Test(arguments: cases)
  func `each request gets the status that is its due`(_ row: Case) async throws {
    let response = try await site().respond(method: row.method, row.target)
    #expect(response.status.code == row.status)
    for field in row.fields { #expect(response.fields[field.name] == field.value) }
    let body = try await response.text
    #expect(!body.contains("hunter2") && !body.contains(".swift"))
    if row.method == "HEAD" { #expect(body.isEmpty) }
    if row.status >= 400, row.method != "HEAD", row.target != "/asks",
      row.fields["x-fallback"] == nil
    {
      #expect(body.hasPrefix(response.status.reason))
    }
  }

  @Test func `what went wrong inside is told to the program`() async throws {
    let site = try site()
    for target in ["/throws", "/throws/proxy", "/silent"] { _ = await site.respond(.get, target) }
    let told = site.failures.all.map { "\($0)" }
    #expect(told.count == 3)
    let id = site.failures.all[0].requestID ?? ""
    #expect(told[0].hasPrefix("GET /throws (\(id)): 500 Internal Server Error. Opening "))
    #expect(told[0].contains("hunter2"))
    #expect(told[2].contains("The handler has ended without a response."))
  }

  @Test func `what a handler throws to answer with is no failure`() async throws {
    let site = try site()
    _ = await site.respond(.get, "/throws/status")
    #expect(site.failures.all.isEmpty)
  }

  @Test func `what a guard throws to answer with is no fault, and denies whatever it says`()
    async throws
  {
    let faults = Notes<RouterFault>()
    let site = try Site({ _, yard in yard.onFault = { faults.add($0) } }) { router in
      router.guard("/:status") { context async throws in
        throw ResponseError(
          ResponseStatus(code: context.parameters["status", as: Int.self] ?? 0),
          message: "Not today."
        )
      }
      router.any("/*") { _ in .text("never") }
    }
    for status in [200, 401, 403, 429, 500] {
      let response = await site.respond(.get, "/\(status)")
      #expect(response.status.code == status)
      #expect(try await response.text.hasSuffix("\nNot today.\n"))
    }
    #expect(site.failures.all.isEmpty && faults.all.isEmpty)
    #expect(await site.respond(.get, "/101").status == .internalServerError)
  }

  @Test func `a serial router is refused`() {
    let error = #expect(throws: RouteResponderError.self) { try RouteResponder(router: Router()) }
    #expect(error?.description.contains("Router(.server)") == true)
  }

  @Test func `a handler that takes too long is answered for`() async throws {
    let site = try Site({ _, yard in yard.handlerTimeLimit = .milliseconds(20) }) { router in
      router.get("/slow") { _ in
        try await Task.sleep(for: .seconds(600))
        return .text("late")
      }
      router.get("/slow/proxy") { _ in .text("never") }
      router.proxy("/slow/proxy") { (_: RouteContext) async throws in
        try await Task.sleep(for: .seconds(600))
        return .pass
      }
    }
    #expect(await site.respond(.get, "/slow").status == .gatewayTimeout)
    #expect(await site.respond(.get, "/slow/proxy").status == .gatewayTimeout)
  }

  @Test func `a loop of commits fails`() async throws {
    let site = try Site(routes: { router in
      router.proxy("/a") { (_: RouteContext) async throws in .commit("/b") }
      router.guard("/b") { _ async in .redirect("/a") }
    })
    #expect(await site.respond(.get, "/a").status == .temporaryRedirect)
  }

  @Test func `no more requests are under way than are allowed`() async throws {
    let (arrived, leave) = (Gate(), Gate())
    let site = try Site({ configuration, _ in configuration.exchangeLimit = 1 }) { router in
      router.get("/waits") { _ in
        arrived.open()
        await leave.wait()
        return .text("done")
      }
    }
    async let first = site.respond(.get, "/waits")
    await arrived.wait()
    let second = await site.respond(.get, "/waits")
    #expect(second.status == .serviceUnavailable)
    #expect(second.fields[.retryAfter] == "1")
    leave.open()
    #expect(await first.status == .ok)
    // The thread that has answered may be about to let go of the request.
    let responder = site.responder
    #expect(await becomesTrue { responder.underWay.load(ordering: .relaxed) == 0 })
    #expect(await site.respond(.get, "/waits").status == .ok)
  }
}
