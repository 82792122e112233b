import Foundation
import HTTPTestSupport
import SwitchyardFleet

@testable import SwitchyardFleet

/// A store in memory in which something else happens once, just before a record is written.
final class InterruptedStore: VersionedSessionStore {
  private let store: MemorySessionStore
  private let key: SessionKey
  private let other: @Sendable () async throws -> Void
  private let times = Notes<Bool>()
  private let told = Notes<Bool>()

  init(
    _ store: MemorySessionStore,
    before record: String,
    _ other: @escaping @Sendable () async throws -> Void
  ) {
    self.store = store
    key = RouteSource(in: store).key(record)
    self.other = other
  }

  func load(_ key: SessionKey) async throws(SessionStoreError) -> SessionRecord? {
    try await store.load(key)
  }

  func store(
    _ bytes: [UInt8],
    at key: SessionKey,
    expecting version: SessionVersion?,
    expiry: Date
  ) async throws(SessionStoreError) -> SessionWrite {
    if key == self.key, times.all.isEmpty {
      times.add(true)
      do { try await other() } catch {
        throw SessionStoreError(.failed, store: "memory", reason: "\(error)")
      }
    }
    return try await store.store(bytes, at: key, expecting: version, expiry: expiry)
  }

  func renew(
    _ key: SessionKey,
    as newKey: SessionKey,
    _ bytes: [UInt8],
    expecting version: SessionVersion,
    expiry: Date
  ) async throws(SessionStoreError) -> SessionWrite {
    try await store.renew(key, as: newKey, bytes, expecting: version, expiry: expiry)
  }

  func touch(_ key: SessionKey, expiry: Date) async throws(SessionStoreError) {
    try await store.touch(key, expiry: expiry)
  }

  func remove(_ key: SessionKey) async throws(SessionStoreError) { try await store.remove(key) }

  /// The number of times that it was asked to tell of changes.
  var toldCount: Int { told.all.count }

  func finishTelling() async { told.add(true) }

  func changes() async -> AsyncStream<SessionChange> { await store.changes() }
}
