import SwitchyardSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FolderFiles {
  /// The bytes before those of a record: its form, its version and its expiry.
  private static let head = Array("yard0001".utf8)
  static let headLength = 24

  func read(_ key: SessionKey) throws(SessionStoreError) -> SessionRecord? {
    guard let bytes = try contents(key.fileName) else { return nil }
    guard bytes.count >= Self.headLength, bytes.starts(with: Self.head) else {
      throw SessionStoreError(
        .damaged,
        store: path,
        reason: "\(key.fileName) is no record"
      )
    }
    return SessionRecord(
      bytes: Array(bytes[Self.headLength...]),
      version: SessionVersion(rawValue: Self.number(bytes[8..<16])),
      expiry: Date(milliseconds: Self.number(bytes[16..<24]))
    )
  }

  /// Writes a record; one that is to last is on the disk when this returns, with its name.
  func put(
    _ record: SessionRecord,
    at key: SessionKey,
    isLasting: Bool
  ) throws(SessionStoreError) {
    try replace(Self.bytes(of: record), key.fileName, isLasting: isLasting)
  }

  /// Writes a record under another key, which takes the old one away; the disk has that when this
  /// returns, and the record as well if it is to last.
  func renew(
    _ key: SessionKey,
    as newKey: SessionKey,
    _ record: SessionRecord,
    isLasting: Bool
  ) throws(SessionStoreError) {
    try prepare(Self.bytes(of: record), isLasting: isLasting)
    // The old key goes first, with its record, over which the new one is moved. A program that is
    // killed in between leaves a key that nobody knows, and the visitor has to begin anew: so it is
    // in any store where it is killed before it has answered. In the other order both keys would be
    // left, and whoever has planted or stolen the old one would have a session still.
    try move(key.fileName, to: newKey.fileName)
    do throws(SessionStoreError) {
      try move(Self.next, to: newKey.fileName)
    } catch {
      // Where it cannot have the new key it keeps the old one.
      try? move(newKey.fileName, to: key.fileName)
      throw error
    }
    try syncNames()
  }

  /// Writes another expiry over that of a record, under the lock; it is no change to be told.
  ///
  /// One that is to last is on the disk when this returns, with its name: it may not have been to
  /// last before.
  func put(_ expiry: Date, at key: SessionKey, isLasting: Bool) throws(SessionStoreError) {
    let flags = O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let file = unsafe openat(descriptor, key.fileName, flags)
    guard file >= 0 else { throw failure() }
    defer { _ = close(file) }
    let bytes = Self.bytes(expiry.milliseconds)
    guard unsafe pwrite(file, bytes, bytes.count, 16) == bytes.count else { throw failure() }
    guard isLasting else { return }
    guard sync(file) == 0 else { throw failure() }
    try syncNames()
  }

  /// Deletes a record; the disk does not have it any more when this returns, however long it was to
  /// last.
  func delete(_ key: SessionKey) throws(SessionStoreError) {
    guard unsafe unlinkat(descriptor, key.fileName, 0) == 0 else {
      if errno == ENOENT { return }
      throw failure()
    }
    try syncNames()
  }

  /// Deletes a file if it is a record that has expired; the caller has the lock.
  /// - Returns: whether it is deleted; what cannot be read or deleted is left.
  func deleteExpired(_ name: String, at time: Date) -> Bool {
    guard SessionKey(fileName: name) != nil, let expiry = expiry(of: name), expiry <= time else {
      return false
    }
    return unsafe unlinkat(descriptor, name, 0) == 0
  }

  /// The expiry of a record, without the rest of it; `nil` where it cannot be read.
  private func expiry(of name: String) -> Date? {
    let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let file = unsafe openat(descriptor, name, flags)
    guard file >= 0 else { return nil }
    defer { _ = close(file) }
    var head = [UInt8](repeating: 0, count: Self.headLength)
    guard unsafe pread(file, &head, head.count, 0) == head.count, head.starts(with: Self.head)
    else { return nil }
    return Date(milliseconds: Self.number(head[16..<24]))
  }

  /// Returns the next version, which no write has had.
  ///
  /// The last one need not survive a loss of power: the milliseconds since 2020 stand in front of a
  /// count, and go on meanwhile.
  func nextVersion(at time: Date) throws(SessionStoreError) -> SessionVersion {
    let bytes = try contents("version") ?? Self.bytes(0)
    var last = bytes.count == 8 ? Self.number(bytes[...]) : -1
    if !(0..<Self.mostVersions ~= last) { last = try lastVersion() }
    guard last < Self.mostVersions else {
      throw SessionStoreError(.damaged, store: path, reason: "its last version is not known")
    }
    let milliseconds = time.milliseconds - 1_577_836_800_000
    let earliest = min(max(0, milliseconds), Self.mostVersions >> 21) << 20
    let next = max(last + 1, earliest)
    try replace(Self.bytes(next), "version", isLasting: false)
    return SessionVersion(rawValue: next)
  }

  private static let mostVersions = Int64.max / 2

  /// Returns a version that is behind those of all records, where a loss of power has damaged the
  /// last.
  private func lastVersion() throws(SessionStoreError) -> Int64 {
    var last: Int64 = 0
    for name in try names() {
      // What cannot be read is nobody's to write over.
      guard let key = SessionKey(fileName: name), let record = try? read(key) else { continue }
      // No write gives a greater one: it is damaged as well.
      if record.version.rawValue < Self.mostVersions { last = max(last, record.version.rawValue) }
    }
    // Records that were removed had versions as well.
    return last + 1_000_000
  }

  private static func bytes(of record: SessionRecord) -> [UInt8] {
    let numbers = [record.version.rawValue, record.expiry.milliseconds]
    return head + numbers.flatMap { bytes($0) } + record.bytes
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
  }

  private static func bytes(_ number: Int64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
  }
}
