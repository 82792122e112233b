import Foundation
import SessionTestSupport
import TestSupport
import Testing

@testable import SwitchyardFleet

/// What becomes of the records of a folder that have expired, where there are very many, or no room.
@Suite(.timeLimit(.minutes(6))) struct FolderCleaningTests {
  /// Sanitizers take many times the time.
  @Test(.enabled(if: !PropertyRun.isSlow))
  func `each that is added takes some away, where more than 5,000 have expired`() async throws {
    let folder = try TestFolder()
    let time = TurnedTime()
    let store = RouteFolder(path: folder.path) { time.now }
    let files = try #require(try FolderFiles(opening: folder.path))
    for _ in 0..<12_000 {
      let record = SessionRecord(bytes: [], version: .init(rawValue: 1), expiry: time.after(-1))
      try files.put(record, at: SessionIdentifier.random().key, isLasting: false)
    }
    try await store.add(until: time.after(600))
    // Among the 5,000 names may be those of the folder itself, the lock, the version and the new one.
    #expect((7_001...7_006).contains(try folder.records))
    for _ in 0..<20 {
      let before = try folder.records
      try await store.add(until: time.after(600))
      #expect((-9...1).contains(try folder.records - before), "it looked at more than ten")
    }
    for _ in 0..<500 { try await store.add(until: time.after(600)) }
    // From 5,000 on they have time until the minute is over.
    #expect(try folder.records <= 5_500)
    time.advance(by: 60)
    for _ in 0..<2 {
      try await store.add(until: time.after(600))
      time.advance(by: 60)
    }
    #expect(try folder.records == 523)
  }

  /// Ten names are a part here: the list is at its front, or behind some parts, when there is no
  /// room.
  @Test(arguments: 0...4)
  func `where there is no room, what has expired is found in any place of the list`(
    _ parts: Int
  ) async throws {
    let folder = try TestFolder()
    let time = TurnedTime()
    let files = try #require(try FolderFiles(opening: folder.path))
    for _ in 0..<35 { try files.add(until: .distantFuture) }
    let keys = try files.names().compactMap { SessionKey(fileName: $0) }
    try #require(keys.count == 35)
    for key in keys {
      var cleaning = FolderCleaning(mostHeads: 10)
      for _ in 0..<parts {
        cleaning.goOn(in: files, at: time.now)
        time.advance(by: 60)
      }
      var isDeleted = cleaning.makeRoom(in: files, at: time.now)
      #expect(!isDeleted, "nothing has expired")
      try files.put(time.now, at: key, isLasting: false)
      isDeleted = cleaning.makeRoom(in: files, at: time.now)
      #expect(!isDeleted, "it has looked just before")
      time.advance(by: 1)
      isDeleted = cleaning.makeRoom(in: files, at: time.now)
      #expect(isDeleted)
      #expect(try folder.records == 34)
      try files.add(until: .distantFuture, at: key)
    }
  }

  /// Whoever has been there before may have left a list of very many, of which few are there still.
  @Test func `where there is no room, all is looked at in a folder that has become small`()
    async throws
  {
    let folder = try TestFolder()
    let time = TurnedTime()
    let files = try #require(try FolderFiles(opening: folder.path))
    for _ in 0..<35 { try files.add(until: .distantFuture) }
    let keys = try files.names().compactMap { SessionKey(fileName: $0) }
    var cleaning = FolderCleaning(mostHeads: 10)
    for _ in 0..<3 {
      cleaning.goOn(in: files, at: time.now)
      time.advance(by: 60)
    }
    for key in keys.dropFirst(4) { try files.delete(key) }
    var isDeleted = cleaning.makeRoom(in: files, at: time.now)
    #expect(!isDeleted)
    time.advance(by: 1)
    for key in keys.prefix(4) {
      try files.put(time.now.addingTimeInterval(-1), at: key, isLasting: false)
    }
    isDeleted = cleaning.makeRoom(in: files, at: time.now)
    #expect(isDeleted)
    #expect(try folder.records == 0)
  }

  /// Of twelve names, two with those of the folder itself, the second part of ten is the last two and
  /// eight of the first.
  @Test func `a part goes on at the front of the list behind its end`() async throws {
    let folder = try TestFolder()
    let time = TurnedTime()
    let files = try #require(try FolderFiles(opening: folder.path))
    for _ in 0..<10 { try files.add(until: time.after(30)) }
    var cleaning = FolderCleaning(mostHeads: 10)
    cleaning.goOn(in: files, at: time.now)
    #expect(try folder.records == 10)
    time.advance(by: 60)
    cleaning.goOn(in: files, at: time.now)
    #expect(try folder.records <= 2)
  }

  #if os(Linux)
    /// In a process of its own, which bounds the size of files.
    @Test func `a write that finds no room is made without what has expired`() async {
      await #expect(processExitsWith: .success) {
        let folder = try TestFolder()
        let time = TurnedTime()
        let disk = SmallDisk(folder, records: 5)
        let store = disk.store(at: time)
        for _ in 0..<5 { try await store.add(until: time.after(15)) }
        // A minute is not over, in which adds do not look.
        time.advance(by: 16)
        try await store.add(until: time.after(15))
        #expect(try folder.records == 1)
        for _ in 0..<4 { try await store.add(until: time.after(15)) }
        time.advance(by: 16)
        // As a generation, which looks for nothing itself.
        try await store.add(until: .distantFuture)
        #expect(try folder.records == 1)
        disk.grow()
      }
    }

    @Test func `a folder without room stays full, as long as nothing in it has expired`() async {
      await #expect(processExitsWith: .success) {
        let folder = try TestFolder()
        let time = TurnedTime()
        let disk = SmallDisk(folder, records: 5)
        let store = disk.store(at: time)
        for _ in 0..<5 { try await store.add(until: time.after(15)) }
        func fail() async {
          let error = await #expect(throws: SessionStoreError.self) {
            try await store.add(until: time.after(15))
          }
          #expect(error?.code == .full)
          #expect(error?.store == folder.path)
        }
        time.advance(by: 14.5)
        for _ in 0..<2 { await fail() }
        #expect(try folder.records == 5)
        time.advance(by: 0.625)
        // They have been looked at within a second.
        await fail()
        time.advance(by: 0.375)
        try await store.add(until: time.after(15))
        #expect(try folder.records == 1)
        disk.grow()
      }
    }
  #endif
}

extension RouteFolder {
  /// Adds a record, of 1,000 bytes.
  fileprivate func add(until expiry: Date) async throws {
    let bytes = Array(repeating: UInt8(7), count: 1_000)
    let key = SessionIdentifier.random().key
    let write = try await store(bytes, at: key, expecting: nil, expiry: expiry)
    guard case .stored = write else { throw CancellationError() }
    let record = try load(key)
    #expect(record?.bytes == bytes)
  }
}

extension FolderFiles {
  /// Adds an empty record, without a lock.
  fileprivate func add(
    until expiry: Date,
    at key: SessionKey = SessionIdentifier.random().key
  ) throws {
    let record = SessionRecord(bytes: [], version: .init(rawValue: 1), expiry: expiry)
    try put(record, at: key, isLasting: false)
  }
}

extension TestFolder {
  /// The number of records in it.
  fileprivate var records: Int {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: path).count { $0.count == 64 }
    }
  }
}

#if os(Linux)
  /// A disk with room for some records: while there are as many, no file of the process gets more
  /// than a hundred bytes.
  ///
  /// It is looked at by the store's clock, which is asked before each write.
  private struct SmallDisk: Sendable {
    private let folder: TestFolder
    private let most: Int

    init(_ folder: TestFolder, records most: Int) {
      self.folder = folder
      self.most = most
      // Else the system would end the process.
      signal(SIGXFSZ, SIG_IGN)
    }

    /// Makes a store on it, with a clock.
    func store(at time: TurnedTime) -> RouteFolder {
      RouteFolder(path: folder.path) {
        look()
        return time.now
      }
    }

    func look() {
      let count = (try? folder.records) ?? 0
      limit(count < most ? .max : 100)
    }

    func grow() { limit(.max) }

    private func limit(_ size: rlim_t) {
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      limit.rlim_cur = min(size, limit.rlim_max)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }
  }
#endif
