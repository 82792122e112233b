#if PostgreSQL
  import Foundation
  import PostgresTestSupport
  import SessionStore
  import Testing

  @testable import SessionStorePostgres

  /// Tries until it goes, as clients do that are told to come again.
  @discardableResult
  func eventually<Value>(_ body: () async throws -> Value) async throws -> Value {
    for _ in 0..<1_200 {
      do { return try await body() } catch { try await Task.sleep(for: .milliseconds(50)) }
    }
    return try await body()
  }

  extension PostgresServer {
    /// Does something while another program has a lock of the sessions.
    func whileLocked(_ mode: String, _ body: () async throws -> Void) async throws {
      let hold = "BEGIN; LOCK TABLE switchyard_sessions IN \(mode) MODE; SELECT pg_sleep(600)"
      // Two tests that lock would else have all threads of tasks where there are two processors.
      let lock = Task { try await Self.aside { try self.sql(hold) } }
      let owner = """
        FROM pg_stat_activity WHERE query LIKE '%pg_sleep(600)%' AND pid <> pg_backend_pid()
        """
      let unlock = "SELECT count(pg_terminate_backend(pid)) \(owner)"
      defer { _ = try? sql(unlock) }
      try await becomes("1") {
        try sql(
          """
          SELECT count(*) FROM pg_locks WHERE relation = 'switchyard_sessions'::regclass
          AND granted AND pid IN (SELECT pid \(owner))
          """
        )
      }
      try await body()
      #expect(try sql(unlock) == "1")
      _ = try? await lock.value
    }
  }

  /// The events that a store has said.
  final class Events: @unchecked Sendable {
    private let lock = NSLock()
    // Touched within the lock alone.
    private var events: [PostgresSessionStore.Event] = []

    var all: [PostgresSessionStore.Event] { lock.withLock { events } }

    func add(_ event: PostgresSessionStore.Event) { lock.withLock { events.append(event) } }
  }
#endif
