import Foundation
import SessionTestSupport
import TestSupport
import Testing

@testable import SwitchyardFleet

@Suite(.timeLimit(.minutes(6))) struct RouteFolderTests {
  @Test(arguments: StoreRule.all)
  func `a folder keeps the rules of stores`(_ rule: StoreRule) async throws {
    let folder = try TestFolder()
    let time = TurnedTime()
    try await rule.check(RouteFolder(path: folder.path + "/routes") { time.now }, time)
  }

  @Test func `what has expired is deleted when one is added that expires, once a minute`()
    async throws
  {
    let folder = try TestFolder()
    let time = TurnedTime()
    let store = RouteFolder(path: folder.path) { time.now }
    func add(until expiry: Date) async throws {
      let key = SessionIdentifier.random().key
      let write = try await store.store([1], at: key, expecting: nil, expiry: expiry)
      if case .stored = write { return }
      Issue.record("it was not stored")
    }
    func records() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).count { $0.count == 64 }
    }
    try await add(until: .distantFuture)
    for _ in 0..<5 { try await add(until: time.now + 15) }
    #expect(try records() == 6)
    time.advance(by: 16)
    try await add(until: time.now + 15)
    #expect(try records() == 7, "it was looked at once more within a minute")
    time.advance(by: 45)
    // As generations do, of which there may be very many.
    try await add(until: .distantFuture)
    #expect(try records() == 8, "a record for ever looked at all others")
    try await add(until: time.now + 7_200)
    #expect(try records() == 3)
  }

  @Test func `what is no file under the name of a record holds nobody up`() async throws {
    let folder = try TestFolder()
    let pipe = SessionIdentifier.random().key
    #expect(mkfifo(folder.path + "/" + pipe.fileName, 0o600) == 0)
    let key = SessionIdentifier.random().key
    let store = RouteFolder(path: folder.path)
    let write = try await store.store([1], at: key, expecting: nil, expiry: Date() + 15)
    guard case .stored = write else {
      Issue.record("it was not stored")
      return
    }
    let error = await #expect(throws: SessionStoreError.self) { try await store.load(pipe) }
    #expect(error?.code == .damaged)
  }

  /// In a process of its own, as root may read all, and is another user for that.
  @Test func `what this program may not open is unreachable, and not only to be read`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TestFolder()
      let store = RouteFolder(path: folder.path)
      let key = SessionIdentifier.random().key
      _ = try await store.store([1], at: key, expecting: nil, expiry: .distantFuture)
      let isRoot = geteuid() == 0
      for path in ["\(folder.path)/\(key.fileName)", folder.path] {
        try #require(chmod(path, 0) == 0)
        if isRoot { try #require(seteuid(65_534) == 0) }
        let error = await #expect(throws: SessionStoreError.self) { try await store.load(key) }
        if isRoot { try #require(seteuid(0) == 0) }
        // Else nobody but root could take the folder away.
        try #require(chmod(path, 0o700) == 0)
        try #require(error?.code == .unreachable)
      }
    }
  }

  /// It may be of a user whose files this one may not write, or another name of a file elsewhere.
  @Test func `what was left half written is taken away, and not written over`() async throws {
    let folder = try TestFolder()
    let other = "\(folder.path)/other"
    try Data([7]).write(to: URL(filePath: other))
    #expect(link(other, "\(folder.path)/new") == 0)
    let key = SessionIdentifier.random().key
    let store = RouteFolder(path: folder.path)
    _ = try await store.store([1], at: key, expecting: nil, expiry: .distantFuture)
    #expect(try Data(contentsOf: URL(filePath: other)) == Data([7]))
    #expect(try await store.load(key)?.bytes == [1])
  }

  @Test func `what cannot be read is an error that names the folder`() async throws {
    let folder = try TestFolder()
    let key = SessionIdentifier.random().key
    let missing = RouteFolder(path: folder.path + "/not/there")
    #expect(
      await #expect(throws: SessionStoreError.self) { try await missing.load(key) }?.code
        == .unreachable
    )
    let store = RouteFolder(path: folder.path)
    _ = try await store.store([1], at: key, expecting: nil, expiry: .distantFuture)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.count == 64
    }
    try Data([1, 2, 3]).write(to: URL(filePath: folder.path + "/" + names[0]))
    #expect(
      await #expect(throws: SessionStoreError.self) { try await store.load(key) }?.code == .damaged
    )
    // The record is mended by whoever owns it, who removes it first.
    try await store.remove(key)
    #expect(try await store.load(key) == nil)
  }

  /// As when somebody puts a copy of it back while a server writes.
  @Test func `a folder that gets the name meanwhile is written under its own lock alone`()
    async throws
  {
    let folder = try TestFolder()
    let path = folder.path + "/routes"
    let paths = [folder.path + "/first", folder.path + "/second"]
    let key = SessionIdentifier.random().key
    let files = FileManager.default
    _ = try await RouteFolder(path: paths[0])
      .store([1], at: key, expecting: nil, expiry: .distantFuture)
    try files.copyItem(atPath: paths[0], toPath: paths[1])
    // A link, as another one gets the name at once.
    try files.createSymbolicLink(atPath: path, withDestinationPath: paths[0])
    try files.createSymbolicLink(atPath: path + "-next", withDestinationPath: paths[1])
    let store = RouteFolder(path: path)
    let version = try await store.load(key)?.version
    let locks = paths.map { open($0 + "/lock", O_RDWR) }
    for lock in locks { #expect(flock(lock, LOCK_EX) == 0) }
    let write = Task {
      try await store.store([2], at: key, expecting: version, expiry: .distantFuture)
    }
    // Time to come to the lock of the first. A task that is later finds the second at once.
    try await Task.sleep(for: .milliseconds(50))
    #expect(rename(path + "-next", path) == 0)
    close(locks[0])
    try await Task.sleep(for: .milliseconds(50))
    let folders = paths.map { RouteFolder(path: $0) }
    for folder in folders { #expect(try await folder.load(key)?.bytes == [1]) }
    close(locks[1])
    guard case .stored = try await write.value else {
      Issue.record("there is a conflict")
      return
    }
    #expect(try await folders[0].load(key)?.bytes == [1])
    #expect(try await folders[1].load(key)?.bytes == [2])
  }

  /// The system would use the folder whose name ends at the NUL, or the root.
  @Test(arguments: [
    ("", "is empty; name a folder"), ("NUL", "has a NUL; name a folder without one"),
  ])
  func `a path that names no folder is an error, and nothing is watched`(
    _ name: String,
    _ fault: String
  ) async throws {
    let folder = try TestFolder()
    let key = SessionIdentifier.random().key
    let path = name == "NUL" ? folder.path + "\0off" : name
    let changes: AsyncStream<SessionChange>
    do {
      let store = RouteFolder(path: path)
      changes = await store.changes()
      let named = RouteFolder(path: folder.path)
      let write = try await named.store([1], at: key, expecting: nil, expiry: .distantFuture)
      guard case .stored(let version) = write else { throw CancellationError() }
      let errors = [
        await #expect(throws: SessionStoreError.self) { try await store.load(key) },
        await #expect(throws: SessionStoreError.self) {
          try await store.store([2], at: key, expecting: version, expiry: .distantFuture)
        },
        await #expect(throws: SessionStoreError.self) {
          try await store.renew(key, as: key, [2], expecting: version, expiry: .distantFuture)
        },
        await #expect(throws: SessionStoreError.self) {
          try await store.touch(key, expiry: .distantFuture)
        },
        await #expect(throws: SessionStoreError.self) { try await store.remove(key) },
      ]
      let wanted = SessionStoreError(.unreachable, store: path, reason: "its path \(fault)")
      #expect(errors == Array(repeating: wanted, count: 5))
      #expect(try await named.load(key)?.bytes == [1])
    }
    // Writes have told what was seen, and the end of the store is that of its changes.
    for await change in changes { Issue.record("\(change) was told") }
  }

  @Test func `a last version that a loss of power has damaged is put behind those of all records`()
    async throws
  {
    let folder = try TestFolder()
    let store = RouteFolder(path: folder.path)
    let keys = (0..<3).map { _ in SessionIdentifier.random().key }
    for key in keys {
      _ = try await store.store([1], at: key, expecting: nil, expiry: .distantFuture)
    }
    let last = try #require(try await store.load(keys[2])).version
    for bytes in [Data(), Data([1, 2, 3]), Data(repeating: 255, count: 8)] {
      try bytes.write(to: URL(filePath: folder.path + "/version"))
      let write = try await store.store([2], at: keys[2], expecting: last, expiry: .distantFuture)
      guard case .conflict = write else {
        let next = try #require(try await store.load(keys[2])).version
        #expect(next.rawValue > last.rawValue)
        _ = try await store.store([1], at: keys[2], expecting: next, expiry: .distantFuture)
        return
      }
    }
    Issue.record("nothing was written")
  }

  @Test func `no version comes again where the last was lost with the power`() async throws {
    let folder = try TestFolder()
    let store = RouteFolder(path: folder.path)
    let key = SessionIdentifier.random().key
    let file = URL(filePath: folder.path + "/version")
    var seen: Set<SessionVersion> = []
    var version: SessionVersion?
    for _ in 0..<5 {
      let old = try? Data(contentsOf: file)
      for _ in 0..<10 {
        let write = try await store.store([1], at: key, expecting: version, expiry: .distantFuture)
        version = try await store.load(key)?.version
        #expect(write == .stored(try #require(version)))
        #expect(seen.insert(try #require(version)).inserted)
      }
      // As long as a machine needs to start again, at least.
      try await Task.sleep(for: .milliseconds(2))
      try old?.write(to: file)
    }
  }

  @Test func `a folder that is gone is not made anew, and its changes are told once it is back`()
    async throws
  {
    let folder = try TestFolder()
    let path = folder.path + "/routes"
    let store = RouteFolder(path: path)
    let key = SessionIdentifier.random().key
    // None was there: it is made by the first write.
    #expect(try await store.load(key) == nil)
    #expect(!FileManager.default.fileExists(atPath: path))
    _ = try await store.store([1], at: key, expecting: nil, expiry: .distantFuture)
    var changes = await store.changes().makeAsyncIterator()
    try FileManager.default.moveItem(atPath: path, toPath: path + "-away")
    let errors = [
      await #expect(throws: SessionStoreError.self) { try await store.load(key) },
      await #expect(throws: SessionStoreError.self) {
        try await store.store([2], at: key, expecting: nil, expiry: .distantFuture)
      },
    ]
    #expect(errors.map(\.?.code) == [.unreachable, .unreachable])
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(await changes.next() == .anything)
    try FileManager.default.moveItem(atPath: path + "-away", toPath: path)
    #expect(await changes.next() == .anything)
    let other = RouteFolder(path: path)
    let version = try #require(try await store.load(key)).version
    _ = try await other.store([2], at: key, expecting: version, expiry: .distantFuture)
    #expect(await changes.next() == .session(key))
  }

  /// Else a visitor is told that they are signed out, and is not once the folder is back.
  @Test func `nothing is said to be removed while the folder is away`() async throws {
    let folder = try TestFolder()
    let path = folder.path + "/routes"
    let store = RouteFolder(path: path)
    let key = SessionIdentifier.random().key
    // There was none, and so there is nothing to remove.
    try await store.remove(key)
    #expect(!FileManager.default.fileExists(atPath: path))
    _ = try await store.store([1], at: key, expecting: nil, expiry: .distantFuture)
    try FileManager.default.moveItem(atPath: path, toPath: path + "-away")
    let error = await #expect(throws: SessionStoreError.self) { try await store.remove(key) }
    #expect(error?.code == .unreachable)
    #expect(!FileManager.default.fileExists(atPath: path))
    try FileManager.default.moveItem(atPath: path + "-away", toPath: path)
    #expect(try await store.load(key)?.bytes == [1])
    try await store.remove(key)
    #expect(try await store.load(key) == nil)
  }

  @Test func `whoever waits for another process keeps nobody from reading`()
    async throws
  {
    let folder = try TestFolder()
    let store = RouteFolder(path: folder.path)
    let key = SessionIdentifier.random().key
    _ = try await store.store([1], at: key, expecting: nil, expiry: .distantFuture)
    let stream = await store.changes()
    let reading = Task { for await _ in stream {} }
    defer { reading.cancel() }
    let lock = open(folder.path + "/lock", O_RDWR)
    #expect(flock(lock, LOCK_EX) == 0)
    // More of them than the machine has threads for.
    let writing = (0..<40).map { _ in
      Task {
        try await store.store(
          [2],
          at: SessionIdentifier.random().key,
          expecting: nil,
          expiry: .distantFuture
        )
      }
    }
    try await Task.sleep(for: .milliseconds(50))
    #expect(try await store.load(key)?.bytes == [1])
    _ = flock(lock, LOCK_UN)
    close(lock)
    for write in writing {
      guard case .stored = try await write.value else {
        Issue.record("not written")
        continue
      }
    }
  }

  @Test func `whoever asks for changes makes no folder, and is told of one that comes`()
    async throws
  {
    let folder = try TestFolder()
    let path = folder.path + "/routes"
    let store = RouteFolder(path: path)
    var changes = await store.changes().makeAsyncIterator()
    #expect(!FileManager.default.fileExists(atPath: path))
    let key = SessionIdentifier.random().key
    let other = RouteFolder(path: path)
    _ = try await other.store([1], at: key, expecting: nil, expiry: .distantFuture)
    #expect(await changes.next() == .anything)
    #expect(try await store.load(key)?.bytes == [1])
  }

  #if os(Linux)
    /// Of a link that is turned the system tells nothing to whoever watches what it led to.
    @Test func `changes of a folder that a link is turned to are told`() async throws {
      let folder = try TestFolder()
      let path = folder.path + "/routes"
      let paths = [folder.path + "/first", folder.path + "/second"]
      let files = FileManager.default
      for path in paths {
        try files.createDirectory(atPath: path, withIntermediateDirectories: false)
      }
      try files.createSymbolicLink(atPath: path, withDestinationPath: paths[0])
      try files.createSymbolicLink(atPath: path + "-next", withDestinationPath: paths[1])
      let store = RouteFolder(path: path)
      var changes = await store.changes().makeAsyncIterator()
      #expect(rename(path + "-next", path) == 0)
      // Whoever calls finds the second one, and is told of that from then on.
      let key = SessionIdentifier.random().key
      #expect(try await store.load(key) == nil)
      #expect(await changes.next() == .anything)
      let other = RouteFolder(path: paths[1])
      _ = try await other.store([1], at: key, expecting: nil, expiry: .distantFuture)
      #expect(await changes.next() == .session(key))
    }
  #endif

  /// Sanitizers take many times the memory.
  @Test(.enabled(if: !PropertyRun.isSlow))
  func `a record of as many bytes as a generation may have is read`() async throws {
    let folder = try TestFolder()
    let store = RouteFolder(path: folder.path)
    let key = SessionIdentifier.random().key
    _ = try await store.store([1], at: key, expecting: nil, expiry: .distantFuture)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let name = try #require(names.first { $0.count == 64 })
    // Made longer, which takes no room on the disk: 24 bytes stand before those of the record.
    let size = RouteGeneration.Limits.size
    #expect(truncate("\(folder.path)/\(name)", off_t(size + 24)) == 0)
    #expect(try await store.load(key)?.bytes.count == size)
  }

  /// In a process of its own, as it ended the program.
  @Test func `a record whose version is damaged keeps nobody from writing others`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TestFolder()
      let store = RouteFolder(path: folder.path)
      let keys = (0..<2).map { _ in SessionIdentifier.random().key }
      _ = try await store.store([1], at: keys[0], expecting: nil, expiry: .distantFuture)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      let name = try #require(names.first { $0.count == 64 })
      let file = URL(filePath: "\(folder.path)/\(name)")
      var bytes = Array(try Data(contentsOf: file))
      bytes.replaceSubrange(8..<16, with: [0x7F] + Array(repeating: 0xFF, count: 7))
      try Data(bytes).write(to: file)
      try Data().write(to: URL(filePath: folder.path + "/version"))
      let write = try await store.store([1], at: keys[1], expecting: nil, expiry: .distantFuture)
      guard case .stored = write else { throw CancellationError() }
    }
  }
}
