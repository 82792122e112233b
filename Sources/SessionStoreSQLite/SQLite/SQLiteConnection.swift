internal import CSQLite3
internal import SwitchyardLocks
internal import SwitchyardSystem

/// An open file, with its statements; one call at a time.
@safe
final class SQLiteConnection {
  private let database: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]

  /// Opens a file, or makes one that others than its owner cannot read.
  /// - Parameters:
  ///   - path: the file.
  ///   - whileMaking: is called while the descriptor is open that has made it; for tests.
  /// - Throws: `SQLiteFailure` where it cannot be opened.
  init(path: String, whileMaking: () -> Void = {}) throws(SQLiteFailure) {
    if let fault = Self.fault(of: path) {
      throw SQLiteFailure(code: SQLITE_CANTOPEN, reason: fault)
    }
    // "The application must ensure that a connection is used by one thread at a time".
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    // With a slash in front of all else `:memory:` and `file:` begin names as others do.
    let name = path.utf8.first == UInt8(ascii: "/") ? path : "./" + path
    let (code, database) = unsafe Self.opening.withLock { _ in
      Self.create(path, whileMaking)
      var database: OpaquePointer?
      let code = unsafe sqlite3_open_v2(name, &database, flags, nil)
      return unsafe (code, database)
    }
    guard let database = unsafe database else {
      throw SQLiteFailure(code: code, reason: "out of memory")
    }
    // "Whether or not an error occurs when it is opened", it has to be closed.
    unsafe self.database = database
    guard code == SQLITE_OK else { throw unsafe SQLiteFailure(code, of: database) }
    unsafe sqlite3_extended_result_codes(database, 1)
  }

  // Statements that still go with it keep it open until they are gone, too.
  deinit { unsafe _ = sqlite3_close_v2(database) }

  /// Runs a statement, which is prepared once.
  func run<Row>(
    _ text: String,
    _ values: [SQLiteValue] = [],
    read: (borrowing SQLiteStatement) -> Row
  ) throws(SQLiteFailure) -> [Row] {
    if let statement = statements[text] { return try statement.run(values, read: read) }
    let statement = try unsafe SQLiteStatement(text, of: database)
    statements[text] = statement
    return try statement.run(values, read: read)
  }

  /// Runs a statement without rows.
  func run(_ text: String, _ values: [SQLiteValue] = []) throws(SQLiteFailure) {
    _ = try run(text, values) { _ in }
  }

  /// Whether the file is no longer the one at its path: what is written to it is lost.
  var hasMoved: Bool {
    var hasMoved: Int32 = 0
    let code = unsafe sqlite3_file_control(database, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return code == SQLITE_OK && hasMoved != 0
  }

  /// The paths that the library uses; `nil` where it does not tell.
  var path: SQLitePath? {
    guard let file = unsafe sqlite3_db_filename(database, "main"),
      let log = unsafe sqlite3_filename_wal(file)
    else { return nil }
    return unsafe SQLitePath(file: String(cString: file), log: String(cString: log))
  }

  /// Returns the fault of a path that names no file, with the remedy; `nil` where it does.
  private static func fault(of path: String) -> String? {
    if path.isEmpty { return "its path is empty; name a file" }
    return path.utf8.contains(0) ? "its path has a NUL; name a file without one" : nil
  }

  /// One connection is opened at a time: no other has a file, and locks on it, while the descriptor
  /// that has made it is open.
  private static let opening = Locked(())

  /// Makes the file, if it is not there.
  ///
  /// Not one that is: the end of a descriptor of ours would end the locks that the library has on
  /// it for other connections of this process. A process elsewhere that closes the file would then
  /// take itself for the last one, and delete the log that these write to.
  private static func create(_ path: String, _ whileMaking: () -> Void) {
    var descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0, errno == EEXIST, isLinkToNothing(path) {
      // The library would make the file there, for all to read. Whoever may have made it meanwhile
      // is another process, as one connection is opened at a time. (A file of ours that is moved
      // back in this moment is not thought of.)
      descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else { return }
    whileMaking()
    _ = close(descriptor)
  }

  /// Whether a path at which something lies leads to no file.
  private static func isLinkToNothing(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) != 0 && errno == ENOENT
  }
}
