import SessionTestSupport
import SwitchyardFleet
import Testing

@testable import SwitchyardFleet

/// A store in memory that is locked whenever it is called by a task that is cancelled, which would
/// not wait: as a file of SQLite may be.
private struct LockedStore: HandingStore {
  let store: any VersionedSessionStore

  func hand<Result: Sendable>(
    _ call: StoreCall,
    _ body: @Sendable () async throws(SessionStoreError) -> Result
  ) async throws(SessionStoreError) -> Result {
    guard !Task.isCancelled else {
      throw SessionStoreError(.busy, store: "memory", reason: "a test")
    }
    return try await body()
  }
}

/// Servers that take their leave.
@Suite(.timeLimit(.minutes(6))) struct LeavingTests {
  /// Else a publisher waits for it until its last answer counts no more.
  @Test func `a server takes its leave though its store is locked at that moment`() async throws {
    let store = MemorySessionStore()
    let source = RouteSource(in: store)
    let stand = Stand()
    let following = Task {
      try await stand.shared.follow(RouteSource(in: LockedStore(store: store)), as: "web")
    }
    try await Fleet.wait("the server") { try await !source.state().0.servers.isEmpty }
    let server = try #require(try await source.state().0.holder(of: "web"))
    following.cancel()
    try await following.value
    #expect(try await source.state().0.servers.isEmpty)
    #expect(try await source.load(RouteSource.server(server)) == nil)
  }
}
