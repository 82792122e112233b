import HTTPTestSupport
import SwitchyardSessions
import Testing

/// Keys that are bound to the bytes of a body.
@Suite struct IdempotencyBodyTests {
  @Test func `a key is bound to the bytes of a body`() throws {
    let key = try #require(IdempotencyKey("a"))
    let bound = key.bound(toBody: Array("one".utf8))
    #expect(bound == key.bound(toBody: "one".utf8))
    #expect(bound.text == "a")
    for other in [
      key, key.bound(toBody: "".utf8), key.bound(toBody: "two".utf8),
      bound.bound(toBody: "one".utf8), try key.bound(to: "target").bound(toBody: "one".utf8),
    ] {
      #expect(other != bound)
    }
  }

  /// The example of the article "Keeping state".
  @Test func `a request is repeated with its own body alone`() async throws {
    let shop = Shop()
    let id = try await shop.visitor()
    let site = try Site(routes: { router in
      router.post("/orders") { request in
        let body = try await request.body.collect(upTo: 10_000)
        let key = try request.idempotencyKey?.bound(toBody: body)
        let result = try await shop.sessions.perform(id, key) { state in
          state.value.books.append(body.count)
          return state.value.books.count
        }
        return .text("\(result.outcome)")
      }
    })
    func answer(_ body: String) async -> ServerResponse {
      await site.respond(.post, "/orders", ["Idempotency-Key": "a"], body: Array(body.utf8))
    }
    #expect(try await answer("[1,2]").text == "1")
    #expect(try await answer("[1,2]").text == "1")
    #expect(await answer("[2,1]").status == .unprocessableContent)
    #expect(try await shop.sessions.state(of: id)?.value.books == [5])
  }
}
