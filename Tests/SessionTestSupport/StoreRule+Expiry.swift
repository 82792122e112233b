import Foundation
import SessionStore
import Testing

extension StoreRule {
  static let expiries = [
    StoreRule("an expired session is gone for all") { store, time in
      let key = SessionIdentifier.random().key
      let version = try await store.write("1", at: key, expiry: time.after(10))
      time.advance(by: 9.9)
      #expect(try await store.text(key) == "1")
      time.advance(by: 0.1)
      #expect(try await store.load(key) == nil)
      let write = try await store.store([], at: key, expecting: version, expiry: time.after(10))
      #expect(write == .conflict(current: nil))
      try await store.touch(key, expiry: time.after(10))
      #expect(try await store.load(key) == nil)
      let next = try await store.write("2", at: key, expiry: time.after(10))
      #expect(next > version)
      #expect(try await store.text(key) == "2")
    },
    StoreRule("a touch lets a session last longer, at the same version") { store, time in
      let key = SessionIdentifier.random().key
      let version = try await store.write("1", at: key, expiry: time.after(10))
      try await store.touch(key, expiry: time.after(20))
      time.advance(by: 15)
      #expect(try await store.load(key)?.version == version)
      try await store.touch(key, expiry: time.after(1))
      time.advance(by: 4)
      #expect(try await store.text(key) == "1")
      time.advance(by: 1)
      #expect(try await store.load(key) == nil)
    },
    StoreRule("a removed session stays gone when the clock is set back") { store, time in
      let key = SessionIdentifier.random().key
      _ = try await store.write("1", at: key, expiry: time.after(10))
      try await store.remove(key)
      time.advance(by: -100_000)
      #expect(try await store.load(key) == nil)
    },
    StoreRule("a session is renewed under the key of one that is gone") { store, time in
      for isRemoved in [false, true] {
        let (key, other) = (SessionIdentifier.random().key, SessionIdentifier.random().key)
        let version = try await store.write("1", at: key, expiry: time.after(60))
        let gone = try await store.write("2", at: other, expiry: time.after(10))
        if isRemoved { try await store.remove(other) } else { time.advance(by: 10) }
        let expiry = time.after(60)
        let renewed = try await store.renew(key, as: other, "3", expecting: version, expiry: expiry)
        #expect(renewed > gone)
      }
    },
    StoreRule("a session of the far future stays") { store, time in
      let key = SessionIdentifier.random().key
      _ = try await store.write("1", at: key, expiry: .distantFuture)
      time.advance(by: 1_000_000_000)
      #expect(try await store.text(key) == "1")
    },
  ]
}
