import Foundation
import SessionStore
import Testing

extension StoreRule {
  static let hints = [
    StoreRule("writes and removals are told, touches and loads are not") { store, time in
      let (one, two) = (SessionIdentifier.random().key, SessionIdentifier.random().key)
      var changes = await store.changes().makeAsyncIterator()
      _ = try await store.write("1", at: one, expiry: time.after(60))
      #expect(await changes.next() == .session(one))
      try await store.touch(one, expiry: time.after(90))
      _ = try await store.load(one)
      _ = try await store.write("1", at: two, expiry: time.after(60))
      #expect(await changes.next() == .session(two))
      try await store.remove(one)
      #expect(await changes.next() == .session(one))
    },
    StoreRule("a renewed session is told by its new key") { store, time in
      let (old, new) = (SessionIdentifier.random().key, SessionIdentifier.random().key)
      let version = try await store.write("1", at: old, expiry: time.after(60))
      let changes = await store.changes()
      _ = try await store.renew(old, as: new, [], expecting: version, expiry: time.after(60))
      for await change in changes where change == .session(new) { break }
    },
    StoreRule("who reads too slowly is told that anything may have changed") { store, time in
      let count = 1100
      let changes = await store.changes()
      // Hints come when they come: another reader, who does read, knows that all have been told.
      let others = await store.changes()
      let reader = Task {
        var told = 0
        for await change in others {
          told += 1
          if told == count || change == .anything { break }
        }
      }
      for _ in 0..<count {
        _ = try await store.write("", at: SessionIdentifier.random().key, expiry: time.after(60))
      }
      await reader.value
      for await change in changes where change == .anything { break }
    },
    StoreRule("each of several readers is told") { store, time in
      let key = SessionIdentifier.random().key
      let all = [await store.changes(), await store.changes()]
      _ = try await store.write("1", at: key, expiry: time.after(60))
      for changes in all {
        var changes = changes.makeAsyncIterator()
        #expect(await changes.next() == .session(key))
      }
    },
  ]
}
