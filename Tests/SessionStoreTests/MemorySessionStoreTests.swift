import Foundation
import SessionStore
import SessionTestSupport
import Testing

@Suite(.timeLimit(.minutes(6))) struct MemorySessionStoreTests {
  @Test(arguments: StoreRule.all)
  func `it keeps the rules of stores`(_ rule: StoreRule) async throws {
    let time = TurnedTime()
    try await rule.check(MemorySessionStore { time.now }, time)
  }

  @Test func `it is full at its limit until sessions have expired`() async throws {
    let time = TurnedTime()
    let store = MemorySessionStore(limit: 3) { time.now }
    let keys = (0..<4).map { _ in SessionIdentifier.random().key }
    for key in keys.prefix(3) { _ = try await store.write("1", at: key, expiry: time.after(10)) }
    let error = await #expect(throws: SessionStoreError.self) {
      try await store.write("1", at: keys[3], expiry: time.after(10))
    }
    #expect(error?.code == .full)
    let record = try #require(try await store.load(keys[0]))
    _ = try await store.write("2", at: keys[0], expecting: record.version, expiry: time.after(20))
    time.advance(by: 10)
    _ = try await store.write("1", at: keys[3], expiry: time.after(10))
    #expect(try await store.text(keys[0]) == "2")
  }

  @Test func `it holds so many bytes until sessions have expired`() async throws {
    let time = TurnedTime()
    let store = MemorySessionStore(byteLimit: 100) { time.now }
    let keys = (0..<3).map { _ in SessionIdentifier.random().key }
    let text = String(repeating: "a", count: 40)
    let first = try await store.write(text, at: keys[0], expiry: time.after(10))
    let second = try await store.write(text, at: keys[1], expiry: time.after(20))
    for attempt in 0..<2 {
      let error = await #expect(throws: SessionStoreError.self) {
        let old = attempt == 0
        let key = old ? keys[0] : keys[2]
        _ = try await store.write(
          text + text,
          at: key,
          expecting: old ? first : nil,
          expiry: time.after(10)
        )
      }
      #expect(error?.code == .full)
    }
    // What is refused changes nothing, and one that is as large as before has room.
    #expect(try await store.text(keys[0]) == text)
    _ = try await store.write(text, at: keys[1], expecting: second, expiry: time.after(20))
    time.advance(by: 10)
    _ = try await store.write(text, at: keys[2], expiry: time.after(10))
    try await store.remove(keys[1])
    _ = try await store.write(text, at: keys[0], expiry: time.after(10))
  }

  @Test func `its changes end with it`() async throws {
    var store: MemorySessionStore? = MemorySessionStore()
    let changes = await store?.changes()
    store = nil
    for await _ in try #require(changes) {}
  }
}
