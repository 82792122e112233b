import Foundation
import SwitchyardSessions

/// A store before whose writes something happens, as if others were quicker.
actor TrickyStore: VersionedSessionStore {
  let store: any VersionedSessionStore
  private var tricks: [@Sendable (SessionKey) async throws -> Void] = []
  private(set) var loads = 0
  private(set) var writes = 0
  private(set) var touches = 0

  init(_ store: any VersionedSessionStore) { self.store = store }

  /// Plays tricks before the next writes, one before each.
  func play(_ count: Int, _ trick: @escaping @Sendable (SessionKey) async throws -> Void) {
    tricks += Array(repeating: trick, count: count)
  }

  /// Forgets the tricks that are left.
  func playNone() { tricks = [] }

  private func playNext(_ key: SessionKey) async throws(SessionStoreError) {
    writes += 1
    guard !tricks.isEmpty else { return }
    let trick = tricks.removeFirst()
    do {
      try await trick(key)
    } catch {
      throw error as? SessionStoreError
        ?? SessionStoreError(.failed, store: "tricky", reason: "\(error)")
    }
  }

  func load(_ key: SessionKey) async throws(SessionStoreError) -> SessionRecord? {
    loads += 1
    return try await store.load(key)
  }

  func store(
    _ bytes: [UInt8],
    at key: SessionKey,
    expecting version: SessionVersion?,
    expiry: Date
  ) async throws(SessionStoreError) -> SessionWrite {
    try await playNext(key)
    return try await store.store(bytes, at: key, expecting: version, expiry: expiry)
  }

  func renew(
    _ key: SessionKey,
    as newKey: SessionKey,
    _ bytes: [UInt8],
    expecting version: SessionVersion,
    expiry: Date
  ) async throws(SessionStoreError) -> SessionWrite {
    try await playNext(key)
    return try await store.renew(key, as: newKey, bytes, expecting: version, expiry: expiry)
  }

  func touch(_ key: SessionKey, expiry: Date) async throws(SessionStoreError) {
    touches += 1
    try await store.touch(key, expiry: expiry)
  }

  func remove(_ key: SessionKey) async throws(SessionStoreError) { try await store.remove(key) }

  func changes() async -> AsyncStream<SessionChange> { await store.changes() }
}
