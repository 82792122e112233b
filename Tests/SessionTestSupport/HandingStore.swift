package import Foundation
package import SessionStore

/// A call of a store that reads or writes.
package enum StoreCall: Hashable, Sendable {
  case load(SessionKey)
  case store(SessionKey)
  case renew(SessionKey)
  case touch(SessionKey)
  case remove(SessionKey)
}

/// A store that hands its calls on to another one, with something before or behind.
package protocol HandingStore: VersionedSessionStore {
  var store: any VersionedSessionStore { get }

  /// Makes a call of the other store, or does not.
  func hand<Result: Sendable>(
    _ call: StoreCall,
    _ body: @Sendable () async throws(SessionStoreError) -> Result
  ) async throws(SessionStoreError) -> Result
}

extension HandingStore {
  package func load(_ key: SessionKey) async throws(SessionStoreError) -> SessionRecord? {
    try await hand(.load(key)) { [store] () async throws(SessionStoreError) in
      try await store.load(key)
    }
  }

  package func store(
    _ bytes: [UInt8],
    at key: SessionKey,
    expecting version: SessionVersion?,
    expiry: Date
  ) async throws(SessionStoreError) -> SessionWrite {
    try await hand(.store(key)) { [store] () async throws(SessionStoreError) in
      try await store.store(bytes, at: key, expecting: version, expiry: expiry)
    }
  }

  package func renew(
    _ key: SessionKey,
    as newKey: SessionKey,
    _ bytes: [UInt8],
    expecting version: SessionVersion,
    expiry: Date
  ) async throws(SessionStoreError) -> SessionWrite {
    try await hand(.renew(key)) { [store] () async throws(SessionStoreError) in
      try await store.renew(key, as: newKey, bytes, expecting: version, expiry: expiry)
    }
  }

  package func touch(_ key: SessionKey, expiry: Date) async throws(SessionStoreError) {
    try await hand(.touch(key)) { [store] () async throws(SessionStoreError) in
      try await store.touch(key, expiry: expiry)
    }
  }

  package func remove(_ key: SessionKey) async throws(SessionStoreError) {
    try await hand(.remove(key)) { [store] () async throws(SessionStoreError) in
      try await store.remove(key)
    }
  }

  package func changes() async -> AsyncStream<SessionChange> { await store.changes() }
}
