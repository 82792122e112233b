import HTTPTestSupport
import SessionTestSupport
import SwitchyardFleet

@testable import SwitchyardFleet

/// A store in memory in which something else happens once, just before a record is written.
final class InterruptedStore: HandingStore {
  let store: any VersionedSessionStore
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

  func hand<Result: Sendable>(
    _ call: StoreCall,
    _ body: @Sendable () async throws(SessionStoreError) -> Result
  ) async throws(SessionStoreError) -> Result {
    if call == .store(key), times.all.isEmpty {
      times.add(true)
      do { try await other() } catch {
        throw SessionStoreError(.failed, store: "memory", reason: "\(error)")
      }
    }
    return try await body()
  }

  /// The number of times that it was asked to tell of changes.
  var toldCount: Int { told.all.count }

  func finishTelling() async { told.add(true) }
}
