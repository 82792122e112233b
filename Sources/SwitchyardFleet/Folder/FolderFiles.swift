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

/// The files of a folder that is open: `lock`, `version` with the last version, and one for each
/// record.
///
/// All are found from its descriptor. Where another folder gets its name meanwhile, what is read
/// and written stays with the one whose lock is held.
final class FolderFiles {
  /// The path by which it was opened, for errors.
  private let path: String
  private let descriptor: Int32
  /// The descriptor of the lock, which ends with it; -1 while it is not locked.
  private var lock: Int32 = -1

  /// Opens a folder; `nil` if there is none.
  init?(opening path: String) throws(SessionStoreError) {
    self.path = path
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw SessionStoreError(ofSystem: errno, path)
    }
  }

  deinit {
    if lock >= 0 { _ = close(lock) }
    if descriptor >= 0 { _ = close(descriptor) }
  }

  /// The numbers that tell a folder from all others that there are.
  struct Identity: Hashable {
    private let device: UInt64
    private let number: UInt64

    init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  /// Its identity; `nil` if the system does not tell.
  var identity: Identity? {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? Identity(status) : nil
  }

  /// Whether its path still leads to it.
  var isNamed: Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && Identity(status) == identity
  }

  /// Waits until no other process writes; no thread waits for that.
  ///
  /// The lock ends with these files.
  func lock(until end: ContinuousClock.Instant) async throws(SessionStoreError) {
    lock = unsafe openat(descriptor, "lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { throw failure() }
    while flock(lock, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw failure() }
      guard ContinuousClock.now < end else {
        throw SessionStoreError(.busy, store: path, reason: "another process writes")
      }
      // In a task of its own, as one that is cancelled does not sleep.
      await Task.detached { try? await Task.sleep(for: .milliseconds(1)) }.value
    }
  }

  /// Makes an error of the last call of the system.
  private func failure() -> SessionStoreError { SessionStoreError(ofSystem: errno, path) }
}

// MARK: - Records

extension FolderFiles {
  /// The bytes before those of a record: its form, its version and its expiry.
  private static let head = Array("yard0001".utf8)
  private static let headLength = 24

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
    let numbers = [record.version.rawValue, record.expiry.milliseconds]
    let bytes = Self.head + numbers.flatMap(Self.bytes) + record.bytes
    try replace(bytes, key.fileName, isLasting: isLasting)
  }

  /// Writes another expiry over that of a record, under the lock; it is no change to be told.
  func put(_ expiry: Date, at key: SessionKey) throws(SessionStoreError) {
    let file = unsafe openat(descriptor, key.fileName, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure() }
    defer { _ = close(file) }
    let bytes = Self.bytes(expiry.milliseconds)
    guard unsafe pwrite(file, bytes, bytes.count, 16) == bytes.count else { throw failure() }
  }

  func delete(_ key: SessionKey) throws(SessionStoreError) {
    guard unsafe unlinkat(descriptor, key.fileName, 0) == 0 || errno == ENOENT else {
      throw failure()
    }
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

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
  }

  private static func bytes(_ number: Int64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
  }
}

// MARK: - The system

extension FolderFiles {
  /// The names of all files, to be read one after the other.
  func names() throws(SessionStoreError) -> FolderNames {
    // It has a place of its own, and is closed with the list.
    let own = unsafe openat(descriptor, ".", O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard own >= 0 else { throw failure() }
    guard let names = FolderNames(of: own) else {
      let failure = failure()
      _ = close(own)
      throw failure
    }
    return names
  }

  /// Returns the bytes of a file; `nil` if there is none.
  private func contents(_ name: String) throws(SessionStoreError) -> [UInt8]? {
    // What is no file makes nobody wait.
    let file = unsafe openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw failure()
    }
    defer { _ = close(file) }
    let most = RouteGeneration.Limits.size + Self.headLength
    var bytes: [UInt8] = []
    var status = stat()
    // A large one is read into the memory that it needs, and no more.
    if unsafe fstat(file, &status) == 0 { bytes.reserveCapacity(min(Int(status.st_size), most)) }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe systemRead(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure() }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= most else {
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
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
    let file = unsafe openat(descriptor, "new", flags, 0o600)
    guard file >= 0 else { throw failure() }
    var start = 0
    while start < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { all in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: all[start...])
        return unsafe systemWrite(file, rest)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        let failure = failure()
        _ = close(file)
        throw failure
      }
      start += count
    }
    // Before it takes its place: else that could be empty after a loss of power.
    let isWritten = !isLasting || systemSync(file) == 0
    let fault = failure()
    guard close(file) == 0, isWritten else { throw isWritten ? failure() : fault }
    guard unsafe renameat(descriptor, "new", descriptor, name) == 0 else { throw failure() }
    if isLasting, systemSync(descriptor) != 0 { throw failure() }
  }
}

extension SessionStoreError {
  /// Makes an error of a call of the system.
  init(ofSystem number: Int32, _ path: String) {
    let code: Code =
      switch number {
      case ENOSPC, EDQUOT, EFBIG: .full
      case EROFS, EACCES, EPERM: .readOnly
      case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG: .unreachable
      default: .failed
      }
    self.init(code, store: path, reason: unsafe String(cString: strerror(number)))
  }
}

/// Waits until the disk has a file, or the names of a folder.
func systemSync(_ descriptor: Int32) -> Int32 {
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
