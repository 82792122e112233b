import SwitchyardHTTP
import Testing

@Suite struct FirstTests {
  @Test func `a get map answers`() async throws {
    let router = Router(.server)
    router.get("/books/:id") { request in .text("Book \(request.parameters["id"] ?? "")") }
    let responder = try HTTPResponder(router: router)
    let response = await responder.respond(to: HTTPRequestHead(.get, "/books/1"))
    #expect(response.status == .ok)
    #expect(try await response.body.collect() == Array("Book 1".utf8))
  }
}
