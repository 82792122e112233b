import Foundation
import HTTPTestSupport
import SessionTestSupport
import SwitchyardSessions
import Testing

/// Sessions of other versions of a program, and such as somebody has changed by hand.
@Suite struct SessionVersionsTests {
  @Test func `places that the tree lacks are left out, and said`() async throws {
    let newer = Shop(tree: Shop.tree("news"))
    let older = Shop(newer.store, time: newer.time)
    try await expectFitting(newer, older)
  }

  @Test func `a note has the session and the routes`() async throws {
    let newer = Shop(tree: Shop.tree("news"))
    let notes = Notes<String>()
    let sessions = Sessions(
      in: newer.store,
      tree: Shop.tree(),
      initial: Basket(),
      onFitting: { notes.add("\($0)") }
    )
    let id = try await newer.visitor(at: "news")
    _ = try await sessions.state(of: id)
    #expect(
      notes.all == [
        "\(id.key) has places that the tree does not: /news. They are left out: another version of "
          + "the program has stored it."
      ]
    )
  }

  @Test(arguments: [
    "", "{", "[]", "null", "{\"form\":1}", "\u{0}",
    #"{"answers":[],"form":2,"history":{"present":{}},"value":{"books":[],"isSignedIn":false}}"#,
    #"{"answers":[],"form":1,"history":{"present":{}},"value":{"books":"x","isSignedIn":false}}"#,
  ])
  func `bytes that cannot be read are an error, and stay`(_ text: String) async throws {
    let shop = Shop()
    let id = SessionIdentifier.random()
    _ = try await shop.store.write(text, at: id.key, expiry: .distantFuture)
    for _ in 0..<2 {
      let error = try await #require(throws: SessionError.self) {
        try await shop.sessions.perform(id) { $0.value.books = [] }
      }
      #expect(error.code == .unreadable)
      let cause = try #require(error.cause)
      #expect(
        "\(error)" == "The \(id.key) cannot be read (\(cause)). "
          + "Run the version that has written it, or remove the session."
      )
    }
    #expect(try await shop.store.text(id.key) == text)
  }

  @Test func `sessions of this version stay readable`() async throws {
    let shop = Shop()
    let id = SessionIdentifier.random()
    let text = """
      {"answers":[{"key":"a","outcome":"[1]"}],"form":1,"history":{"future":[],"limit":10,"past":[],\
      "present":{"active":[{"parameters":{"path":[{"name":"id","value":"7"}]},"route":"/books/:id(\\\\d+)"}]}},\
      "value":{"books":[7],"isSignedIn":true}}
      """
    _ = try await shop.store.write(text, at: id.key, expiry: .distantFuture)
    let state = try #require(try await shop.sessions.state(of: id))
    #expect(state.value == Basket(books: [7], isSignedIn: true))
    #expect(state.navigation.current?.parameters.path["id"] == "7")
    #expect(try await shop.sessions.perform(id, IdempotencyKey("a")) { _ in 2 }.outcome == 1)
  }
}
