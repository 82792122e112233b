import Foundation
import HTTPTestSupport
import PostgresTestSupport
import SessionStore
import SessionStoreSQLite
import SessionTestSupport
import SwitchyardSessions
import TestSupport
import Testing

#if PostgreSQL
  import SessionStorePostgres
#endif

/// Deployments that differ, and rows that somebody has changed by hand, in the stores that servers share.
@Suite(.postgresWhereInstalled) struct SharedStoreTests {
  /// A kind of store, and what makes one store for each server.
  enum Kind: CaseIterable, Sendable {
    case sqlite
    #if PostgreSQL
      case postgres
    #endif
  }

  static let kinds = Kind.allCases.filter { $0 == .sqlite || PostgresServer.isInstalled }

  private func stores(
    _ kind: Kind,
    _ time: TurnedTime
  ) throws -> @Sendable () -> any VersionedSessionStore {
    switch kind {
    case .sqlite:
      let file = try SessionFile()
      return { SQLiteSessionStore(path: file.path) { time.now } }
    #if PostgreSQL
      case .postgres:
        let server = try #require(PostgresTrait.current)
        return { PostgresSessionStore(server.address(), now: { time.now }, onEvent: { _ in }) }
    #endif
    }
  }

  @Test(arguments: kinds)
  func `two deployments with different trees share a session`(_ kind: Kind) async throws {
    let time = TurnedTime()
    let store = try stores(kind, time)
    let newer = Shop(store(), tree: Shop.tree("news"), time: time)
    let older = Shop(store(), time: time)
    let id = try await expectFitting(newer, older)
    try await newer.sessions.perform(id) { try $0.go(to: "news") }
    #expect(try await newer.place(of: id) == "/news")
    #expect(newer.notes.all == [])
  }

  @Test(arguments: kinds)
  func `a session whose row is changed by hand is an error, and stays as it is`(
    _ kind: Kind
  ) async throws {
    let time = TurnedTime()
    let store = try stores(kind, time)
    let shop = Shop(store(), time: time)
    let (id, other) = (try await shop.visitor(), try await shop.visitor())
    let bytes = Array("no state".utf8)
    let version = try #require(try await shop.store.load(id.key)).version
    _ = try await store().store(bytes, at: id.key, expecting: version, expiry: time.after(1000))
    let error = await #expect(throws: SessionError.self) {
      try await shop.sessions.perform(id) { $0.value.books = [] }
    }
    #expect(error?.code == .unreadable)
    #expect(try await store().load(id.key)?.bytes == bytes)
    try await shop.sessions.perform(other) { try $0.go(to: "today") }
    #expect(try await shop.place(of: other) == "/today")
  }
}
