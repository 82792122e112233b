#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
public import SessionStore

extension SQLiteSessionStore {
  /// Returns the sessions that change from now on, by writes of any process.
  ///
  /// SQLite tells nobody: as long as somebody reads, the file is asked again and again whether it
  /// has changed, which touches no disk. Where it could not be asked for half a minute, as the
  /// process was stopped, rows that changed may be gone: then anything may have changed.
  public func changes() async -> AsyncStream<SessionChange> {
    let stream = readers.add { [weak self] number in
      Task { [weak self] in await self?.leave(number) }
    }
    let isKnown: Void? = try? await perform { connection throws(SQLiteFailure) in
      if self.seen == nil { try self.begin(connection) }
    }
    // What changes until the file can be read is not known.
    if isKnown == nil { readers.tell(.anything) }
    watch()
    return stream
  }

  /// Takes what the file holds now for known.
  func begin(_ connection: SQLiteConnection) throws(SQLiteFailure) {
    let time = now()
    let last = try connection.run(SessionStatements.lastVersion) { $0.integer(0) }.first ?? 0
    // In a file that has been opened anew there may be anything.
    if seen != nil { readers.tell(.anything) }
    (seen, seenTime) = (last, time)
    // Another connection counts otherwise.
    dataVersion = nil
  }

  private func leave(_ number: Int) {
    readers.remove(number)
    if readers.isEmpty { seen = nil }
  }

  /// Looks for changes of others until nobody reads them.
  private func watch() {
    guard !isWatched else { return }
    isWatched = true
    let interval = options.changeInterval
    Task { [weak self] in
      while await self?.look() == true { try? await Task.sleep(for: interval) }
    }
  }

  /// - Returns: whether somebody reads.
  private func look() async -> Bool {
    let time = now()
    let version = try? await perform { connection throws(SQLiteFailure) in
      try connection.run(SessionStatements.dataVersion) { $0.integer(0) }.first
    }
    if let version, version != dataVersion {
      dataVersion = version
      await tellChanges()
    } else if version != nil {
      seenTime = time
    }
    isWatched = !readers.isEmpty
    return isWatched
  }

  /// Tells readers of the sessions that have changed since the last time.
  func tellChanges() async {
    guard !readers.isEmpty else { return }
    let isTold: Void? = try? await perform { connection throws(SQLiteFailure) in
      let time = self.now()
      let changes = try connection.run(SessionStatements.changes, [.integer(self.seen ?? 0)]) {
        (version: $0.integer(0), key: SessionKey(bytes: $0.bytes(1)))
      }
      // The rows of sessions that are gone may have been swept since the last time.
      if abs(time.timeIntervalSince(self.seenTime)) * 1000 > Double(Self.rest / 2) {
        self.readers.tell(.anything)
      }
      for change in changes { self.readers.tell(change.key.map { .session($0) } ?? .anything) }
      self.seen = changes.last?.version ?? self.seen
      self.seenTime = time
    }
    // An error is nothing for somebody who has written: the next look finds what is new.
    if isTold == nil { dataVersion = nil }
  }
}
