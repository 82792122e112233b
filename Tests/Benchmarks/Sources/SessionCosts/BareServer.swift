#if PostgreSQL
  import CBarePostgres
  import Foundation

  /// Sessions in PostgreSQL, by bare calls of libpq: the statements of the store, and nothing around them.
  ///
  /// The calls wait for each answer on their thread. Those that are awaited are the least that a task can do without
  /// that: they send, and a thread that waits for this one socket lets the task go on.
  ///
  /// A write that is refused brings no row here.
  final class BareServer: @unchecked Sendable {
    private let connection: OpaquePointer?
    private let lock = NSLock()
    private var waiting: UnsafeContinuation<OpaquePointer?, Never>?
    private var result: OpaquePointer?

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
      let now = Self.milliseconds
      send(cbarepostgres_send_load(connection, key, now))
      let version = cbarepostgres_loaded(cbarepostgres_wait(connection))
      precondition(store(key, bytes, version) > 0)
    }

    /// Stores a session that is at a version.
    /// - Returns: the next one.
    func store(_ key: [UInt8], _ bytes: [UInt8], _ version: Int64) -> Int64 {
      let (now, count) = (Self.milliseconds, Int32(bytes.count))
      send(cbarepostgres_send_store(connection, key, bytes, count, now, now + 600_000, version))
      let next = cbarepostgres_stored(cbarepostgres_wait(connection))
      precondition(next > 0)
      return next
    }

    /// Loads a session and stores it again, while no thread of tasks waits.
    func awaitedStep(_ key: [UInt8], _ bytes: [UInt8]) async {
      let (now, count) = (Self.milliseconds, Int32(bytes.count))
      let found = await answer { cbarepostgres_send_load($0, key, now) }
      let version = cbarepostgres_loaded(found)
      let stored = await answer {
        cbarepostgres_send_store($0, key, bytes, count, now, now + 600_000, version)
      }
      precondition(cbarepostgres_stored(stored) > 0)
    }

    private static var milliseconds: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

    // MARK: - Answers that are awaited

    /// Awaits the answer to what a closure sends.
    private func answer(_ send: (OpaquePointer?) -> Int32) async -> OpaquePointer? {
      await withUnsafeContinuation { continuation in
        lock.withLock {
          waiting = continuation
          self.send(send(connection))
        }
      }
    }

    /// Receives answers on the thread that calls, which has nothing else to do.
    func receive() {
      var socket = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
      while poll(&socket, 1, -1) > 0 { lock.withLock { takeAnswer() } }
    }

    private func takeAnswer() {
      guard PQconsumeInput(connection) == 1 else { fatalError("the connection is lost") }
      while PQisBusy(connection) == 0 {
        guard let next = PQgetResult(connection) else {
          waiting?.resume(returning: result)
          return waiting = nil
        }
        result = next
      }
    }

    private func send(_ code: Int32) {
      guard code == 1 else { fatalError(String(cString: PQerrorMessage(connection))) }
    }
  }
#endif
