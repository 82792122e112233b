import SwitchyardSystem

/// The files of a folder that is open: `lock`, `version` with the last version, and one for each
/// record.
///
/// All are found from its descriptor. Where another folder gets its name meanwhile, what is read
/// and written stays with the one whose lock is held.
///
/// All belong to one user, the owner of the lock, who alone may read them: secrets of sessions may
/// lie there. Nobody else writes a record, root included.
final class FolderFiles {
  /// The path by which it was opened, for errors.
  let path: String
  let descriptor: Int32
  /// The descriptor of the lock, which ends with it; -1 while it is not locked.
  private var lock: Int32 = -1
  /// Waits until the disk has a file or the names of the folder; 0 if it has.
  let sync: (Int32) -> Int32

  /// Opens a folder; `nil` if there is none.
  /// - Parameters:
  ///   - path: the folder.
  ///   - sync: waits for the disk, by a descriptor; the call of the system, but for tests.
  /// - Throws: `SessionStoreError` where it cannot be opened.
  init?(
    opening path: String,
    sync: @escaping (Int32) -> Int32 = systemSync
  ) throws(SessionStoreError) {
    self.path = path
    self.sync = sync
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw SessionStoreError(ofSystem: errno, path, isReading: true)
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
    while true {
      lock = unsafe openat(descriptor, "lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard lock >= 0 else { throw failure() }
      while flock(lock, LOCK_EX | LOCK_NB) != 0 {
        guard errno == EWOULDBLOCK || errno == EINTR else { throw failure() }
        try await pause(until: end)
      }
      if isLockInPlace { return }
      // Somebody has deleted it meanwhile, and another may have made the next.
      _ = close(lock)
      lock = -1
      try await pause(until: end)
    }
  }

  /// Waits for a moment, for which no thread waits.
  private func pause(until end: ContinuousClock.Instant) async throws(SessionStoreError) {
    guard ContinuousClock.now < end else {
      throw SessionStoreError(.busy, store: path, reason: "another process writes")
    }
    // In a task of its own, as one that is cancelled does not sleep.
    await Task.detached { try? await Task.sleep(for: .milliseconds(1)) }.value
  }

  /// Whether the lock that is held is still the one that others find.
  private var isLockInPlace: Bool {
    var (held, found) = (stat(), stat())
    guard unsafe fstat(lock, &held) == 0,
      unsafe fstatat(descriptor, "lock", &found, AT_SYMLINK_NOFOLLOW) == 0
    else { return false }
    return Identity(held) == Identity(found)
  }

  /// Makes an error of the last call of the system.
  func failure() -> SessionStoreError { SessionStoreError(ofSystem: errno, path) }
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
  func contents(_ name: String) throws(SessionStoreError) -> [UInt8]? {
    // What is no file makes nobody wait.
    let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let file = unsafe openat(descriptor, name, flags)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw SessionStoreError(ofSystem: errno, path, isReading: true)
    }
    defer { _ = close(file) }
    let most = RouteGeneration.Limits.size + Self.headLength
    var bytes: [UInt8] = []
    var status = stat()
    // A large one is read into the memory that it needs, and no more.
    if unsafe fstat(file, &status) == 0 { bytes.reserveCapacity(min(Int(status.st_size), most)) }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { unsafe systemRead(file, $0) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure() }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= most else {
        throw SessionStoreError(.damaged, store: path, reason: "\(name) is too large")
      }
    }
  }

  /// The name of a file that is being written.
  static let next = "new"

  /// Writes a file whole, in the place of the one that is there; under the lock.
  ///
  /// One that is to last is on the disk when this returns.
  func replace(
    _ bytes: [UInt8],
    _ name: String,
    isLasting: Bool
  ) throws(SessionStoreError) {
    try prepare(bytes, isLasting: isLasting)
    try move(Self.next, to: name)
    if isLasting { try syncNames() }
  }

  /// Writes a file whole, which is then to be moved to its place; under the lock.
  func prepare(_ bytes: [UInt8], isLasting: Bool) throws(SessionStoreError) {
    let file = try makeNext()
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
    let isWritten = !isLasting || sync(file) == 0
    let fault = failure()
    guard close(file) == 0, isWritten else { throw isWritten ? failure() : fault }
  }

  private func makeNext() throws(SessionStoreError) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    while true {
      let file = unsafe openat(descriptor, Self.next, flags, 0o600)
      if file >= 0 {
        do throws(SessionStoreError) {
          try checkOwner(of: file)
          return file
        } catch {
          _ = close(file)
          _ = unsafe unlinkat(descriptor, Self.next, 0)
          throw error
        }
      }
      // It is left by a program that has ended before it was moved.
      guard errno == EEXIST, unsafe unlinkat(descriptor, Self.next, 0) == 0 || errno == ENOENT
      else { throw failure() }
    }
  }

  /// Throws where a file that was just made belongs to another user than the lock, who could not
  /// read it.
  private func checkOwner(of file: Int32) throws(SessionStoreError) {
    guard lock >= 0 else { return }
    var (made, locked) = (stat(), stat())
    guard unsafe fstat(file, &made) == 0, unsafe fstat(lock, &locked) == 0 else { throw failure() }
    guard made.st_uid != locked.st_uid else { return }
    throw SessionStoreError(
      .readOnly,
      store: path,
      reason: "its files are for user \(locked.st_uid), who could not read those of user "
        + "\(made.st_uid); run this program as user \(locked.st_uid)"
    )
  }

  func move(_ name: String, to other: String) throws(SessionStoreError) {
    guard unsafe renameat(descriptor, name, descriptor, other) == 0 else { throw failure() }
  }

  /// Waits until the disk has the names of the files as they are now.
  func syncNames() throws(SessionStoreError) {
    guard sync(descriptor) == 0 else { throw failure() }
  }
}

extension SessionStoreError {
  /// Makes an error of a call of the system, which may be one that opens something to read it.
  init(ofSystem number: Int32, _ path: String, isReading: Bool = false) {
    let code: Code =
      switch number {
      case ENOSPC, EDQUOT, EFBIG: .full
      case EACCES where isReading, EPERM where isReading: .unreachable
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
