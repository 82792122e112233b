import SessionTestSupport
import SwitchyardSessions
import Testing

@Suite struct IdempotencyTests {
  private static func key(_ text: String) throws -> IdempotencyKey {
    try #require(IdempotencyKey(text))
  }

  private static func order(
    _ book: Int,
    _ key: IdempotencyKey?,
    _ id: SessionIdentifier,
    in shop: Shop
  ) async throws -> SessionResult<Basket, Int> {
    try await shop.sessions.perform(id, key) { state in
      state.value.books.append(book)
      return state.value.books.count
    }
  }

  @Test func `a repeated request is answered again, and no step is made`() async throws {
    let shop = Shop()
    let id = try await shop.visitor()
    let key = try Self.key("a-1")
    #expect(try await Self.order(7, key, id, in: shop).outcome == 1)
    _ = try await Self.order(8, nil, id, in: shop)
    let again = try await Self.order(7, key, id, in: Shop(shop.store, time: shop.time))
    #expect(again.outcome == 1)
    #expect(again.isRepeated)
    #expect(again.state.value.books == [7, 8])
    #expect(try await Self.order(7, try Self.key("a-2"), id, in: shop).outcome == 3)
  }

  @Test func `a request that changes nothing is remembered, too`() async throws {
    let shop = Shop()
    let id = try await shop.visitor()
    let key = try Self.key("a")
    for isRepeated in [false, true] {
      let result = try await shop.sessions.perform(id, key) { _ in }
      #expect(result.isRepeated == isRepeated)
    }
  }

  @Test func `the last sixteen are remembered`() async throws {
    let shop = Shop()
    let id = try await shop.visitor()
    for count in 0...16 { _ = try await Self.order(count, try Self.key("k\(count)"), id, in: shop) }
    #expect(try await Self.order(1, try Self.key("k1"), id, in: shop).isRepeated)
    #expect(try await Self.order(0, try Self.key("k0"), id, in: shop).isRepeated == false)
  }

  @Test func `a request that fails is tried anew`() async throws {
    struct Refused: Error {}
    let shop = Shop()
    let id = try await shop.visitor()
    let key = try Self.key("a")
    await #expect(throws: Refused.self) {
      try await shop.sessions.perform(id, key) { _ in throw Refused() }
    }
    #expect(try await Self.order(7, key, id, in: shop).isRepeated == false)
  }

  @Test func `of one request that comes many times at once one is carried out`() async throws {
    let shop = Shop()
    let id = try await shop.visitor()
    let key = try Self.key("a")
    let outcomes = try await withThrowingTaskGroup { group in
      for book in 0..<8 { group.addTask { try await Self.order(book, key, id, in: shop) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.allSatisfy { $0.outcome == 1 })
    #expect(outcomes.count { !$0.isRepeated } == 1)
    #expect(try await shop.sessions.state(of: id)?.value.books.count == 1)
  }

  /// The write has won, and its acknowledgement was lost: the client sends the request again.
  @Test func `a write whose answer is lost is not made twice`() async throws {
    let memory = MemorySessionStore()
    let shop = Shop(memory)
    let id = try await shop.visitor()
    let key = try Self.key("a")
    let tricky = TrickyStore(memory)
    await tricky.play(1) { _ in
      _ = try await Self.order(7, key, id, in: shop)
      throw SessionStoreError(.unreachable, store: "tricky", reason: "cut")
    }
    await #expect(throws: SessionStoreError.self) {
      try await Self.order(7, key, id, in: Shop(tricky))
    }
    #expect(try await Self.order(7, key, id, in: Shop(tricky)).isRepeated)
    #expect(try await shop.sessions.state(of: id)?.value.books == [7])
  }

  @Test func `a key of another kind of request is an error`() async throws {
    let shop = Shop()
    let id = try await shop.visitor()
    let key = try Self.key("a")
    _ = try await Self.order(7, key, id, in: shop)
    let error = await #expect(throws: SessionError.self) {
      try await shop.sessions.perform(id, key) { _ in "text" }
    }
    #expect(error?.code == .otherRequest)
  }

  struct Wish: Codable {
    var book: Int
    var count = 1
  }

  @Test func `a key is good for the request that it is bound to alone`() async throws {
    let shop = Shop()
    let id = try await shop.visitor()
    let key = try Self.key("a")
    let bound = try key.bound(to: Wish(book: 7))
    _ = try await Self.order(7, bound, id, in: shop)
    #expect(try await Self.order(7, key.bound(to: Wish(book: 7)), id, in: shop).isRepeated)
    for other in [
      try key.bound(to: Wish(book: 8)), try key.bound(to: Wish(book: 7, count: 2)),
      try bound.bound(to: "and more"),
    ] {
      let error = await #expect(throws: SessionError.self) {
        try await Self.order(7, other, id, in: shop)
      }
      #expect(error?.code == .otherRequest)
      #expect(error?.responseError.status == .unprocessableContent)
    }
    #expect(try await shop.sessions.state(of: id)?.value.books == [7])
    // Whoever binds no key is answered as before.
    #expect(try await Self.order(7, key, id, in: shop).isRepeated)
  }

  @Test(arguments: ["", "a b", "ä", "a\"", String(repeating: "a", count: 65)])
  func `another text is no key`(_ text: String) { #expect(IdempotencyKey(text) == nil) }

  @Test func `drawn keys differ, and are read again`() {
    let keys = (0..<1000).map { _ in IdempotencyKey.random() }
    #expect(Set(keys).count == 1000)
    for key in keys { #expect(IdempotencyKey(key.text) == key) }
  }
}
