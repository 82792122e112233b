#if PostgreSQL
  internal import PostgresConnections

  /// The statements of the store; times are milliseconds since 1970.
  ///
  /// Each is a transaction of its own.
  enum SessionStatements {
    /// The channel of hints.
    static let channel = "switchyard_sessions"

    static let all = [load, insert, update, touch, remove, clear, sweep]

    static let load = PostgresStatement(
      "load",
      [.bytes, .integer],
      "SELECT version, expiry, bytes FROM switchyard_sessions WHERE key = $1 AND expiry > $2"
    )

    /// A session that there is not: in the place of one that has expired, if there is one.
    static let insert = PostgresStatement(
      "insert",
      [.bytes, .integer, .bytes, .integer],
      """
      INSERT INTO switchyard_sessions AS old (key, expiry, bytes, version)
      VALUES ($1, $2, $3, \(SessionSchema.nextVersion))
      ON CONFLICT (key) DO UPDATE SET version = \(SessionSchema.version(after: "old.version")),
      expiry = excluded.expiry, bytes = excluded.bytes
      WHERE old.expiry <= $4
      RETURNING version
      """
    )

    /// A session at the version that is expected, with its key of now.
    ///
    /// The row of a refused write is not looked for in the same statement: that took an eighth more
    /// of each write that wins.
    static let update = PostgresStatement(
      "update",
      [.bytes, .integer, .bytes, .integer, .integer, .bytes],
      """
      UPDATE switchyard_sessions
      SET version = \(SessionSchema.version(after: "version")),
      expiry = $2, bytes = $3, key = $6
      WHERE key = $1 AND expiry > $4 AND version = $5
      RETURNING version
      """
    )

    static let touch = PostgresStatement(
      "touch",
      [.bytes, .integer, .integer],
      """
      UPDATE switchyard_sessions SET expiry = $2
      WHERE key = $1 AND expiry > $3 AND expiry < $2
      """
    )

    static let remove = PostgresStatement(
      "remove",
      [.bytes],
      "DELETE FROM switchyard_sessions WHERE key = $1 RETURNING version"
    )

    /// A session that has expired, whose key another is to have.
    static let clear = PostgresStatement(
      "clear",
      [.bytes, .integer],
      "DELETE FROM switchyard_sessions WHERE key = $1 AND expiry <= $2 RETURNING version"
    )

    /// Those of the next rows that have expired, and the last key that was looked at.
    ///
    /// A row that somebody is writing is left for the next time.
    static let sweep = PostgresStatement(
      "sweep",
      [.bytes, .integer],
      """
      WITH slice AS
      (SELECT key FROM switchyard_sessions WHERE key > $1 ORDER BY key LIMIT 500),
      gone AS (DELETE FROM switchyard_sessions WHERE key IN (
      SELECT key FROM switchyard_sessions
      WHERE key IN (SELECT key FROM slice) AND expiry <= $2 FOR UPDATE SKIP LOCKED))
      SELECT key FROM slice ORDER BY key DESC LIMIT 1
      """
    )

    static let notify = PostgresStatement(
      "notify",
      [.bytes],
      "SELECT pg_notify('\(channel)', convert_from($1, 'UTF8'))"
    )
  }
#endif
