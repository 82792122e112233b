import Foundation
import SessionStore
import Testing

extension StoreRule {
  static let versions = [
    StoreRule("what is stored is loaded") { store, time in
      let key = SessionIdentifier.random().key
      let expiry = time.after(60)
      for bytes in [[], [0], Array(0...255), Array(repeating: 7, count: 100_000)] as [[UInt8]] {
        let before = try await store.load(key)
        let write = try await store.store(
          bytes,
          at: key,
          expecting: before?.version,
          expiry: expiry
        )
        let record = try #require(try await store.load(key))
        #expect(write == .stored(record.version))
        #expect(record == SessionRecord(bytes: bytes, version: record.version, expiry: expiry))
      }
    },
    StoreRule("a session that was never stored is nil") { store, _ in
      let record = try await store.load(SessionIdentifier.random().key)
      #expect(record == nil)
    },
    StoreRule("an older version writes nothing, and learns of the newer") { store, time in
      let key = SessionIdentifier.random().key
      let first = try await store.write("1", at: key, expiry: time.after(60))
      let second = try await store.write("2", at: key, expecting: first, expiry: time.after(60))
      #expect(second > first)
      let write = try await store.store([], at: key, expecting: first, expiry: time.after(60))
      let current = try await store.load(key)
      #expect(write == .conflict(current: current))
      #expect(try await store.load(key)?.version == second)
      #expect(try await store.text(key) == "2")
    },
    StoreRule("a session that there is cannot be begun") { store, time in
      let key = SessionIdentifier.random().key
      _ = try await store.write("1", at: key, expiry: time.after(60))
      let write = try await store.store([], at: key, expecting: nil, expiry: time.after(60))
      let current = try await store.load(key)
      #expect(write == .conflict(current: current))
      #expect(try await store.text(key) == "1")
    },
    StoreRule("a session that is gone cannot be gone on with") { store, time in
      let key = SessionIdentifier.random().key
      let version = try await store.write("1", at: key, expiry: time.after(60))
      try await store.remove(key)
      let write = try await store.store([], at: key, expecting: version, expiry: time.after(60))
      #expect(write == .conflict(current: nil))
      #expect(try await store.load(key) == nil)
    },
    StoreRule("a version never comes again") { store, time in
      let key = SessionIdentifier.random().key
      let first = try await store.write("1", at: key, expiry: time.after(60))
      try await store.remove(key)
      try await store.remove(key)
      let second = try await store.write("2", at: key, expiry: time.after(60))
      #expect(second > first)
      let other = try await store.write(
        "3",
        at: SessionIdentifier.random().key,
        expiry: time.after(60)
      )
      #expect(other != second && other != first)
    },
    StoreRule("no version of the past writes, however long ago it was") { store, time in
      let key = SessionIdentifier.random().key
      let other = SessionIdentifier.random().key
      var past = [try await store.write("0", at: key, expiry: time.after(60))]
      func expectConflicts() async throws {
        let current = try await store.load(key)
        for version in past where version != current?.version {
          let write = try await store.store([], at: key, expecting: version, expiry: time.after(60))
          #expect(write == .conflict(current: current))
          let renewal = try await store.renew(
            key,
            as: other,
            [],
            expecting: version,
            expiry: time.after(60)
          )
          #expect(renewal == .conflict(current: current))
        }
        #expect(try await store.load(key) == current)
        #expect(try await store.load(other) == nil)
      }
      for count in 1...3 {
        past.append(
          try await store.write("\(count)", at: key, expecting: past.last, expiry: time.after(60))
        )
        try await expectConflicts()
      }
      try await store.remove(key)
      try await expectConflicts()
      past.append(try await store.write("4", at: key, expiry: time.after(10)))
      try await expectConflicts()
      time.advance(by: 10)
      try await expectConflicts()
      // A clock that was set back: what has expired may be there again, at its version.
      time.advance(by: -10)
      try await expectConflicts()
      past.append(
        try await store.write("5", at: key, expecting: past.last, expiry: time.after(60))
      )
      try await expectConflicts()
    },
    StoreRule("a renewed session has its new key alone") { store, time in
      let (old, new) = (SessionIdentifier.random().key, SessionIdentifier.random().key)
      let first = try await store.write("1", at: old, expiry: time.after(60))
      _ = try await store.renew(old, as: new, "2", expecting: first, expiry: time.after(60))
      let second = try await store.renew(
        old,
        as: SessionIdentifier.random().key,
        [],
        expecting: first,
        expiry: time.after(60)
      )
      #expect(second == .conflict(current: nil))
    },
    StoreRule("no session is renewed over another") { store, time in
      let (key, other) = (SessionIdentifier.random().key, SessionIdentifier.random().key)
      let version = try await store.write("1", at: key, expiry: time.after(60))
      let kept = try await store.write("2", at: other, expiry: time.after(60))
      let write = try await store.renew(
        key,
        as: other,
        Array("3".utf8),
        expecting: version,
        expiry: time.after(60)
      )
      let current = try await store.load(key)
      #expect(current?.version == version)
      #expect(write == .conflict(current: current))
      #expect(try await store.text(other) == "2")
      #expect(try await store.load(other)?.version == kept)
    },
    StoreRule("an older version renews nothing") { store, time in
      let (old, new) = (SessionIdentifier.random().key, SessionIdentifier.random().key)
      let first = try await store.write("1", at: old, expiry: time.after(60))
      _ = try await store.write("2", at: old, expecting: first, expiry: time.after(60))
      let write = try await store.renew(old, as: new, [], expecting: first, expiry: time.after(60))
      let current = try await store.load(old)
      #expect(write == .conflict(current: current))
      #expect(try await store.text(old) == "2")
      #expect(try await store.load(new) == nil)
    },
    StoreRule("of many writes at once each is counted") { store, time in
      let key = SessionIdentifier.random().key
      _ = try await store.write("0", at: key, expiry: time.after(60))
      try await withThrowingTaskGroup { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<10 { try await increment(key, in: store, expiry: time.after(60)) }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await store.text(key) == "80")
    },
  ]

  private static func increment(
    _ key: SessionKey,
    in store: any VersionedSessionStore,
    expiry: Date
  ) async throws {
    var record = try #require(try await store.load(key))
    while true {
      let count = try #require(Int(String(decoding: record.bytes, as: UTF8.self)))
      let write = try await store.store(
        Array("\(count + 1)".utf8),
        at: key,
        expecting: record.version,
        expiry: expiry
      )
      switch write {
      case .stored: return
      case .conflict(let current): record = try #require(current)
      }
    }
  }
}
