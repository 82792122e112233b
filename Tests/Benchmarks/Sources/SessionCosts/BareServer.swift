#if PostgreSQL
  import CBarePostgres
  import Foundation

  /// Sessions in PostgreSQL, by bare calls of libpq that wait for each answer: the statements of the store, and nothing
  /// around them.
  ///
  /// A write that is refused brings no row here.
  final class BareServer {
    private let connection: OpaquePointer?

    /// Connects to a database in which a store has made its tables.
    init(_ address: String, _ commit: String) {
      connection = PQconnectdb(address)
      run(PQexec(connection, "SET synchronous_commit = \(commit)"))
      run(
        PQprepare(
          connection,
          "load",
          "SELECT version, expiry, bytes FROM switchyard_sessions WHERE key = $1 AND expiry > $2",
          0,
          nil
        )
      )
      run(
        PQprepare(
          connection,
          "update",
          """
          UPDATE switchyard_sessions SET version = greatest(version + 1,
          ((((extract(epoch FROM clock_timestamp()) * 1000)::bigint - 1577836800000) << 22)
          | (nextval('switchyard_sessions_version') & 4194303))),
          expiry = $2, bytes = $3, key = $6
          WHERE key = $1 AND expiry > $4 AND version = $5
          RETURNING version
          """,
          0,
          nil
        )
      )
    }

    private func run(_ result: OpaquePointer?) {
      guard PQresultStatus(result) == PGRES_COMMAND_OK else {
        fatalError(String(cString: PQerrorMessage(connection)))
      }
      PQclear(result)
    }

    /// Loads a session and stores it again.
    func step(_ key: [UInt8], _ bytes: [UInt8]) {
      let now = Int64(Date().timeIntervalSince1970 * 1000)
      let version = cbarepostgres_step(
        connection,
        key,
        bytes,
        Int32(bytes.count),
        now,
        now + 600_000
      )
      precondition(version > 0)
    }

    /// Stores a session that is at a version.
    /// - Returns: the next one.
    func store(_ key: [UInt8], _ bytes: [UInt8], _ version: Int64) -> Int64 {
      let now = Int64(Date().timeIntervalSince1970 * 1000)
      let next = cbarepostgres_store(
        connection,
        key,
        bytes,
        Int32(bytes.count),
        now,
        now + 600_000,
        version
      )
      precondition(next > 0)
      return next
    }
  }
#endif
