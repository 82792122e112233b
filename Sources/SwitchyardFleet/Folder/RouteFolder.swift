#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A store in a folder, which several processes of one machine may share; for shared routes where
/// there is no database.
///
///     let source = RouteSource(in: RouteFolder(path: "/var/lib/shop/routes"))
///
/// A record is a file of its own. It is written beside its place and moved there, so that readers
/// see it whole; whoever writes has the lock of the folder. What is acknowledged survives a loss of
/// power, as does the folder itself where the one around it may be read; but not records that last
/// for less than an hour, as the answers of servers: those are not worth a wait for the disk, and
/// one that is damaged then is an error. What is removed or renewed does not come back under its
/// old key, however long it was to last.
///
/// Its files are for one user alone, whoever writes first. Any other gets an error before a record
/// is written, root as well, who may only remove one or let it last longer.
///
/// When a record is added that expires, those that have expired are deleted: by each store once a
/// minute at most, and in a folder of more than 5,000 files, some by each add besides, so that it
/// grows only as long as nine tenths of them live. A write that finds no room deletes them as well,
/// and is made once more; each store does so once a second at most.
///
/// Changes are watched by inotify on Linux, and elsewhere looked for every 10 milliseconds. Each
/// program has to be allowed to list the folder, which must not lie on a network's disk, over which
/// locks are not sure.
public actor RouteFolder: VersionedSessionStore {
  let path: String
  private let now: @Sendable () -> Date
  private var readers = SessionChangeReaders()
  private(set) var watcher: FolderWatcher?

  /// The seconds for which a record has to last so that writes of it wait for the disk.
  private static let shortLife = 3_600.0

  /// The search for records that have expired: it reads the heads of files.
  private var cleaning = FolderCleaning()

  /// Whether the folder was there: one that is gone since is not made anew, as its records are to
  /// be put back.
  var wasThere = false
  /// The folder of which the disk has the name, as far as this process may see to that.
  var lasting: FolderFiles.Identity?

  /// Makes a store; the folder is made by the first call that writes, in one that there is.
  public init(path: String, now: @escaping @Sendable () -> Date = { Date() }) {
    self.path = path
    self.now = now
  }

  deinit { readers.finish() }

  /// Returns a record, or `nil` if there is none.
  public func load(_ key: SessionKey) throws(SessionStoreError) -> SessionRecord? {
    try files().flatMap { files throws(SessionStoreError) in try load(key, from: files) }
  }

  private func load(
    _ key: SessionKey,
    from files: FolderFiles
  ) throws(SessionStoreError) -> SessionRecord? {
    guard let record = try files.read(key), record.expiry > now() else { return nil }
    return record
  }

  /// Writes a record, if it is at the version that is expected.
  public func store(
    _ bytes: [UInt8],
    at key: SessionKey,
    expecting version: SessionVersion?,
    expiry: Date
  ) async throws(SessionStoreError) -> SessionWrite {
    defer { tell() }
    return try await locked { files throws(SessionStoreError) in
      let current = try load(key, from: files)
      guard current?.version == version else { return .conflict(current: current) }
      let version = try write(bytes, at: key, from: key, expiry, files)
      // Who stores generations, of which there may be many, has nothing that expires.
      if current == nil, expiry < .distantFuture { cleaning.goOn(in: files, at: now()) }
      return .stored(version)
    }
  }

  /// Writes a record under another key that has none, if it is at the version that is expected.
  public func renew(
    _ key: SessionKey,
    as newKey: SessionKey,
    _ bytes: [UInt8],
    expecting version: SessionVersion,
    expiry: Date
  ) async throws(SessionStoreError) -> SessionWrite {
    defer { tell() }
    return try await locked { files throws(SessionStoreError) in
      let current = try load(key, from: files)
      let isTaken = newKey != key ? try load(newKey, from: files) != nil : false
      guard current?.version == version, !isTaken else { return .conflict(current: current) }
      return .stored(try write(bytes, at: newKey, from: key, expiry, files))
    }
  }

  /// Lets a record last longer.
  public func touch(_ key: SessionKey, expiry: Date) async throws(SessionStoreError) {
    try await locked { files throws(SessionStoreError) in
      guard let record = try load(key, from: files), record.expiry < expiry else { return }
      let isLasting = Self.isLasting(expiry, at: now())
      try files.put(expiry, at: key, isLasting: isLasting)
      if isLasting { try syncName(of: files) }
    }
  }

  /// Removes a record, also one that cannot be read.
  public func remove(_ key: SessionKey) async throws(SessionStoreError) {
    // Where the folder was there and is gone, what it has comes back with it: that is an error.
    guard try files() != nil else { return }
    defer { tell() }
    try await locked { files throws(SessionStoreError) in try files.delete(key) }
  }

  /// Returns the records that change from now on, by writes of any process.
  ///
  /// Where the path is a link that is turned to another folder, the next call notices it.
  public func changes() -> AsyncStream<SessionChange> {
    let stream = readers.add { [weak self] number in
      Task { [weak self] in await self?.leave(number) }
    }
    // Where the path names no folder there is none to watch: all other calls say so.
    if watcher == nil, pathFault == nil {
      watcher = FolderWatcher(path) { [weak self] in
        Task { [weak self] in await self?.tell() }
      }
    }
    return stream
  }

  /// Tells readers what has changed; after a write at once, so that none waits for a thread.
  private func tell() {
    for change in watcher?.take() ?? [] { readers.tell(change) }
  }

  private func leave(_ number: Int) {
    readers.remove(number)
    if readers.isEmpty { watcher = nil }
  }

  /// Writes a record under the lock; where there is no room, once more without what has expired.
  ///
  /// What adds look at would not do: a minute may lie between two looks, in which all expires.
  private func write(
    _ bytes: [UInt8],
    at key: SessionKey,
    from old: SessionKey,
    _ expiry: Date,
    _ files: FolderFiles
  ) throws(SessionStoreError) -> SessionVersion {
    do throws(SessionStoreError) {
      return try put(bytes, at: key, from: old, expiry, files)
    } catch {
      guard error.code == .full, cleaning.makeRoom(in: files, at: now()) else { throw error }
      return try put(bytes, at: key, from: old, expiry, files)
    }
  }

  /// Writes a record with the next version, under the key that it has or another.
  private func put(
    _ bytes: [UInt8],
    at key: SessionKey,
    from old: SessionKey,
    _ expiry: Date,
    _ files: FolderFiles
  ) throws(SessionStoreError) -> SessionVersion {
    let time = now()
    let version = try files.nextVersion(at: time)
    let record = SessionRecord(bytes: bytes, version: version, expiry: expiry)
    let isLasting = Self.isLasting(expiry, at: time)
    if key == old {
      try files.put(record, at: key, isLasting: isLasting)
    } else {
      try files.renew(old, as: key, record, isLasting: isLasting)
    }
    if isLasting { try syncName(of: files) }
    return version
  }

  /// Whether writes of a record that lasts until a time wait for the disk.
  private static func isLasting(_ expiry: Date, at time: Date) -> Bool {
    expiry > time.addingTimeInterval(shortLife)
  }
}
