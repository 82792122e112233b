/// The statements of the store; times are milliseconds since 1970.
///
/// Each is a transaction of its own. One row stays for a session that was removed, with a negative
/// expiry, until others have seen that it changed.
enum SessionStatements {
  static let load = "SELECT version, expiry, bytes FROM sessions WHERE key = ?1 AND expiry > ?2"

  /// A session that there is not: in the place of one that has expired or was removed.
  static let insert = """
    INSERT INTO sessions (version, key, expiry, bytes)
    SELECT max(ifnull(max(version), 0) + 1, ?5), ?1, ?2, ?3 FROM sessions WHERE true
    ON CONFLICT (key) DO UPDATE
    SET version = excluded.version, expiry = excluded.expiry, bytes = excluded.bytes
    WHERE sessions.expiry <= ?4
    RETURNING version
    """

  /// A session at the version that is expected, with its key of now: in the place of one that has
  /// expired or was removed, and unless another has it.
  static let update = """
    UPDATE OR REPLACE sessions
    SET version = max((SELECT max(version) FROM sessions) + 1, ?5),
      expiry = ?2, bytes = ?3, key = ?7
    WHERE key = ?1 AND expiry > ?4 AND version = ?6
    AND (?7 = ?1 OR NOT EXISTS (SELECT 1 FROM sessions WHERE key = ?7 AND expiry > ?4))
    RETURNING version
    """

  static let touch =
    "UPDATE sessions SET expiry = ?2 WHERE key = ?1 AND expiry > ?3 AND expiry < ?2"

  static let remove = """
    UPDATE sessions
    SET version = max((SELECT max(version) FROM sessions) + 1, ?3), expiry = -?2, bytes = x''
    WHERE key = ?1 AND expiry > 0
    """

  /// Tells whether another connection has written.
  static let dataVersion = "PRAGMA data_version"

  static let lastVersion = "SELECT ifnull(max(version), 0) FROM sessions"

  static let changes = "SELECT version, key FROM sessions WHERE version > ?1 ORDER BY version"

  /// The end of the next rows to look through.
  static let slice = """
    SELECT ifnull(max(version), 0) FROM
    (SELECT version FROM sessions WHERE version > ?1 ORDER BY version LIMIT 500)
    """

  /// The rows of a slice that are gone for long enough.
  ///
  /// The last of all keeps its number from being used again.
  static let sweep = """
    DELETE FROM sessions WHERE version > ?1 AND version <= ?2 AND abs(expiry) <= ?3
    AND version < (SELECT max(version) FROM sessions)
    """
}
