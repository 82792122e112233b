import CBareSQLite
import Foundation

/// A file of sessions, by bare calls of SQLite: the tables and statements of the store, and nothing around them.
final class BareFile {
  private var database: OpaquePointer?
  private var load: OpaquePointer?
  private var store: OpaquePointer?

  /// Opens a file that a store has made.
  init(_ path: String) {
    guard sqlite3_open(path, &database) == SQLITE_OK else { fatalError("no \(path)") }
    sqlite3_exec(database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", nil, nil, nil)
    load = prepare(
      "SELECT version, expiry, bytes FROM sessions WHERE key = ?1 AND expiry > ?2"
    )
    store = prepare(
      """
      UPDATE OR IGNORE sessions
      SET version = max((SELECT max(version) FROM sessions) + 1, ?5),
        expiry = ?2, bytes = ?3, key = ?7
      WHERE key = ?1 AND expiry > ?4 AND version = ?6
      RETURNING version
      """
    )
  }

  private func prepare(_ text: String) -> OpaquePointer? {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(database, text, -1, &statement, nil) == SQLITE_OK else {
      fatalError(String(cString: sqlite3_errmsg(database)))
    }
    return statement
  }

  /// Loads a session and stores it again.
  func step(_ key: [UInt8], _ bytes: [UInt8]) {
    let now = Int64(Date().timeIntervalSince1970 * 1000)
    let version = cbaresqlite_step(load, store, key, bytes, Int32(bytes.count), now, now + 600_000)
    precondition(version > 0)
  }

  /// Stores a session that is at a version.
  /// - Returns: the next one.
  func store(_ key: [UInt8], _ bytes: [UInt8], _ version: Int64) -> Int64 {
    let now = Int64(Date().timeIntervalSince1970 * 1000)
    let next = cbaresqlite_store(
      store,
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
