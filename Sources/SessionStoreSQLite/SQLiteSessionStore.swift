#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
internal import CSQLite3
public import SessionStore

/// A store in a file of SQLite, which several processes of one machine may share.
///
///     let store = SQLiteSessionStore(path: "/var/lib/shop/sessions.db")
///     try await store.open()
///
/// The file is opened by the first call, and again after an error, so that a store which was full,
/// locked or gone is used as soon as it is there. A call runs on the thread of its caller, as long
/// as no other is under way; calls that find the file locked by another process wait without a
/// thread.
///
/// The file must not lie on a network's disk, over which its log cannot be shared.
public actor SQLiteSessionStore: VersionedSessionStore {
  private let path: String
  let options: Options
  let now: @Sendable () -> Date
  private var connection: SQLiteConnection?
  /// The log of the last file that was open.
  private var log: SQLiteLog?
  var readers = SessionChangeReaders()
  /// The version up to which readers know of changes, while there are some.
  var seen: Int64?
  /// The time up to which readers know of changes.
  var seenTime = Date.distantPast
  /// The number by which SQLite tells whether others have written; `nil` where readers may not know
  /// of a change.
  var dataVersion: Int64?
  /// Whether somebody looks for changes.
  var isWatched = false
  private var sweeper: Task<Void, Never>?

  /// Makes a store; nothing is opened yet.
  ///
  /// A number of the options that is none stops the program.
  /// - Parameters:
  ///   - path: the file, in a folder that there is.
  ///   - options: how it is written.
  ///   - now: returns the time.
  ///   - fileID: the file that makes it, for a number that is none.
  ///   - line: the line that makes it, for a number that is none.
  public init(
    path: String,
    options: Options = Options(),
    now: @escaping @Sendable () -> Date = { Date() },
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    if let fault = options.fault { fatalError(fault, file: fileID, line: line) }
    self.path = path
    self.options = options
    self.now = now
  }

  deinit {
    sweeper?.cancel()
    readers.finish()
  }

  /// Opens the file, so that what is wrong with it is known when a program starts.
  public func open() async throws(SessionStoreError) {
    try await perform { connection throws(SQLiteFailure) in
      _ = try connection.run(SessionStatements.lastVersion) { $0.integer(0) }
    }
  }

  /// Calls a closure with the open file, until it is not locked.
  ///
  /// The closure runs without a pause, and is one transaction at most.
  func perform<Result>(
    _ body: (SQLiteConnection) throws(SQLiteFailure) -> Result
  ) async throws(SessionStoreError) -> Result {
    var patience: Patience?
    while true {
      do throws(SQLiteFailure) {
        return try body(try connected())
      } catch {
        // What was prepared for a file that has gone, or is not as it was, is of no use.
        if !error.isBusy { connection = nil }
        var next = patience ?? Patience(options.busyLimit)
        guard error.isBusy, await next.wait() else {
          throw SessionStoreError(error.storeCode, store: path, reason: error.reason)
        }
        patience = next
      }
    }
  }

  private func connected() throws(SQLiteFailure) -> SQLiteConnection {
    // With its log the library does not look for itself.
    if let connection, !connection.hasMoved { return connection }
    // Closed first: that ends all locks of this process on the log and the index beside it, which
    // may be those of another file later.
    self.connection = nil
    // Before a file is made, which would be in the way of one that is put back.
    try checkLog(beside: log?.paths(withoutFileAt: path))
    let connection = try SQLiteConnection(path: path)
    // Before it is read, as the library then takes the log that lies there for its own.
    try checkLog(beside: connection.path)
    try connection.prepare(options)
    log = connection.path.flatMap { SQLiteLog(beside: $0) }
    if sweeper == nil { sweeper = sweeping(every: options.sweepInterval) }
    if !readers.isEmpty { try begin(connection) }
    // Behind all that may fail, and is then made again.
    self.connection = connection
    return connection
  }

  /// Throws where the log of a file that was open lies beside another one, or alone while that file
  /// is elsewhere.
  private func checkLog(beside path: SQLitePath?) throws(SQLiteFailure) {
    guard let log, let path else { return }
    guard !log.isForeign(beside: path) else {
      throw SQLiteFailure(
        // It is sound, so nothing is said of moving it away.
        code: SQLITE_IOERR,
        reason: "the log at its path is that of another file, which was open before; move that "
          + "file itself back on its disk, as a copy is another one, or, if it is deleted or not "
          + "wanted any more, move \(path.log) and \(path.file)-shm away"
      )
    }
    // One that has gone takes no more room, nor does its file.
    if !log.lies(beside: path) { self.log = nil }
  }
}
