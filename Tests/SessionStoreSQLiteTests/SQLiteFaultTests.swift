import Foundation
import SessionStore
import SessionTestSupport
import TestSupport
import Testing

@testable import SessionStoreSQLite

/// What goes wrong with a file, and that a store goes on as soon as it is right again.
@Suite(.timeLimit(.minutes(6))) struct SQLiteFaultTests {
  private let file: SessionFile
  private let key = SessionIdentifier.random().key

  init() throws { file = try SessionFile() }

  private func failure(
    _ code: SessionStoreError.Code,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Void
  ) async {
    await SessionTestSupport.failure(code, of: file.path, sourceLocation: sourceLocation, body)
  }

  @Test func `a folder that is not there is an error until it is`() async throws {
    try FileManager.default.removeItem(atPath: file.folder)
    let store = SQLiteSessionStore(path: file.path)
    await failure(.unreachable) { try await store.open() }
    await failure(.unreachable) { _ = try await store.load(key) }
    try FileManager.default.createDirectory(
      atPath: file.folder,
      withIntermediateDirectories: false
    )
    _ = try await store.write("1", at: key, expiry: .now + 600)
  }

  @Test func `a full store refuses writes, loses nothing, and goes on when there is room`()
    async throws
  {
    let time = TurnedTime()
    let options = SQLiteSessionStore.Options(sizeLimit: 400_000)
    let store = SQLiteSessionStore(path: file.path, options: options) { time.now }
    var version = try await store.write("1", at: key, expiry: .distantFuture)
    let large = Array(repeating: UInt8(7), count: 50_000)
    var stored = 0
    await failure(.full) {
      while stored < 100 {
        let other = SessionIdentifier.random().key
        _ = try await store.store(large, at: other, expecting: nil, expiry: time.after(10))
        stored += 1
      }
    }
    #expect(stored > 2)
    #expect(try await store.text(key) == "1")
    time.advance(by: 100)
    try await store.sweep()
    version = try await store.write("2", at: key, expecting: version, expiry: .distantFuture)
    _ = try await store.store(
      large,
      at: SessionIdentifier.random().key,
      expecting: nil,
      expiry: .now
    )
    #expect(try await store.text(key) == "2")
  }

  /// The library writes no file that says it may be written by later versions only; unlike
  /// permissions, that holds for root as well.
  @Test func `a file that can only be read is read`() async throws {
    do {
      let store = SQLiteSessionStore(path: file.path)
      _ = try await store.write("1", at: key, expiry: .now + 600)
    }
    try file.overwrite([9], at: 18)
    let store = SQLiteSessionStore(path: file.path)
    let version = try #require(try await store.load(key)).version
    await failure(.readOnly) {
      _ = try await store.write("2", at: key, expecting: version, expiry: .now + 600)
    }
    #expect(try await store.text(key) == "1")
    try file.overwrite([2], at: 18)
    // The open file is one that can only be read; the next is opened anew.
    _ = try? await store.write("2", at: key, expecting: version, expiry: .now + 600)
    _ = try await store.write("2", at: key, expecting: version, expiry: .now + 600)
  }

  /// The library would open none, or one whose name ends at the NUL.
  @Test(arguments: [("", "is empty; name a file"), ("NUL", "has a NUL; name a file without one")])
  func `a path that names no file is an error`(_ path: String, _ fault: String) async throws {
    let path = path == "NUL" ? file.path + "\0.db" : path
    let store = SQLiteSessionStore(path: path)
    let error = await #expect(throws: SessionStoreError.self) { try await store.open() }
    #expect(error == SessionStoreError(.unreachable, store: path, reason: "its path \(fault)"))
    await SessionTestSupport.failure(.unreachable, of: path) {
      _ = try await store.write("1", at: key, expiry: .now + 600)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.folder).isEmpty)
  }

  /// The library would open none, or one of another name.
  @Test(arguments: [":memory:", "file::memory:", "file:x", "file:x?mode=memory", "file:x%00y"])
  func `a name that is more than one to the library is that of a file`(
    _ name: String
  ) async throws {
    // Not in the folder of this test, as it is the beginning of a path that counts.
    defer {
      for end in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: "./\(name + end)")
      }
    }
    do {
      let store = SQLiteSessionStore(path: name)
      _ = try await store.write("1", at: key, expiry: .now + 600)
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: "./" + name)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect((attributes[.size] as? Int ?? 0) > 0, "it is not this one that is written")
    #expect(try await SQLiteSessionStore(path: name).text(key) == "1")
  }

  /// As a character, the slash is one with the accent behind it; as a byte it is the first, and the
  /// path one from the root.
  @Test func `a path from the root is told by its first byte`() async throws {
    let name = "\u{301}\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: "./" + name,
      withIntermediateDirectories: false
    )
    defer { try? FileManager.default.removeItem(atPath: "./" + name) }
    let path = "/\(name)/sessions"
    await SessionTestSupport.failure(.unreachable, of: path) {
      _ = try await SQLiteSessionStore(path: path).write("1", at: key, expiry: .now + 600)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: "./" + name).isEmpty)
  }

  @Test func `a file of a newer version is not touched`() async throws {
    let connection = try SQLiteConnection(path: file.path)
    try connection.run("CREATE TABLE sessions (future TEXT)")
    try connection.run("PRAGMA user_version = 2")
    let store = SQLiteSessionStore(path: file.path)
    await failure(.otherSchema) { _ = try await store.load(key) }
    let error = await #expect(throws: SessionStoreError.self) { try await store.open() }
    #expect(error?.reason == "its user_version is 2, and this program knows 1")
    try connection.run("DROP TABLE sessions")
    try connection.run("PRAGMA user_version = 0")
    _ = try await store.write("1", at: key, expiry: .now + 600)
  }

  @Test func `a database of another program is not touched`() async throws {
    let connection = try SQLiteConnection(path: file.path)
    try connection.run("CREATE TABLE books (title TEXT)")
    await failure(.otherSchema) { try await SQLiteSessionStore(path: file.path).open() }
    #expect(try connection.run("SELECT name FROM sqlite_schema") { $0.text(0) } == ["books"])
  }

  /// Many programs count the forms of their tables from 1, as this one does.
  @Test(arguments: [
    "books (title TEXT)", "sessions (id TEXT, bytes BLOB)",
    "sessions (version INTEGER PRIMARY KEY, key BLOB, expiry INTEGER, bytes BLOB, user TEXT)",
  ])
  func `a database of another program stays as it is where it has the same number`(
    _ table: String
  ) async throws {
    do {
      let connection = try SQLiteConnection(path: file.path)
      try connection.run("CREATE TABLE \(table)")
      try connection.run("PRAGMA user_version = 1")
    }
    let url = URL(fileURLWithPath: file.path)
    let before = try Data(contentsOf: url)
    await failure(.otherSchema) { try await SQLiteSessionStore(path: file.path).open() }
    #expect(try Data(contentsOf: url) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.folder) == ["sessions.db"])
  }

  @Test func `a damaged file is an error until there is a copy`() async throws {
    do {
      let store = SQLiteSessionStore(path: file.path)
      _ = try await store.write("1", at: key, expiry: .now + 600)
    }
    let copy = try Data(contentsOf: URL(fileURLWithPath: file.path))
    try file.overwrite(Array(repeating: 0x55, count: 100), at: 0)
    let store = SQLiteSessionStore(path: file.path)
    await failure(.damaged) { _ = try await store.load(key) }
    await failure(.damaged) { _ = try await store.write("2", at: key, expiry: .now + 600) }
    try copy.write(to: URL(fileURLWithPath: file.path))
    #expect(try await store.text(key) == "1")
  }

  @Test func `a row whose page is damaged is an error, and the others are read`() async throws {
    let other = SessionIdentifier.random().key
    do {
      let store = SQLiteSessionStore(path: file.path)
      let large = Array(repeating: UInt8(7), count: 200_000)
      _ = try await store.store(large, at: key, expecting: nil, expiry: .now + 600)
      _ = try await store.write("2", at: other, expiry: .now + 600)
    }
    let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
    // The number of the page that goes on with the row, in its middle.
    try file.overwrite([0xFF, 0xFF, 0xFF, 0xFF], at: UInt64(size / 4096 / 2 * 4096))
    let store = SQLiteSessionStore(path: file.path)
    await failure(.damaged) { _ = try await store.load(key) }
    #expect(try await store.text(other) == "2")
  }

  @Test func `a file that is locked is waited for, and then an error`() async throws {
    let options = SQLiteSessionStore.Options(busyLimit: .milliseconds(100))
    let store = SQLiteSessionStore(path: file.path, options: options)
    let version = try await store.write("1", at: key, expiry: .now + 600)
    let connection = try SQLiteConnection(path: file.path)
    try connection.run("BEGIN IMMEDIATE")
    await failure(.busy) {
      _ = try await store.write("2", at: key, expecting: version, expiry: .now + 600)
    }
    #expect(try await store.text(key) == "1")
    async let write = SQLiteSessionStore(path: file.path)
      .write("2", at: key, expecting: version, expiry: .now + 600)
    try await Task.sleep(for: .milliseconds(50))
    try connection.run("COMMIT")
    _ = try await write
  }

  @Test func `a write that is cancelled while it waits ends`() async throws {
    let store = SQLiteSessionStore(path: file.path, options: .init(busyLimit: .seconds(600)))
    try await store.open()
    let connection = try SQLiteConnection(path: file.path)
    try connection.run("BEGIN IMMEDIATE")
    let write = Task { try await store.write("1", at: key, expiry: .now + 600) }
    try await Task.sleep(for: .milliseconds(20))
    write.cancel()
    await failure(.busy) { _ = try await write.value }
    try connection.run("ROLLBACK")
  }

  @Test func `a file that is taken away is made anew`() async throws {
    let store = SQLiteSessionStore(path: file.path)
    _ = try await store.write("1", at: key, expiry: .now + 600)
    for suffix in ["", "-wal", "-shm"] {
      try FileManager.default.removeItem(atPath: file.path + suffix)
    }
    let other = SessionIdentifier.random().key
    _ = try await store.write("2", at: other, expiry: .now + 600)
    #expect(try await store.load(key) == nil)
    #expect(try await SQLiteSessionStore(path: file.path).text(other) == "2")
  }

  #if os(Linux)
    /// Nobody can put it back, and the log that is left is of no use.
    ///
    /// Elsewhere a store does not see that it is not only away.
    @Test(arguments: [1, 2])
    func `a file that is deleted without its log is made anew`(_ rounds: Int) async throws {
      let store = SQLiteSessionStore(path: file.path)
      var known = key
      _ = try await store.write("1", at: known, expiry: .now + 600)
      for _ in 0..<rounds {
        try FileManager.default.removeItem(atPath: file.path)
        #expect(try await store.load(known) == nil)
        known = SessionIdentifier.random().key
        _ = try await store.write("2", at: known, expiry: .now + 600)
        #expect(try await store.text(known) == "2")
        #expect(try await SQLiteSessionStore(path: file.path).text(known) == "2")
      }
    }
  #endif

  @Test(arguments: [false, true])
  func `a file that is moved away and back has all, though a call came between`(
    isLogEmpty: Bool
  ) async throws {
    var store = SQLiteSessionStore(path: file.path)
    let version = try await store.write("1", at: key, expiry: .now + 600)
    if isLogEmpty {
      // The end of the last connection empties the log, and a look makes another.
      store = SQLiteSessionStore(path: file.path)
      #expect(try await store.text(key) == "1")
    }
    try move(file.path, to: awayPath)
    for _ in 0..<2 { await failure(.failed) { _ = try await store.load(key) } }
    #expect(!FileManager.default.fileExists(atPath: file.path))
    try move(awayPath, to: file.path)
    #expect(try await store.text(key) == "1")
    _ = try await store.write("2", at: key, expecting: version, expiry: .now + 600)
    #expect(try await SQLiteSessionStore(path: file.path).text(key) == "2")
  }

  /// The library would write what the log holds into any file that it finds beside it.
  @Test func `a copy beside the log of the file before is an error until that is away`()
    async throws
  {
    let store = SQLiteSessionStore(path: file.path)
    let version = try await store.write("1", at: key, expiry: .now + 600)
    try makeCopy()
    _ = try await store.write("2", at: key, expecting: version, expiry: .now + 600)
    try move(file.path, to: awayPath)
    try move(copyPath, to: file.path)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file.path))
    // The second call has no open file any more, and knows the log all the same.
    for _ in 0..<2 {
      let error = await #expect(throws: SessionStoreError.self) { _ = try await store.load(key) }
      #expect(error?.code == .failed)
      let reason = error?.reason ?? ""
      let remedy =
        "move that file itself back on its disk, as a copy is another one, or, if "
        + "it is deleted or not wanted any more, move "
      #expect(
        reason.contains("is that of another file, which was open before; \(remedy)"),
        "\(reason)"
      )
      #expect(reason.contains("/sessions.db-wal and "), "\(reason)")
      #expect(reason.hasSuffix("/sessions.db-shm away"), "\(reason)")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == bytes)
    try moveLog()
    #expect(try await store.text(key) == "1")
    _ = try await store.write("3", at: key, expecting: version, expiry: .now + 600)
    #expect(try await SQLiteSessionStore(path: file.path).text(key) == "3")
  }

  /// As by somebody who has taken the wrong copy: nothing is changed by the calls that fail.
  @Test(arguments: [false, true])
  func `a file that is put back has all that its log holds`(isCalledBetween: Bool) async throws {
    let store = SQLiteSessionStore(path: file.path)
    let version = try await store.write("1", at: key, expiry: .now + 600)
    try makeCopy()
    let last = try await store.write("2", at: key, expecting: version, expiry: .now + 600)
    try move(file.path, to: awayPath)
    try move(copyPath, to: file.path)
    for _ in 0..<2 { await failure(.failed) { _ = try await store.load(key) } }
    try move(file.path, to: copyPath)
    if isCalledBetween {
      // It finds no file, and makes none, which would be in the way of that which is put back.
      await failure(.failed) { _ = try await store.load(key) }
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
    try move(awayPath, to: file.path)
    #expect(try await store.text(key) == "2")
    _ = try await store.write("3", at: key, expecting: last, expiry: .now + 600)
    #expect(try await SQLiteSessionStore(path: file.path).text(key) == "3")
    // What it holds is as before: the same copy is refused once more.
    try move(file.path, to: awayPath)
    try move(copyPath, to: file.path)
    await failure(.failed) { _ = try await store.load(key) }
  }

  /// Most systems give the number of a file that has gone to the next one.
  @Test func `a copy is refused as long as the log lies there, also where its own file is deleted`()
    async throws
  {
    let store = SQLiteSessionStore(path: file.path)
    let version = try await store.write("1", at: key, expiry: .now + 600)
    try makeCopy()
    _ = try await store.write("2", at: key, expecting: version, expiry: .now + 600)
    try move(file.path, to: awayPath)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: copyPath))
    try bytes.write(to: URL(fileURLWithPath: file.path))
    await failure(.failed) { _ = try await store.load(key) }
    try FileManager.default.removeItem(atPath: awayPath)
    for _ in 0..<10 {
      try FileManager.default.removeItem(atPath: file.path)
      try bytes.write(to: URL(fileURLWithPath: file.path))
      await failure(.failed) { _ = try await store.load(key) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == bytes)
    }
    #if os(Linux)
      // Whether or not this system does: nobody gets the number of a file that is held.
      #expect(try held("away.db (deleted)") == 1)
    #endif
    try moveLog()
    #expect(try await store.text(key) == "1")
    _ = try await store.write("3", at: key, expecting: version, expiry: .now + 600)
    #if os(Linux)
      #expect(try held("away.db (deleted)") == 0, "it is held behind its log")
    #endif
  }

  /// The end of a descriptor ends all locks that its process has on the file, unless it opens it for
  /// nothing.
  @Test func `a store that goes leaves others of the process their locks`() async throws {
    let connection = try SQLiteConnection(path: file.path)
    do {
      let store = SQLiteSessionStore(path: file.path)
      _ = try await store.write("1", at: key, expiry: .now + 600)
      // From now on it has a lock, as long as it is open.
      _ = try connection.run(SessionStatements.lastVersion) { $0.integer(0) }
      #expect(try await store.text(key) == "1")
    }
    let program = try ChildProgram(["python3", "-c", Self.takeover, file.path])
    #expect(program.wait() == .exited(3))
    withExtendedLifetime(connection) {}
  }

  private var copyPath: String { file.folder + "/copy.db" }
  private var awayPath: String { file.folder + "/away.db" }

  /// Copies the file as `.backup` does.
  private func makeCopy() throws {
    let program = try ChildProgram(["python3", "-c", Self.backup, file.path, copyPath])
    #expect(program.wait() == .exited(0))
  }

  private func move(_ path: String, to place: String) throws {
    try FileManager.default.moveItem(atPath: path, toPath: place)
  }

  /// Moves the log to the file that is away.
  private func moveLog() throws {
    for suffix in ["-wal", "-shm"] { try move(file.path + suffix, to: awayPath + suffix) }
  }

  #if os(Linux)
    /// The number of descriptors of this process for a file of the folder, by what the system calls
    /// it.
    private func held(_ name: String) throws -> Int {
      let own = "/proc/self/fd"
      let end = "/\(URL(fileURLWithPath: file.folder).lastPathComponent)/\(name)"
      return try FileManager.default.contentsOfDirectory(atPath: own).count { number in
        // One of another test may be closed by now.
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(own)/\(number)")
        return path?.hasSuffix(end) == true
      }
    }
  #endif

  /// Takes a file out of the mode in which it has a log, as is done by nobody but who has it alone.
  private static let takeover = """
    import sqlite3, sys
    try:
        sqlite3.connect(sys.argv[1], timeout=0).execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError:
        sys.exit(3)
    """

  private static let backup = """
    import sqlite3, sys
    sqlite3.connect(sys.argv[1]).backup(sqlite3.connect(sys.argv[2]))
    """

  /// Its process is the engine: what it has written of a transaction is in the log, without an end.
  @Test func `a process that is killed in the middle of a transaction leaves nothing of it`()
    async throws
  {
    let store = SQLiteSessionStore(path: file.path)
    let large = Array(repeating: UInt8(7), count: 200_000)
    let write = try await store.store(large, at: key, expecting: nil, expiry: .now + 600)
    guard case .stored(let version) = write else {
      Issue.record("\(write)")
      return
    }
    let output = ChildProgram.pipe()
    let program = try ChildProgram(
      ["python3", "-c", Self.halfTransaction, file.path],
      output: output.fileHandleForWriting
    )
    try output.fileHandleForWriting.close()
    let line = try output.fileHandleForReading.read(upToCount: 1)
    #expect(line == Data("1".utf8))
    program.signal(SIGKILL)
    #expect(program.wait() == .signalled(SIGKILL))
    #expect(try await store.load(key)?.version == version)
    #expect(try await store.load(key)?.bytes == large)
    _ = try await store.write("2", at: key, expecting: version, expiry: .now + 600)
    #expect(try await SQLiteSessionStore(path: file.path).text(key) == "2")
  }

  /// Writes over all sessions, more than it keeps in memory, and waits within the transaction.
  private static let halfTransaction = """
    import sqlite3, sys, time
    database = sqlite3.connect(sys.argv[1], isolation_level=None)
    database.execute("PRAGMA cache_size = 5")
    database.execute("BEGIN IMMEDIATE")
    count = database.execute(
      "UPDATE sessions SET bytes = zeroblob(400000), version = version + 1").rowcount
    print(count, flush=True)
    time.sleep(600)
    """
}
