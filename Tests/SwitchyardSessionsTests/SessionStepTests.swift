import Foundation
import SessionTestSupport
import SwitchyardSessions
import Testing

@Suite struct SessionStepTests {
  @Test func `a step is stored, and the next one made on it`() async throws {
    let shop = Shop()
    let first = try await shop.sessions.begin { state in
      try state.go(to: "books/1")
      state.value.books = [1]
      return "begun"
    }
    #expect(first.outcome == "begun")
    #expect(!first.isRepeated)
    let second = try await shop.sessions.perform(first.id) { state in
      state.value.books.append(2)
      return state.navigation.current?.route
    }
    #expect(second.outcome == "/books/:id(\\d+)")
    #expect(second.id == first.id)
    let state = try #require(try await shop.sessions.state(of: first.id))
    #expect(state.value.books == [1, 2])
    #expect(state.navigation == first.state.navigation)
  }

  @Test func `another process goes on with a session`() async throws {
    let shop = Shop()
    let id = try await shop.visitor(at: "books/7")
    let other = Shop(shop.store, time: shop.time)
    try await other.sessions.perform(id) { try $0.go(to: "today") }
    #expect(try await shop.place(of: id) == "/today")
    // The tab is as it was left.
    try await shop.sessions.perform(id) { try $0.go(to: "books", options: .junctionsOnly) }
    #expect(try await other.place(of: id) == "/books/:id(\\d+)")
  }

  @Test func `the history has its limit`() async throws {
    let shop = Shop(historyLimit: 2)
    let id = try await shop.visitor()
    for count in 1...5 {
      try await shop.sessions.perform(id) { try $0.go(to: "books/\(count)") }
    }
    let state = try #require(try await shop.sessions.state(of: id))
    #expect(state.history.past.count == 2)
    #expect(state.navigation.current?.parameters.path["id"] == "5")
  }

  @Test func `an error of the step changes nothing`() async throws {
    struct Refused: Error {}
    let shop = Shop()
    let id = try await shop.visitor()
    let before = try await shop.store.load(id.key)
    await #expect(throws: Refused.self) {
      try await shop.sessions.perform(id) { state in
        state.value.books = [1]
        throw Refused()
      }
    }
    await #expect(throws: NavigationError.self) {
      try await shop.sessions.perform(id) { try $0.go(to: "nowhere") }
    }
    #expect(try await shop.store.load(id.key) == before)
  }

  @Test func `a step that changes nothing writes nothing`() async throws {
    let store = TrickyStore(MemorySessionStore())
    let shop = Shop(store)
    let id = try await shop.visitor()
    let writes = await store.writes
    for _ in 0..<3 { try await shop.sessions.perform(id) { try $0.go(to: "books") } }
    #expect(try await shop.sessions.state(of: id) != nil)
    #expect(await store.writes == writes)
    #expect(await store.touches == 0)
  }

  @Test func `a session that is only read lasts longer, written when a tenth has gone`()
    async throws
  {
    let time = TurnedTime()
    let store = TrickyStore(MemorySessionStore { time.now })
    let shop = Shop(store, time: time)
    let id = try await shop.visitor()
    for _ in 0..<30 {
      time.advance(by: 60)
      #expect(try await shop.sessions.state(of: id) != nil)
    }
    #expect(await store.touches == 15)
    time.advance(by: 1000)
    #expect(try await shop.sessions.state(of: id) == nil)
  }

  @Test func `what is only read is there though the session cannot last longer`() async throws {
    let time = TurnedTime()
    let store = TrickyStore(MemorySessionStore { time.now })
    for limit in [0, 10_000] {
      let shop = Shop(store, rememberedLimit: limit, time: time)
      let id = try await shop.visitor()
      await store.failTouches()
      time.advance(by: 600)
      #expect(try await shop.sessions.state(of: id) != nil)
      let result = try await shop.sessions.perform(id) { $0.value.books.count }
      #expect(result.outcome == 0)
      #expect(try await shop.place(of: id) == "/books")
      time.advance(by: 600)
      #expect(try await shop.sessions.state(of: id) == nil)
    }
    #expect(await store.touches > 0)
  }

  @Test func `a session that there is not is an error, and is not made`() async throws {
    let shop = Shop()
    let id = SessionIdentifier.random()
    let error = await #expect(throws: SessionError.self) {
      try await shop.sessions.perform(id) { $0.value.books = [1] }
    }
    #expect(error?.code == .ended)
    #expect(try await shop.store.load(id.key) == nil)
    let ended = try await shop.visitor()
    try await shop.sessions.end(ended)
    #expect(try await shop.sessions.state(of: ended) == nil)
  }

  @Test func `a session has its limit`() async throws {
    let shop = Shop(sizeLimit: 2000)
    let id = try await shop.visitor()
    let error = await #expect(throws: SessionError.self) {
      try await shop.sessions.perform(id) { $0.value.books = Array(0..<1000) }
    }
    #expect(error?.code == .tooLarge)
    let text = try #require(error?.description)
    #expect(text.hasPrefix("The \(id.key) has grown too large ("))
    #expect(text.contains(" bytes, of at most 2000). Keep large data elsewhere, or raise "))
    #expect(try await shop.sessions.state(of: id)?.value.books == [])
    await #expect(throws: SessionError.self) {
      try await shop.sessions.begin { $0.value.books = Array(0..<1000) }
    }
  }

  /// As where the limit was lowered, or another version of the app codes the same in more bytes.
  @Test(arguments: [0, 10_000])
  func `a session beyond the limit of now is read and made smaller, and does not grow`(
    _ rememberedLimit: Int
  ) async throws {
    let before = Shop()
    let id = try await before.sessions.begin { $0.value.books = Array(100..<500) }.id
    let shop = Shop(
      before.store,
      sizeLimit: 1000,
      rememberedLimit: rememberedLimit,
      time: before.time
    )
    func expectTooLarge(_ books: Int) async throws {
      let error = await #expect(throws: SessionError.self) {
        try await shop.sessions.perform(id) { $0.value.books.append(100) }
      }
      #expect(error?.code == .tooLarge)
      #expect(try await shop.sessions.state(of: id)?.value.books.count == books)
      #expect(try await shop.sessions.perform(id) { $0.value.books.count }.outcome == books)
    }
    try await expectTooLarge(400)
    try await shop.sessions.perform(id) { $0.value.books[0] = 999 }
    try await shop.sessions.perform(id) { $0.value.books.removeLast(100) }
    // What it has become is the limit now, and at last that of all.
    try await expectTooLarge(300)
    try await shop.sessions.perform(id) { $0.value.books = [] }
    try await shop.sessions.perform(id) { $0.value.books.append(100) }
    #expect(try await shop.sessions.state(of: id)?.value.books == [100])
  }
}
