#if PostgreSQL
  import Foundation
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

  /// The events that a store has said.
  final class Events: @unchecked Sendable {
    private let lock = NSLock()
    // Touched within the lock alone.
    private var events: [PostgresSessionStore.Event] = []

    var all: [PostgresSessionStore.Event] { lock.withLock { events } }

    func add(_ event: PostgresSessionStore.Event) { lock.withLock { events.append(event) } }
  }
#endif
