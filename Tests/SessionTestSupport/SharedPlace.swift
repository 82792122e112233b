import Foundation
package import SessionStore
import Testing

/// Expects that of the steps that several stores make in one session at once none is lost.
package func expectEachWriteCounts(_ stores: [any VersionedSessionStore]) async throws {
  let key = SessionIdentifier.random().key
  _ = try await stores[0].write("0", at: key, expiry: .now + 600)
  try await withThrowingTaskGroup { group in
    for store in stores {
      group.addTask {
        var done = 0
        while done < 50 {
          let record = try #require(try await store.load(key))
          let count = Int(String(decoding: record.bytes, as: UTF8.self)) ?? -1000
          let write = try await store.store(
            Array("\(count + 1)".utf8),
            at: key,
            expecting: record.version,
            expiry: .now + 600
          )
          if case .stored = write { done += 1 }
        }
      }
    }
    try await group.waitForAll()
  }
  #expect(try await stores[0].text(key) == "\(stores.count * 50)")
}

/// Expects that what one store writes another of the same place loads, and conflicts with.
package func expectOneSession(
  of one: any VersionedSessionStore,
  and two: any VersionedSessionStore
) async throws {
  let key = SessionIdentifier.random().key
  let version = try await one.write("1", at: key, expiry: .now + 600)
  #expect(try await two.text(key) == "1")
  _ = try await two.write("2", at: key, expecting: version, expiry: .now + 600)
  let write = try await one.store([], at: key, expecting: version, expiry: .now + 600)
  let current = try await two.load(key)
  #expect(write == .conflict(current: current))
}
