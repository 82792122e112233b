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

    /// Deletes all that have expired.
    ///
    /// It rests for as long as a batch took, up to a second: other servers do the same.
    static func run(
      over connection: PostgresConnection,
      _ time: Date
    ) async throws(PostgresFailure) {
      var start: [UInt8] = []
      while !Task.isCancelled {
        let begin = ContinuousClock.now
        let values: [PostgresValue] = [.bytes(start), .integer(time.milliseconds)]
        guard let last = try await connection.run(SessionStatements.sweep, values).first else {
          return
        }
        start = last.bytes(0)
        try? await Task.sleep(for: min(ContinuousClock.now - begin, .seconds(1)))
      }
    }
  }
#endif
