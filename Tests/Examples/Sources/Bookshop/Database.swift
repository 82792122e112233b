import CSQLite

/// A database in a file, used by one task at a time.
///
/// It blocks while it works, so that it has a thread of its own: see `Shelf`.
final class Database {
  /// A value of a row, or one that stands for a question mark.
  enum Value: Equatable {
    case null
    case number(Int)
    case text(String)
  }

  private let handle: OpaquePointer?

  /// Opens a database, or makes it; `:memory:` is one that lives as long as this.
  init(path: String) throws {
    var handle: OpaquePointer?
    let code = sqlite3_open(path, &handle)
    self.handle = handle
    guard code == SQLITE_OK else { throw failure(path) }
    // Another process may be writing.
    sqlite3_busy_timeout(handle, 5_000)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs one statement.
  /// - Parameters:
  ///   - sql: the statement; its text is the program's own, and values are given apart.
  ///   - values: the values that stand for its question marks.
  /// - Returns: the rows that it answers with.
  /// - Throws: `DatabaseError` with the statement.
  @discardableResult
  func run(_ sql: String, _ values: Value...) throws -> [[Value]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw failure(sql)
    }
    defer { sqlite3_finalize(statement) }
    // The library copies what it is given.
    let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    for (place, value) in zip(Int32(1)..., values) {
      switch value {
      case .null: sqlite3_bind_null(statement, place)
      case .number(let number): sqlite3_bind_int64(statement, place, Int64(number))
      case .text(let text):
        sqlite3_bind_text(statement, place, text, Int32(text.utf8.count), copies)
      }
    }
    var rows: [[Value]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append((0..<sqlite3_column_count(statement)).map { value(of: statement, $0) })
      case SQLITE_DONE: return rows
      default: throw failure(sql)
      }
    }
  }

  /// The number of the row that was added last.
  var lastRow: Int { Int(sqlite3_last_insert_rowid(handle)) }

  private func value(of statement: OpaquePointer?, _ column: Int32) -> Value {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: .number(Int(sqlite3_column_int64(statement, column)))
    case SQLITE_NULL: .null
    default: .text(text(of: statement, column))
    }
  }

  /// A text as long as it is: one with a zero in it does not end there.
  private func text(of statement: OpaquePointer?, _ column: Int32) -> String {
    // In this order: the length is that of the text which is asked for first.
    let start = sqlite3_column_text(statement, column)
    let length = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
  }

  private func failure(_ sql: String) -> DatabaseError {
    DatabaseError(
      message: String(cString: sqlite3_errmsg(handle)),
      statement: sql,
      isBusy: sqlite3_errcode(handle) == SQLITE_BUSY
    )
  }
}

/// An error of the database, whose text clients do not see: they are answered with 500, or with 503
/// where it is busy.
struct DatabaseError: Error {
  let message: String
  let statement: String
  /// Whether another process has the database, so that the statement may be tried again.
  let isBusy: Bool
}
