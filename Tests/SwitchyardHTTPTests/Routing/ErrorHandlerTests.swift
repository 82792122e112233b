import HTTPTestSupport
import SwitchyardHTTP
import Testing

/// Functions that answer the errors of handlers.
@Suite struct ErrorHandlerTests {
  private struct Boom: Error {}
  private struct Other: Error {}

  private static func answer(_ name: String)
    -> @Sendable (ServerRequest, any Error) throws ->
    ServerResponse?
  { { _, error in error is Boom ? .text(name, status: .conflict) : nil } }

  private static func get(_ site: Site, _ target: String) async throws -> String {
    let response = await site.respond(.get, target)
    let line = try await response.text.split(separator: "\n").first ?? ""
    return "\(response.status.code) \(line)"
  }

  @Test func `it answers the errors of its part, and passes the others on`() async throws {
    let seen = Notes<String>()
    let site = try Site(routes: { router in
      router.onError("/shop/*") { request, error in
        seen.add("\(request.target.path) \(error)")
        return error is Boom ? .text("shop", status: .conflict) : nil
      }
      for path: RoutePattern in ["/shop/a", "/b"] {
        router.get(path) { _ in throw Boom() }
      }
      router.get("/shop/function", calledOn: .serverThread) { _ in throw Boom() }
      router.get("/shop/other") { _ in throw Other() }
      router.get("/shop/gone") { _ in throw ResponseError(.gone) }
      router.get("/shop/nil") { $0.query["x"] }
      router.get("/shop/well") { _ in "well" }
    })
    #expect(try await Self.get(site, "/shop/a") == "409 shop")
    #expect(try await Self.get(site, "/shop/function") == "409 shop")
    #expect(site.failures.all.isEmpty)
    #expect(try await Self.get(site, "/b") == "500 Internal Server Error")
    #expect(try await Self.get(site, "/shop/other") == "500 Internal Server Error")
    #expect(site.failures.all.count == 2)
    #expect(try await Self.get(site, "/shop/gone") == "410 Gone")
    #expect(try await Self.get(site, "/shop/nil") == "404 Not Found")
    #expect(try await Self.get(site, "/shop/well") == "200 well")
    #expect(try await Self.get(site, "/shop/nothing") == "404 Not Found")
    #expect(
      seen.all == [
        "/shop/a Boom()", "/shop/function Boom()", "/shop/other Other()", "/shop/gone 410 Gone",
        "/shop/nil 404 Not Found",
      ]
    )
  }

  @Test func `the one registered last is asked first`() async throws {
    let site = try Site(routes: { router in
      router.onError(answer: Self.answer("app"))
      router.group("/api") { api in
        api.onError { _, error in error is Other ? .text("group", status: .gone) : nil }
        api.onError("/books", methods: [.post], answer: Self.answer("post"))
        api.onError("/books", tags: ["Private"], answer: Self.answer("tags"))
        api.get("/books") { _ in throw Boom() }
        api.post("/books") { _ in throw Boom() }
        api.delete("/books", tags: ["Private"]) { _ in throw Boom() }
        api.put("/books") { _ in throw Other() }
      }
    })
    for (method, answer): (RequestMethod, String) in [
      (.get, "app"), (.post, "post"), (.delete, "tags"), (.put, "group"),
    ] {
      #expect(try await site.respond(method, "/api/books").text == answer)
    }
  }

  @Test func `an error of its own takes the place of the other`() async throws {
    let site = try Site(routes: { router in
      router.onError { _, error in
        guard error is Boom else { return nil }
        throw ResponseError(.gone, message: "from Boom")
      }
      router.onError { _, _ in throw Boom() }
      router.get("/") { _ in throw Other() }
    })
    #expect(try await site.respond(.get, "/").text == "Gone\nfrom Boom\n")
  }

  @Test func `it sees no denial, and cannot undo one`() async throws {
    let seen = Notes<String>()
    let site = try Site(routes: { router in
      router.onError { _, error in
        seen.add("\(error)")
        return .text("well")
      }
      router.guard("/a") { _ in throw Boom() }
      router.guard("/b") { _ in throw ResponseError(.unauthorized) }
      router.guard("/c") { _ in .deny }
      router.get("/:name") { _ in "never" }
    })
    #expect(try await Self.get(site, "/a") == "403 Forbidden")
    #expect(try await Self.get(site, "/b") == "401 Unauthorized")
    #expect(try await Self.get(site, "/c") == "403 Forbidden")
    #expect(seen.all.isEmpty)
  }

  @Test func `a request that was given up is no error for it`() async throws {
    let (seen, gate) = (Notes<String>(), Gate())
    let site = try Site(routes: { router in
      router.onError { _, error in
        seen.add("\(error)")
        return nil
      }
      router.get("/") { _ in
        gate.open()
        try await Task.sleep(for: .seconds(60))
        return "never"
      }
    })
    let task = Task { await site.respond(.get, "/").status.code }
    await gate.wait()
    task.cancel()
    #expect(await task.value == 499)
    #expect(seen.all.isEmpty)
  }
}
