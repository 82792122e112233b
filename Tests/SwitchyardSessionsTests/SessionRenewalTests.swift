import SessionTestSupport
import SwitchyardSessions
import Testing

@Suite struct SessionRenewalTests {
  private static func signIn(
    _ id: SessionIdentifier,
    in shop: Shop
  ) async throws -> SessionResult<Basket, Int> {
    try await shop.sessions.renew(id) { state in
      state.value.isSignedIn = true
      return state.value.books.count
    }
  }

  @Test func `whoever has planted an identifier knows nothing after the sign-in`() async throws {
    let shop = Shop()
    let planted = try await shop.visitor(at: "books/7")
    let result = try await Self.signIn(planted, in: shop)
    #expect(result.id != planted)
    #expect(try await shop.sessions.state(of: planted) == nil)
    let state = try #require(try await shop.sessions.state(of: result.id))
    #expect(state.value.isSignedIn)
    #expect(state.navigation.current?.parameters.path["id"] == "7")
  }

  @Test func `a step that is quicker is not lost`() async throws {
    let memory = MemorySessionStore()
    let tricky = TrickyStore(memory)
    let (shop, other) = (Shop(tricky), Shop(memory))
    let id = try await other.visitor()
    await tricky.play(2) { _ in
      try await other.sessions.perform(id) { $0.value.books.append(1) }
    }
    let result = try await Self.signIn(id, in: shop)
    #expect(result.outcome == 2)
    #expect(try await other.sessions.state(of: result.id)?.value.books == [1, 1])
  }

  @Test func `of two sign-ins at once one has the session`() async throws {
    let memory = MemorySessionStore()
    let tricky = TrickyStore(memory)
    let (shop, other) = (Shop(tricky), Shop(memory))
    let id = try await other.visitor()
    await tricky.play(1) { _ in _ = try await Self.signIn(id, in: other) }
    let error = await #expect(throws: SessionError.self) { try await Self.signIn(id, in: shop) }
    #expect(error?.code == .ended)
  }

  @Test func `a step that changes nothing renews all the same`() async throws {
    let shop = Shop()
    let id = try await shop.visitor()
    let result = try await shop.sessions.renew(id) { _ in 1 }
    #expect(result.id != id)
    #expect(try await shop.sessions.state(of: id) == nil)
    #expect(try await shop.sessions.state(of: result.id) != nil)
  }

  private static func lossyShop() -> (shop: Shop, store: TrickyStore) {
    let time = TurnedTime()
    let store = TrickyStore(MemorySessionStore { time.now })
    return (Shop(store, time: time), store)
  }

  @Test(arguments: 0...2)
  func `a sign-in that is made goes on where the store's answer is lost`(
    _ failingLoads: Int
  ) async throws {
    let (shop, store) = Self.lossyShop()
    let id = try await shop.visitor()
    await store.loseAnswer(failingLoads: failingLoads)
    let result = try await Self.signIn(id, in: shop)
    #expect(result.id != id)
    #expect(await store.loads == failingLoads + 1)
    #expect(try await shop.sessions.state(of: id) == nil)
    // The version is that of the store: the next step is a write alone.
    let (loads, writes) = (await store.loads, await store.writes)
    try await shop.sessions.perform(result.id) { $0.value.books = [1] }
    #expect(await store.loads == loads)
    #expect(await store.writes == writes + 1)
    let state = try await shop.sessions.state(of: result.id)
    #expect(state?.value == Basket(books: [1], isSignedIn: true))
  }

  @Test func `a sign-in of which the store cannot tell throws the first error`() async throws {
    let (shop, store) = Self.lossyShop()
    let id = try await shop.visitor()
    await store.loseAnswer(failingLoads: 3)
    let error = await #expect(throws: SessionStoreError.self) {
      try await Self.signIn(id, in: shop)
    }
    #expect(error?.code == .unreachable)
    #expect(await store.loads == 3)
  }

  @Test func `a sign-in that is not made throws, and the session stays`() async throws {
    let (shop, store) = Self.lossyShop()
    let id = try await shop.visitor()
    await store.play(1) { _ in
      throw SessionStoreError(.full, store: "tricky", reason: "no room")
    }
    let error = await #expect(throws: SessionStoreError.self) {
      try await Self.signIn(id, in: shop)
    }
    #expect(error?.code == .full)
    #expect(await store.loads == 3)
    let result = try await Self.signIn(id, in: shop)
    #expect(try await shop.sessions.state(of: result.id)?.value.isSignedIn == true)
  }
}
