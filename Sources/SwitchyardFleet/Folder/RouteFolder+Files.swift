#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The files of the folder: `lock`, `version` with the last version, and one for each record.
extension RouteFolder {
  /// The bytes before those of a record: its form, its version and its expiry.
  private static let head = Array("yard0001".utf8)
  private static let headLength = 24

  private func path(_ name: String) -> String { "\(path)/\(name)" }

  /// The folder that has the name of this one.
  private var parent: String {
    var name = path.unicodeScalars[...]
    while name.count > 1, name.last == "/" { name.removeLast() }
    return name.lastIndex(of: "/").map { String(Substring(name[...$0])) } ?? "."
  }

  /// Whether the folder is there now.
  var isThere: Bool {
    guard unsafe access(path, F_OK) == 0 else { return false }
    wasThere = true
    return true
  }

  /// The fault of a path that names no folder, with the remedy; `nil` where it does.
  ///
  /// The system would use another one, whose name ends at the NUL, or the files of the root.
  var pathFault: String? {
    if path.isEmpty { return "its path is empty; name a folder" }
    return path.utf8.contains(0) ? "its path has a NUL; name a folder without one" : nil
  }

  /// Throws where the path names no folder: before each call of the system that has a part of it.
  func checkPath() throws(SessionStoreError) {
    guard let pathFault else { return }
    throw SessionStoreError(.unreachable, store: path, reason: pathFault)
  }

  /// Makes the folder, once; one that was there and is gone is to be put back.
  func makeFolder() throws(SessionStoreError) {
    if isThere { return }
    if wasThere { throw Self.failure(ENOENT, path) }
    if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw failure() }
    wasThere = true
  }

  /// Throws where a folder without a record is none, or was there before.
  private func requireFolder() throws(SessionStoreError) {
    if isThere { return }
    if unsafe wasThere || access(parent, F_OK) != 0 { throw Self.failure(ENOENT, path) }
  }

  // MARK: - Records

  func read(_ key: SessionKey) throws(SessionStoreError) -> SessionRecord? {
    try checkPath()
    guard let bytes = try contents(key.fileName) else {
      try requireFolder()
      return nil
    }
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

  /// Writes a record; one that is to last is on the disk when this returns.
  func put(
    _ record: SessionRecord,
    at key: SessionKey,
    isLasting: Bool
  ) throws(SessionStoreError) {
    let numbers = [record.version.rawValue, record.expiry.milliseconds]
    let bytes = Self.head + numbers.flatMap(Self.bytes) + record.bytes
    try replace(bytes, key.fileName, isLasting: isLasting)
  }

  /// Writes another expiry over that of a record, under the lock; it is no change to be told.
  func put(_ expiry: Date, at key: SessionKey) throws(SessionStoreError) {
    let descriptor = unsafe open(path(key.fileName), O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure() }
    defer { _ = close(descriptor) }
    let bytes = Self.bytes(expiry.milliseconds)
    guard unsafe pwrite(descriptor, bytes, bytes.count, 16) == bytes.count else { throw failure() }
  }

  func delete(_ key: SessionKey) throws(SessionStoreError) {
    guard unsafe unlink(path(key.fileName)) == 0 || errno == ENOENT else { throw failure() }
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
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
      // What cannot be read is nobody's to write over.
      guard let key = SessionKey(fileName: name), let record = try? read(key) else { continue }
      last = max(last, record.version.rawValue)
    }
    // Records that were removed had versions as well.
    return last + 1_000_000
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
  }

  private static func bytes(_ number: Int64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
  }

  // MARK: - The system

  /// Calls a closure while no other process writes; no thread waits for that.
  func locked<Result>(
    _ body: () throws(SessionStoreError) -> Result
  ) async throws(SessionStoreError) -> Result {
    try checkPath()
    try makeFolder()
    let descriptor = unsafe open(path("lock"), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw failure() }
    // The end of the descriptor is that of the lock.
    defer { _ = close(descriptor) }
    let end = ContinuousClock.now + Self.patience
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw failure() }
      guard ContinuousClock.now < end else {
        throw SessionStoreError(.busy, store: path, reason: "another process writes")
      }
      // In a task of its own, as one that is cancelled does not sleep.
      await Task.detached { try? await Task.sleep(for: .milliseconds(1)) }.value
    }
    return try body()
  }

  /// The time that others may write for.
  private static let patience = Duration.seconds(10)

  /// Returns the bytes of a file; `nil` if there is none.
  private func contents(_ name: String) throws(SessionStoreError) -> [UInt8]? {
    let descriptor = unsafe open(path(name), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure()
    }
    defer { _ = close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe systemRead(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure() }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= RouteGeneration.Limits.size else {
        throw SessionStoreError(.damaged, store: path, reason: "\(name) is too large")
      }
    }
  }

  /// Writes a file whole, in the place of the one that is there; under the lock.
  ///
  /// One that is to last is on the disk when this returns.
  private func replace(
    _ bytes: [UInt8],
    _ name: String,
    isLasting: Bool
  ) throws(SessionStoreError) {
    let new = path("new")
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
    let descriptor = unsafe open(new, flags, 0o600)
    guard descriptor >= 0 else { throw failure() }
    var start = 0
    while start < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { all in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: all[start...])
        return unsafe systemWrite(descriptor, rest)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        let failure = failure()
        _ = close(descriptor)
        throw failure
      }
      start += count
    }
    // Before it takes its place: else that could be empty after a loss of power.
    let isWritten = !isLasting || systemSync(descriptor) == 0
    let fault = failure()
    guard close(descriptor) == 0, isWritten else { throw isWritten ? failure() : fault }
    guard unsafe rename(new, path(name)) == 0 else { throw failure() }
    guard isLasting else { return }
    try sync(path)
    // Whoever has made the folder may have ended before the disk had its name.
    if !isNameLasting, unsafe access(parent, R_OK) == 0 { try sync(parent) }
    isNameLasting = true
  }

  /// Waits until the disk has the names of a folder.
  private func sync(_ folder: String) throws(SessionStoreError) {
    let descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard descriptor >= 0 else { throw failure() }
    defer { _ = close(descriptor) }
    guard systemSync(descriptor) == 0 else { throw failure() }
  }

  /// Makes an error of the last call of the system.
  private func failure() -> SessionStoreError { Self.failure(errno, path) }

  private static func failure(_ number: Int32, _ path: String) -> SessionStoreError {
    let code: SessionStoreError.Code =
      switch number {
      case ENOSPC, EDQUOT, EFBIG: .full
      case EROFS, EACCES, EPERM: .readOnly
      case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG: .unreachable
      default: .failed
      }
    return SessionStoreError(code, store: path, reason: unsafe String(cString: strerror(number)))
  }
}

/// Waits until the disk has a file.
private func systemSync(_ descriptor: Int32) -> Int32 {
  #if canImport(Darwin)
    // There `fsync` does not wait for the disk's own memory.
    fcntl(descriptor, F_FULLFSYNC)
  #else
    fsync(descriptor)
  #endif
}

// Methods have the names of these.
func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  unsafe read(descriptor, bytes, count)
}

@unsafe private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}
