import SessionTestSupport
import SwitchyardSessions
import Testing

@Suite struct SessionConflictTests {
  private let tricky: TrickyStore
  private let shop: Shop
  /// Another process, on the same store.
  private let other: Shop

  init() {
    let time = TurnedTime()
    let memory = MemorySessionStore { time.now }
    tricky = TrickyStore(memory)
    shop = Shop(tricky, time: time)
    other = Shop(memory, time: time)
  }

  @Test func `a step is made again on the newer state`() async throws {
    let id = try await shop.visitor()
    await tricky.play(3) { [other] _ in
      try await other.sessions.perform(id) { $0.value.books.append(0) }
    }
    var tries: [Int] = []
    let result = try await shop.sessions.perform(id) { state in
      tries.append(state.value.books.count)
      state.value.books.append(9)
      return state.value.books.count
    }
    #expect(tries == [0, 1, 2, 3])
    #expect(result.outcome == 4)
    #expect(try await other.sessions.state(of: id)?.value.books == [0, 0, 0, 9])
  }

  @Test(arguments: [false, true])
  func `after eight tries it is a conflict, and nothing is lost`(
    _ isRemembered: Bool
  ) async throws {
    let id = try await (isRemembered ? shop : other).visitor()
    // One more on the state that is remembered, which says nothing of how many others there are.
    let most = isRemembered ? 9 : 8
    await tricky.play(most) { [other] _ in
      try await other.sessions.perform(id) { $0.value.books.append(0) }
    }
    var tries = 0
    let error = await #expect(throws: SessionError.self) {
      try await shop.sessions.perform(id) { state in
        tries += 1
        state.value.books.append(9)
      }
    }
    #expect(error?.code == .conflict)
    #expect(tries == most)
    #expect(try await shop.sessions.state(of: id)?.value.books == Array(repeating: 0, count: most))
  }

  @Test func `a session that ends meanwhile is not made again`() async throws {
    let id = try await shop.visitor()
    await tricky.play(1) { [other] _ in try await other.sessions.end(id) }
    let error = await #expect(throws: SessionError.self) {
      try await shop.sessions.perform(id) { $0.value.books.append(9) }
    }
    #expect(error?.code == .ended)
    #expect(try await other.sessions.state(of: id) == nil)
  }

  @Test func `a task that is cancelled tries no more`() async throws {
    let id = try await shop.visitor()
    let shop = shop
    await tricky.play(1) { [other] _ in
      try await other.sessions.perform(id) { $0.value.books.append(0) }
      withUnsafeCurrentTask { $0?.cancel() }
    }
    let task = Task { try await shop.sessions.perform(id) { $0.value.books.append(9) } }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await other.sessions.state(of: id)?.value.books == [0])
  }

  @Test func `of steps at once each is made once`() async throws {
    let id = try await shop.visitor()
    try await withThrowingTaskGroup { group in
      for worker in 0..<4 {
        group.addTask { [shop, other] in
          for count in 0..<25 {
            let sessions = (worker % 2 == 0 ? shop : other).sessions
            // As clients do that are told to try again.
            var isMade = false
            while !isMade {
              do {
                try await sessions.perform(id) { $0.value.books.append(worker * 100 + count) }
                isMade = true
              } catch let error as SessionError where error.code == .conflict {
                continue
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let books = try #require(try await shop.sessions.state(of: id)?.value.books)
    #expect(books.count == 100)
    #expect(Set(books).count == 100)
  }
}
