#if PostgreSQL
  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif
  internal import PostgresConnections
  internal import SessionStore

  /// The deletion of sessions that have expired, in batches between which others are served.
  enum SessionSweep {
    /// Deletes from time to time; what is wrong with the server is told to those who write.
    static func task(
      over connection: PostgresConnection,
      every interval: Duration,
      _ now: @escaping @Sendable () -> Date
    ) -> Task<Void, Never> {
      Task {
        while (try? await Task.sleep(for: interval)) != nil {
          try? await run(over: connection, now())
        }
      }
    }

    static func run(
      over connection: PostgresConnection,
      _ time: Date
    ) async throws(PostgresFailure) {
      var start: [UInt8] = []
      while !Task.isCancelled {
        let values: [PostgresValue] = [.bytes(start), .integer(time.milliseconds)]
        guard let last = try await connection.run(SessionStatements.sweep, values).first else {
          return
        }
        start = last.bytes(0)
      }
    }
  }
#endif
