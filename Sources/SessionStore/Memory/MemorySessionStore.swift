#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A store in the memory of the process, which ends with it; for tests, and for those who may
/// forget.
public actor MemorySessionStore: VersionedSessionStore {
  private let limit: Int
  private let byteLimit: Int
  private let now: @Sendable () -> Date
  private var records: [SessionKey: SessionRecord] = [:]
  /// The bytes of all states.
  private var bytes = 0
  /// The number of writes.
  private var count: Int64 = 0
  /// The number of records from which on those that have expired are looked for.
  private var sweepCount = 1024
  /// The time from which on they are looked for again, when that has found too few.
  private var sweepTime = Date.distantPast
  private var readers = SessionChangeReaders()

  /// Makes a store without sessions; a limit within which there can be none stops the program.
  /// - Parameters:
  ///   - limit: the most sessions; one more is an error until others have expired.
  ///   - byteLimit: the most bytes of all states; more is an error until others have expired.
  ///   - now: returns the time.
  ///   - fileID: the file that makes it, for a limit that is none.
  ///   - line: the line that makes it, for a limit that is none.
  public init(
    limit: Int = 1_000_000,
    byteLimit: Int = 1 << 30,
    now: @escaping @Sendable () -> Date = { Date() },
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    // A precondition says nothing of its reason in a release build.
    for (name, value) in [("limit", limit), ("byteLimit", byteLimit)] where value <= 0 {
      fatalError(
        "A store in memory has \(value) for \(name), and so no room. Give it 1 or more.",
        file: fileID,
        line: line
      )
    }
    self.limit = limit
    self.byteLimit = byteLimit
    self.now = now
  }

  deinit { readers.finish() }

  /// Returns the record of a session, or `nil` if there is none.
  public func load(_ key: SessionKey) throws(SessionStoreError) -> SessionRecord? {
    guard let record = records[key], record.expiry > now() else { return nil }
    return record
  }

  /// Writes a state, if the session is at the version that is expected.
  public func store(
    _ bytes: [UInt8],
    at key: SessionKey,
    expecting version: SessionVersion?,
    expiry: Date
  ) throws(SessionStoreError) -> SessionWrite {
    let current = try load(key)
    guard current?.version == version else { return .conflict(current: current) }
    try makeRoom(for: bytes.count, at: key, isNew: current == nil)
    return .stored(write(bytes, at: key, expiry))
  }

  /// Writes a state under another key, if the session is at the version that is expected.
  public func renew(
    _ key: SessionKey,
    as newKey: SessionKey,
    _ bytes: [UInt8],
    expecting version: SessionVersion,
    expiry: Date
  ) throws(SessionStoreError) -> SessionWrite {
    let current = try load(key)
    let isTaken = newKey != key ? try load(newKey) != nil : false
    guard current?.version == version, !isTaken else { return .conflict(current: current) }
    try makeRoom(for: bytes.count, at: key, isNew: false)
    try remove(key)
    return .stored(write(bytes, at: newKey, expiry))
  }

  private func write(_ bytes: [UInt8], at key: SessionKey, _ expiry: Date) -> SessionVersion {
    count += 1
    let version = SessionVersion(rawValue: count)
    self.bytes += bytes.count - (records[key]?.bytes.count ?? 0)
    records[key] = SessionRecord(bytes: bytes, version: version, expiry: expiry)
    readers.tell(.session(key))
    return version
  }

  /// Lets a session last longer.
  public func touch(_ key: SessionKey, expiry: Date) throws(SessionStoreError) {
    guard let record = try load(key), record.expiry < expiry else { return }
    records[key]?.expiry = expiry
  }

  /// Removes a session.
  public func remove(_ key: SessionKey) throws(SessionStoreError) {
    guard let record = records.removeValue(forKey: key) else { return }
    bytes -= record.bytes.count
    readers.tell(.session(key))
  }

  /// Returns the sessions that change from now on.
  public func changes() -> AsyncStream<SessionChange> {
    readers.add { [weak self] number in Task { [weak self] in await self?.leave(number) } }
  }

  private func leave(_ number: Int) { readers.remove(number) }

  /// Looks for records that have expired whenever there are twice as many as were left the last
  /// time, so that it costs each write the same, and when a limit is reached.
  private func makeRoom(
    for size: Int,
    at key: SessionKey,
    isNew: Bool
  ) throws(SessionStoreError) {
    var isFull: Bool {
      isNew && records.count >= limit
        || bytes - (records[key]?.bytes.count ?? 0) + size > byteLimit
    }
    guard isFull || isNew && records.count >= sweepCount else { return }
    let time = now()
    // A store that is full is not gone through for each that it refuses.
    if !isFull || time >= sweepTime || time + 1 < sweepTime {
      records = records.filter { $0.value.expiry > time }
      bytes = records.values.reduce(0) { $0 + $1.bytes.count }
      sweepCount = max(1024, records.count * 2)
      sweepTime = time + 1
    }
    guard isFull else { return }
    throw SessionStoreError(
      .full,
      store: "memory",
      reason: "there are \(records.count) sessions of \(bytes) bytes"
    )
  }
}
