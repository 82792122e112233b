import HTTPTestSupport
import SwitchyardHTTP
import Testing

/// Requests that are made to test a handler, without a router.
@Suite struct GivenRequestTests {
  private static let showBook: RequestHandler = { request in
    guard let id = request.parameters["id", as: Int.self] else { throw ResponseError(.notFound) }
    let text = try await request.body.text()
    return .text("\(request.method) \(id) \(request.query["page"] ?? "-") \(text)")
  }

  @Test func `a handler is called without a router`() async throws {
    let request = try ServerRequest(
      .post,
      "/books/42?page=7&id=1",
      parameters: ["id": "42"],
      fields: [.cookie: "session=open", .host: "books.example"],
      body: Array("text".utf8)
    )
    #expect(try await Self.showBook(request).text == "POST 42 7 text")
    #expect(request.target.path == "/books/42")
    #expect(request.cookies["session"] == "open")
    #expect(request.fields[.host] == "books.example")
    #expect(request.context == nil)
  }

  @Test func `without parameters those of the query are read`() async throws {
    let request = try ServerRequest("QUERY", "/books?id=3")
    #expect(try await Self.showBook(request).text == "QUERY 3 - ")
    await #expect(throws: ResponseError.self) {
      try await Self.showBook(try ServerRequest(.get, "/books"))
    }
  }

  @Test func `a text that is no target makes none`() {
    #expect(throws: RouteTargetError.self) { try ServerRequest(.get, "/%zz") }
  }

  @Test func `what is set in its exchange goes nowhere`() throws {
    let request = try ServerRequest(.get, "/")
    request.exchange.onResponse { $0.fields[.allow] = "GET" }
    #expect(request.exchange.respond(with: .text("once")))
    #expect(!request.exchange.respond(with: .text("twice")))
  }
}
