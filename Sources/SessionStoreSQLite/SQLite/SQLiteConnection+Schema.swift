internal import CSQLite3

extension SQLiteConnection {
  /// The number of the tables' form, which the file has as its `user_version`.
  static let schema: Int64 = 1

  /// Sets up the connection, and makes the tables of a new file.
  ///
  /// Several processes may do it at once: each step is one that another has already done, or fails
  /// as busy and is made again.
  func prepare(_ options: SQLiteSessionStore.Options) throws(SQLiteFailure) {
    // First of all: a file of another kind is left as it is.
    let isThere = try hasTables()
    let mode = try run("PRAGMA journal_mode = WAL") { $0.text(0) }.first ?? ""
    guard mode == "wal" else {
      throw SQLiteFailure(code: SQLITE_CANTOPEN, reason: "its journal is \(mode), and not WAL")
    }
    try run("PRAGMA synchronous = \(options.synchronous.rawValue)")
    if let size = options.sizeLimit {
      let page = try run("PRAGMA page_size") { $0.integer(0) }.first ?? 4096
      _ = try run("PRAGMA max_page_count = \(max(8, Int64(size) / page))") { $0.integer(0) }
    }
    guard !isThere else { return }
    try run("BEGIN IMMEDIATE")
    // Another may have made them meanwhile.
    if try !hasTables() {
      // The version is the number of the row, so that the greatest is found at once, and what is
      // new stands together. Nothing else of a row is looked for but its key.
      try run(
        """
        CREATE TABLE sessions (
          version INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, expiry INTEGER NOT NULL,
          bytes BLOB NOT NULL
        )
        """
      )
      try run("PRAGMA user_version = \(Self.schema)")
    }
    try run("COMMIT")
  }

  private func hasTables() throws(SQLiteFailure) -> Bool {
    // All in one statement, and so of one moment: another may be making them.
    let found = try run(
      """
      SELECT user_version, (SELECT count(*) FROM sqlite_schema),
      (SELECT sum(iif(name IN ('version', 'key', 'expiry', 'bytes'), 1, -1))
      FROM pragma_table_info('sessions'))
      FROM pragma_user_version
      """
    ) { ($0.integer(0), $0.integer(1), $0.integer(2)) }
    let (version, tables, columns) = found.first ?? (0, 0, 0)
    guard version == Self.schema else {
      if version == 0, tables == 0 { return false }
      throw SQLiteFailure(
        code: SQLITE_SCHEMA,
        reason: "its user_version is \(version), and this program knows \(Self.schema)"
      )
    }
    // Other programs count the forms of their tables from 1 as well.
    guard columns == 4 else {
      throw SQLiteFailure(
        code: SQLITE_SCHEMA,
        reason: "its user_version is \(version), and it has no table of sessions"
      )
    }
    return true
  }
}
