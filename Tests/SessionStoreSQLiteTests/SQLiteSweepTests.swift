import Foundation
import SessionStore
import SessionTestSupport
import Testing

@testable import SessionStoreSQLite

@Suite struct SQLiteSweepTests {
  private let file: SessionFile
  private let time = TurnedTime()

  init() throws { file = try SessionFile() }

  private func rows() throws -> Int64? {
    try SQLiteConnection(path: file.path).run("SELECT count(*) FROM sessions") { $0.integer(0) }
      .first
  }

  @Test func `sessions that are gone for a while are deleted, in all batches`() async throws {
    let store = SQLiteSessionStore(path: file.path) { [time] in time.now }
    let kept = SessionIdentifier.random().key
    _ = try await store.write("kept", at: kept, expiry: time.after(1000))
    for count in 0..<1700 {
      let key = SessionIdentifier.random().key
      _ = try await store.write("\(count)", at: key, expiry: time.after(10))
      if count % 10 == 0 { try await store.remove(key) }
    }
    let last = SessionIdentifier.random().key
    let version = try await store.write("last", at: last, expiry: time.after(10))
    time.advance(by: 69)
    try await store.sweep()
    #expect(try rows() == 1702 - 170)
    time.advance(by: 1)
    try await store.sweep()
    // The last keeps its number from being used again.
    #expect(try rows() == 2)
    #expect(try await store.text(kept) == "kept")
    #expect(try await store.load(last) == nil)
    // As where the clock is set back: it says nothing of what was before.
    time.advance(by: -100_000)
    let next = try await store.write("next", at: .init(hashing: "next"), expiry: time.after(10))
    #expect(next.rawValue == version.rawValue + 1)
  }

  /// As where the process of the reader was stopped meanwhile.
  @Test func `a removal that is swept before a reader looks is told all the same`() async throws {
    let options = SQLiteSessionStore.Options(changeInterval: .seconds(3))
    let reader = SQLiteSessionStore(path: file.path, options: options) { [time] in time.now }
    let writer = SQLiteSessionStore(path: file.path) { [time] in time.now }
    let (first, removed) = (SessionIdentifier.random().key, SessionIdentifier.random().key)
    _ = try await writer.write("1", at: removed, expiry: time.after(1000))
    var changes = await reader.changes().makeAsyncIterator()
    _ = try await writer.write("2", at: first, expiry: time.after(1000))
    // It has just looked, and does so again after the interval.
    #expect(await changes.next() == .session(first))
    try await writer.remove(removed)
    // The row of the last write is never swept.
    _ = try await writer.write("3", at: .init(hashing: "last"), expiry: time.after(1000))
    time.advance(by: 61)
    try await writer.sweep()
    let change = await changes.next()
    #expect(change == .session(removed) || change == .anything)
    withExtendedLifetime(reader) {}
  }

  @Test func `it is done in the background`() async throws {
    let options = SQLiteSessionStore.Options(sweepInterval: .milliseconds(5))
    let store = SQLiteSessionStore(path: file.path, options: options) { [time] in time.now }
    for _ in 0..<3 {
      _ = try await store.write("1", at: SessionIdentifier.random().key, expiry: time.after(10))
    }
    time.advance(by: 100)
    for _ in 0..<1000 {
      if try rows() == 1 { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("rows are left")
  }
}
