import HTTPTestSupport
import SwitchyardHTTP
import Testing

/// Values that handlers of requests do not go on without.
@Suite struct RequestValueTests {
  private struct User: Sendable { let name: String }
  private enum Token: RouteContextKey { typealias Value = String }

  private static func greet(_ request: ServerRequest) throws -> ServerResponse {
    .text("Hello \(try request.require(User.self).name)\(try request.require(Token.self))")
  }

  @Test func `a guard's value is there, and without it the answer is 500 with a fault`()
    async throws
  {
    let site = try Site(routes: { router in
      router.guard("/desk", methods: [.get]) { context async in
        context[User.self] = User(name: "Ada")
        context[Token.self] = "!"
        return .allow
      }
      router.any("/desk") { request in try Self.greet(request) }
      router.proxy("/old", tags: ["HTTP"]) { (context: RouteContext) async throws in
        .commit("/open")
      }
      router.guard("/old") { context async in
        context[User.self] = User(name: "Ada")
        return .allow
      }
      router.get("/open") { request in try Self.greet(request) }
    })
    #expect(try await site.respond(.get, "/desk").text == "Hello Ada!")
    #expect(site.failures.all.isEmpty)
    for (method, target) in [(RequestMethod.post, "/desk"), (.get, "/open"), (.get, "/old")] {
      let response = await site.respond(method, target)
      #expect(response.status == .internalServerError, "\(target)")
      let fault = try #require(site.failures.take().first)
      #expect("\(fault)".contains("has set a value of User"))
      #expect("\(fault)".contains("RequestValueTests.swift:"))
      #expect(fault.route?.pattern.text == (target == "/desk" ? "/desk" : "/open"))
    }
  }

  @Test func `the request of a test is given its values`() async throws {
    let request = try ServerRequest(.get, "/desk/7", parameters: ["id": "7"])
    #expect(throws: ContextValueError.self) { try Self.greet(request) }
    let given = request.giving(User(name: "Ada")).giving("?", for: Token.self)
    #expect(try await Self.greet(given).text == "Hello Ada?")
    #expect(given.parameters["id"] == "7")
    #expect(throws: ContextValueError.self) { try Self.greet(request) }
    do {
      _ = try Self.greet(request)
    } catch let error as ContextValueError {
      #expect(
        "\(error)" == "The request of the test has no value of User. Make it one with `giving(_:)`."
      )
    }
  }
}
