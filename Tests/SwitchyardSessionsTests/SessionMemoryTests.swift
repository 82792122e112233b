import Foundation
import HTTPTestSupport
import SessionTestSupport
import Testing

@testable import SwitchyardSessions

/// Steps on states that a server remembers: they count only where the store has the same.
@Suite struct SessionMemoryTests {
  private let time = TurnedTime()
  private let tricky: TrickyStore
  private let shop: Shop
  /// Another server, on the same store.
  private let other: Shop

  init() {
    let time = time
    let memory = MemorySessionStore { time.now }
    tricky = TrickyStore(memory)
    shop = Shop(tricky, time: time)
    other = Shop(memory, time: time)
  }

  /// The loads and writes that calls make.
  private func calls(_ body: () async throws -> Void) async rethrows -> [Int] {
    let before = await [tricky.loads, tricky.writes, tricky.touches]
    try await body()
    let after = await [tricky.loads, tricky.writes, tricky.touches]
    return zip(after, before).map { $0 - $1 }
  }

  @Test func `a step on a state that is remembered is one write`() async throws {
    let id = try await shop.visitor()
    for count in 1...3 {
      let calls = try await calls {
        let result = try await shop.sessions.perform(id) { state in
          state.value.books.append(count)
          return state.value.books
        }
        #expect(result.outcome == Array(1...count))
      }
      #expect(calls == [0, 1, 0])
    }
    #expect(try await other.sessions.state(of: id)?.value.books == [1, 2, 3])
  }

  @Test func `a limit of 0 turns it off`() async throws {
    let shop = Shop(tricky, rememberedLimit: 0, time: time)
    let id = try await shop.visitor()
    let calls = try await calls { try await shop.sessions.perform(id) { $0.value.books = [1] } }
    #expect(calls == [1, 1, 0])
  }

  @Test func `what another server has stored is learnt with the refusal`() async throws {
    let id = try await shop.visitor()
    try await other.sessions.perform(id) { $0.value.books = [1] }
    let calls = try await calls {
      let result = try await shop.sessions.perform(id) { state in
        state.value.books.append(2)
        return state.value.books
      }
      #expect(result.outcome == [1, 2])
    }
    #expect(calls == [0, 2, 0])
  }

  @Test func `where servers take turns no step is made in vain`() async throws {
    let id = try await shop.visitor()
    for turn in 0..<4 {
      try await other.sessions.perform(id) { $0.value.books.append(turn) }
      let steps = Notes<Int>()
      let calls = try await calls {
        try await shop.sessions.perform(id) { state in
          steps.add(turn)
          state.value.books.append(10 + turn)
        }
      }
      #expect(calls == (turn == 0 ? [0, 2, 0] : [1, 1, 0]))
      #expect(steps.all.count == (turn == 0 ? 2 : 1))
    }
    // Once nobody else has changed it, what is remembered is used again.
    for turn in 0..<3 {
      let calls = try await calls {
        try await shop.sessions.perform(id) { $0.value.books.append(turn) }
      }
      #expect(calls == (turn == 0 ? [1, 1, 0] : [0, 1, 0]))
    }
  }

  @Test func `nothing is told of a state that is remembered`() async throws {
    let id = try await shop.visitor()
    for count in 1...2 {
      try await other.sessions.perform(id) { $0.value.books.append(count) }
      let calls = try await calls {
        let isRead = count == 1
        let state =
          isRead
          ? try await shop.sessions.state(of: id)
          : try await shop.sessions.perform(id) { _ in }.state
        #expect(state?.value.books == Array(1...count))
      }
      #expect(calls == [1, 0, 0])
    }
  }

  @Test func `a request that was answered before is answered from the store`() async throws {
    let id = try await shop.visitor()
    let key = try #require(IdempotencyKey("a"))
    func order(in shop: Shop) async throws -> SessionResult<Basket, Int> {
      try await shop.sessions.perform(id, key) { state in
        state.value.books.append(1)
        return state.value.books.count
      }
    }
    _ = try await order(in: shop)
    try await other.sessions.perform(id) { $0.value.isSignedIn = true }
    let calls = try await calls {
      let again = try await order(in: shop)
      #expect(again.isRepeated && again.state.value.isSignedIn)
    }
    #expect(calls == [1, 0, 0])
    try await other.sessions.end(id)
    let error = await #expect(throws: SessionError.self) { try await order(in: shop) }
    #expect(error?.code == .ended)
  }

  @Test func `an error of the step is one of the state that is stored`() async throws {
    struct TooMany: Error, Equatable { let count: Int }
    let id = try await shop.visitor()
    try await shop.sessions.perform(id) { $0.value.books = [1, 2] }
    func refuse(_ id: SessionIdentifier) async throws {
      try await shop.sessions.perform(id) { state in
        guard state.value.books.count < 2 else { throw TooMany(count: state.value.books.count) }
        state.value.books.append(3)
      }
    }
    await #expect(throws: TooMany(count: 2)) { try await refuse(id) }
    try await other.sessions.perform(id) { $0.value.books = [1, 2, 3] }
    await #expect(throws: TooMany(count: 3)) { try await refuse(id) }
    try await other.sessions.perform(id) { $0.value.books = [1] }
    try await refuse(id)
    #expect(try await other.sessions.state(of: id)?.value.books == [1, 3])
  }

  @Test(arguments: ["ended", "expired", "renewed"])
  func `a session that is gone is not made again`(_ end: String) async throws {
    let id = try await shop.visitor()
    switch end {
    case "ended": try await other.sessions.end(id)
    case "renewed": _ = try await other.sessions.renew(id) { $0.value.isSignedIn = true }
    default: time.advance(by: 1000)
    }
    for _ in 0..<2 {
      let error = await #expect(throws: SessionError.self) {
        try await shop.sessions.perform(id) { $0.value.books = [1] }
      }
      #expect(error?.code == .ended)
      let renewal = await #expect(throws: SessionError.self) {
        try await shop.sessions.renew(id) { $0.value.books = [1] }
      }
      #expect(renewal?.code == .ended)
      #expect(try await shop.sessions.state(of: id) == nil)
    }
  }

  @Test func `a session that is ended or renewed here is forgotten`() async throws {
    let id = try await shop.visitor()
    let renewed = try await shop.sessions.renew(id) { $0.value.isSignedIn = true }.id
    #expect(shop.sessions.remembers(id) == false)
    #expect(shop.sessions.remembers(renewed))
    try await shop.sessions.end(renewed)
    #expect(shop.sessions.remembers(renewed) == false)
    // One that another has ended is forgotten as soon as that is known.
    let other = try await shop.visitor()
    try await self.other.sessions.end(other)
    #expect(shop.sessions.remembers(other))
    #expect(try await shop.sessions.state(of: other) == nil)
    #expect(shop.sessions.remembers(other) == false)
  }

  @Test func `a session that is read lasts longer by the expiry that is stored`() async throws {
    let id = try await shop.visitor()
    time.advance(by: 150)
    try await other.sessions.perform(id) { $0.value.books = [1] }
    let calls = try await calls { try await shop.sessions.perform(id) { _ in } }
    #expect(calls == [1, 0, 0])
    time.advance(by: 150)
    let later = try await self.calls { try await shop.sessions.perform(id) { _ in } }
    #expect(later == [1, 0, 1])
  }

  @Test func `places that the tree lacks are said once they are loaded`() async throws {
    let newer = Shop(tricky, tree: Shop.tree("news"), time: time)
    let id = try await shop.visitor()
    try await newer.sessions.perform(id) { try $0.go(to: "news") }
    // Read here, and so remembered with what is left out.
    _ = try await shop.sessions.state(of: id)
    #expect(shop.notes.take().count == 1)
    try await newer.sessions.perform(id) { try $0.go(to: "today", options: .replacingHistory) }
    try await newer.sessions.perform(id) { $0.history = NavigationHistory(limit: 10) }
    try await shop.sessions.perform(id) { $0.value.books = [1] }
    #expect(shop.notes.take() == [])
  }
}

extension Sessions {
  fileprivate func remembers(_ id: SessionIdentifier) -> Bool {
    remembered.record(of: id.key) != nil
  }
}
