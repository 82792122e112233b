import Foundation
import HTTPTestSupport
import SessionTestSupport
import Testing

@testable import SwitchyardFleet

/// The order in which a folder is written, and what waits for the disk.
@Suite(.timeLimit(.minutes(6))) struct FolderStepTests {
  private enum Part { case file, names }

  @Test(arguments: [true, false])
  func `what lasts waits for the disk, and so does all that takes a key away`(
    isLasting: Bool
  ) throws {
    let folder = try TestFolder()
    let synced = Notes<Part>()
    let opened = try FolderFiles(opening: folder.path) { descriptor in
      var status = stat()
      fstat(descriptor, &status)
      synced.add(status.st_mode & S_IFMT == S_IFDIR ? .names : .file)
      return systemSync(descriptor)
    }
    let files = try #require(opened)
    let (old, new) = (SessionIdentifier.random().key, SessionIdentifier.random().key)
    let expiry = Date() + 60
    let record = SessionRecord(bytes: [1], version: .init(rawValue: 1), expiry: expiry)
    try files.put(record, at: old, isLasting: isLasting)
    #expect(synced.take() == (isLasting ? [.file, .names] : []))
    try files.put(expiry + 1, at: old, isLasting: isLasting)
    #expect(synced.take() == (isLasting ? [.file, .names] : []))
    #expect(try files.read(old)?.expiry == Date(milliseconds: (expiry + 1).milliseconds))
    try files.renew(old, as: new, record, isLasting: isLasting)
    #expect(synced.take() == (isLasting ? [.file, .names] : [.names]))
    #expect(try files.read(old) == nil)
    #expect(try files.read(new)?.bytes == [1])
    try files.delete(new)
    #expect(synced.take() == [.names])
    try files.delete(new)
    #expect(synced.take() == [], "nothing was deleted")
  }

  @Test func `a lock that was deleted while it was waited for is none`() async throws {
    let folder = try TestFolder()
    let end = ContinuousClock.now + .seconds(60)
    var first = try FolderFiles(opening: folder.path)
    try await first?.lock(until: end)
    let path = "\(folder.path)/lock"
    let isHeld = Task {
      let second = try #require(try FolderFiles(opening: folder.path))
      try await second.lock(until: end)
      // By whoever looks for it under its name.
      let lock = open(path, O_RDWR)
      defer { close(lock) }
      return withExtendedLifetime(second) { lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == -1 }
    }
    try await Task.sleep(for: .milliseconds(50))
    try FileManager.default.removeItem(atPath: path)
    first = nil
    #expect(try await isHeld.value)
  }

  @Test func `a removal of which the disk does not know is an error`() throws {
    let folder = try TestFolder()
    let opened = try FolderFiles(opening: folder.path) { _ in
      errno = EIO
      return -1
    }
    let files = try #require(opened)
    let (old, new) = (SessionIdentifier.random().key, SessionIdentifier.random().key)
    let record = SessionRecord(bytes: [1], version: .init(rawValue: 1), expiry: Date() + 60)
    try files.put(record, at: old, isLasting: false)
    let errors = [
      #expect(throws: SessionStoreError.self) {
        try files.renew(old, as: new, record, isLasting: false)
      },
      #expect(throws: SessionStoreError.self) { try files.delete(new) },
    ]
    #expect(errors.map(\.?.code) == [.failed, .failed])
  }

  @Test func `where a record cannot have its new key it has the old one`() throws {
    let folder = try TestFolder()
    let files = try #require(try FolderFiles(opening: folder.path))
    let (old, new) = (SessionIdentifier.random().key, SessionIdentifier.random().key)
    let record = SessionRecord(bytes: [1], version: .init(rawValue: 1), expiry: Date() + 60)
    try files.put(record, at: old, isLasting: false)
    let path = "\(folder.path)/\(new.fileName)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(throws: SessionStoreError.self) {
      try files.renew(old, as: new, record, isLasting: false)
    }
    #expect(try files.read(old)?.bytes == [1])
  }

  #if os(Linux)
    /// Whoever is killed between two steps leaves no session under its old key beside the new one.
    @Test func `a session that is renewed loses its old key before it is under the new one`()
      async throws
    {
      let folder = try TestFolder()
      let store = RouteFolder(path: folder.path)
      let (old, new) = (SessionIdentifier.random().key, SessionIdentifier.random().key)
      let version = try await store.write("1", at: old, expiry: Date() + 60)
      let watcher = FolderWatcher(folder.path) {}
      let write = try await store.renew(old, as: new, [2], expecting: version, expiry: Date() + 60)
      #expect(write == .stored(try #require(try await store.load(new)).version))
      #expect(watcher.take() == [.session(old), .session(new), .session(new)])
    }
  #endif
}
