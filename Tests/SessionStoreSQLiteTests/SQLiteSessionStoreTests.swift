import Dispatch
import Foundation
import SessionStore
import SessionTestSupport
import SwitchyardLocks
import Testing

@testable import SessionStoreSQLite

@Suite(.timeLimit(.minutes(6))) struct SQLiteSessionStoreTests {
  @Test(arguments: StoreRule.all)
  func `it keeps the rules of stores`(_ rule: StoreRule) async throws {
    let file = try SessionFile()
    let time = TurnedTime()
    try await rule.check(SQLiteSessionStore(path: file.path) { time.now }, time)
  }

  /// Two stores are as two processes: each has a connection of its own.
  @Test func `what one store writes another loads`() async throws {
    let file = try SessionFile()
    let (one, two) = (SQLiteSessionStore(path: file.path), SQLiteSessionStore(path: file.path))
    try await expectOneSession(of: one, and: two)
  }

  @Test func `what another store writes is told soon`() async throws {
    let file = try SessionFile()
    let (one, two) = (SQLiteSessionStore(path: file.path), SQLiteSessionStore(path: file.path))
    var changes = await one.changes().makeAsyncIterator()
    for _ in 0..<20 {
      let key = SessionIdentifier.random().key
      let version = try await two.write("1", at: key, expiry: .now + 600)
      #expect(await changes.next() == .session(key))
      _ = try await two.write("2", at: key, expecting: version, expiry: .now + 600)
      #expect(await changes.next() == .session(key))
      try await two.remove(key)
      #expect(await changes.next() == .session(key))
    }
  }

  @Test func `of the writes of several stores each is counted`() async throws {
    let file = try SessionFile()
    let stores = (0..<4).map { _ in SQLiteSessionStore(path: file.path) }
    try await expectEachWriteCounts(stores)
  }

  @Test(arguments: 0..<5)
  func `a new file is opened by several at once`(_: Int) async throws {
    let file = try SessionFile()
    try await withThrowingTaskGroup { group in
      for _ in 0..<12 {
        group.addTask {
          let store = SQLiteSessionStore(path: file.path)
          try await store.open()
          _ = try await store.write("1", at: SessionIdentifier.random().key, expiry: .now + 600)
        }
      }
      try await group.waitForAll()
    }
  }

  #if os(Linux)
    /// Without them, another process that closes the file deletes the log which is written to.
    @Test func `whoever makes a file ends no locks that others have on it`() throws {
      let file = try SessionFile()
      // One that asks for the locks as another process would, and is closed behind all else: that
      // ends them.
      var asking: Int32 = -1
      defer { close(asking) }
      let isOpen = DispatchSemaphore(value: 0)
      let others = Locked<[SQLiteConnection]>([])
      let maker = try SQLiteConnection(path: file.path) {
        Thread.detachNewThread {
          if let other = try? SQLiteConnection(path: file.path),
            (try? other.prepare(SQLiteSessionStore.Options())) != nil
          {
            others.withLock { $0.append(other) }
          }
          isOpen.signal()
        }
        // It has to wait until the file is made.
        usleep(200_000)
      }
      isOpen.wait()
      #expect(others.withLock(\.count) == 1)
      asking = open(file.path, O_RDWR)
      try #require(asking >= 0)
      var lock = flock()
      lock.l_type = Int16(F_WRLCK)
      lock.l_whence = Int16(SEEK_SET)
      // F_OFD_GETLK, which Glibc does not show to Swift.
      try #require(fcntl(asking, 36, &lock) == 0)
      #expect(lock.l_type != Int16(F_UNLCK))
      withExtendedLifetime((maker, others)) {}
    }
  #endif

  @Test func `a new file is its owner's alone`() async throws {
    let file = try SessionFile()
    let store = SQLiteSessionStore(path: file.path)
    try await store.open()
    for suffix in ["", "-wal", "-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path + suffix)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  /// The library makes what a link leads to, with the permissions that it has for all.
  @Test func `a new file behind a link is its owner's alone`() async throws {
    let file = try SessionFile()
    let files = FileManager.default
    let (target, link) = (file.folder + "/elsewhere.db", file.folder + "/link.db")
    try files.createSymbolicLink(atPath: file.path, withDestinationPath: link)
    try files.createSymbolicLink(atPath: link, withDestinationPath: "elsewhere.db")
    let store = SQLiteSessionStore(path: file.path)
    try await store.open()
    for suffix in ["", "-wal", "-shm"] {
      let attributes = try files.attributesOfItem(atPath: target + suffix)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func `what was acknowledged is there when the file is opened again`() async throws {
    let file = try SessionFile()
    let key = SessionIdentifier.random().key
    for count in 1...3 {
      let store = SQLiteSessionStore(path: file.path)
      let version = try await store.load(key)?.version
      _ = try await store.write("\(count)", at: key, expecting: version, expiry: .now + 600)
    }
    #expect(try await SQLiteSessionStore(path: file.path).text(key) == "3")
  }

  @Test func `a version does not come again where a copy of the file is put back`() async throws {
    let (file, time) = (try SessionFile(), TurnedTime())
    let key = SessionIdentifier.random().key
    func write(_ text: String, _ version: SessionVersion?) async throws -> SessionVersion {
      time.advance(by: 1)
      // Closed behind it, and so without a log.
      let store = SQLiteSessionStore(path: file.path) { time.now }
      return try await store.write(text, at: key, expecting: version, expiry: time.after(600))
    }
    let first = try await write("1", nil)
    let copy = try Data(contentsOf: URL(fileURLWithPath: file.path))
    let lost = try await write("lost", first)
    try copy.write(to: URL(fileURLWithPath: file.path))
    let second = try await write("2", first)
    #expect(second > lost)
    let store = SQLiteSessionStore(path: file.path) { time.now }
    let write = try await store.store([], at: key, expecting: lost, expiry: time.after(600))
    let current = try await store.load(key)
    #expect(write == .conflict(current: current))
    #expect(current?.version == second)
  }

  @Test func `the secret is not in the file`() async throws {
    let file = try SessionFile()
    let id = SessionIdentifier.random()
    let store = SQLiteSessionStore(path: file.path)
    _ = try await store.write("1", at: id.key, expiry: .now + 600)
    for suffix in ["", "-wal"] {
      let data = try Data(contentsOf: URL(fileURLWithPath: file.path + suffix))
      #expect(data.range(of: Data(id.text.utf8)) == nil)
      if suffix == "-wal" { #expect(data.range(of: Data(id.key.bytes)) != nil) }
    }
  }

  @Test func `a store that nobody holds is closed`() async throws {
    let file = try SessionFile()
    weak var gone: SQLiteSessionStore?
    do {
      let store = SQLiteSessionStore(path: file.path, options: .init(sweepInterval: .seconds(600)))
      gone = store
      let changes = await store.changes()
      _ = try await store.write("1", at: SessionIdentifier.random().key, expiry: .now + 600)
      _ = changes
    }
    for _ in 0..<500 where gone != nil { try await Task.sleep(for: .milliseconds(10)) }
    #expect(gone == nil)
  }
}
