internal import CSQLite3

/// A value that is bound to a statement.
enum SQLiteValue {
  case integer(Int64)
  case bytes([UInt8])
}

/// A prepared statement, which belongs to the one connection that it was made with.
@safe
final class SQLiteStatement {
  private let handle: OpaquePointer

  /// Prepares a statement for a connection, which closes after all of its statements.
  init(_ text: String, of database: OpaquePointer) throws(SQLiteFailure) {
    var handle: OpaquePointer?
    // "A hint that the prepared statement will be retained for a long time".
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    let code = unsafe sqlite3_prepare_v3(database, text, -1, flags, &handle, nil)
    guard code == SQLITE_OK, let handle = unsafe handle else {
      throw unsafe SQLiteFailure(code, of: database)
    }
    unsafe self.handle = handle
  }

  deinit { unsafe _ = sqlite3_finalize(handle) }

  /// Runs the statement to its end, and returns what is read of its rows.
  ///
  /// The rows come before the end of a write; only the end says that it is committed.
  func run<Row>(
    _ values: [SQLiteValue],
    read: (borrowing SQLiteStatement) -> Row
  ) throws(SQLiteFailure) -> [Row] {
    defer { unsafe _ = sqlite3_reset(handle) }
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
    var rows: [Row] = []
    while true {
      let code = unsafe sqlite3_step(handle)
      switch code {
      case SQLITE_ROW: rows.append(read(self))
      case SQLITE_DONE: return rows
      default: throw failure(code)
      }
    }
  }

  private func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteFailure) {
    let code: Int32
    switch value {
    case .integer(let number): code = unsafe sqlite3_bind_int64(handle, index, number)
    case .bytes(let bytes):
      guard let count = Int32(exactly: bytes.count) else {
        throw SQLiteFailure(code: SQLITE_TOOBIG, reason: "\(bytes.count) bytes are too many")
      }
      code = unsafe csqlite3_bind_bytes(handle, index, bytes, count)
    }
    guard code == SQLITE_OK else { throw failure(code) }
  }

  private func failure(_ code: Int32) -> SQLiteFailure {
    guard let database = unsafe sqlite3_db_handle(handle) else {
      return SQLiteFailure(code: code, reason: "the connection is closed")
    }
    return unsafe SQLiteFailure(code, of: database)
  }

  // MARK: - Columns of a row

  func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

  func bytes(_ column: Int32) -> [UInt8] {
    // "The safest policy": the bytes first, and their number behind.
    guard let bytes = unsafe sqlite3_column_blob(handle, column) else { return [] }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }
}

extension SQLiteFailure {
  /// Reads the words that the library has for the last call of a connection.
  init(_ code: Int32, of database: OpaquePointer) {
    let extended = unsafe sqlite3_extended_errcode(database)
    let reason = unsafe String(cString: sqlite3_errmsg(database))
    self.init(code: extended & 0xFF == code & 0xFF ? extended : code, reason: reason)
  }
}
