internal import SwitchyardSystem

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// An open descriptor, closed with its last holder.
final class FileHandle: Sendable {
  let descriptor: CInt
  /// The path that it was opened by; `nil` for a file without one.
  let path: String?

  /// Adopts a descriptor, and closes it at its own end.
  init(_ descriptor: CInt, path: String? = nil) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  /// Opens a path from the working folder, through all its links.
  static func open(
    path: String,
    _ flags: CInt,
    mode: mode_t = 0
  ) throws(SystemFault) -> FileHandle {
    try open(path, in: AT_FDCWD, flags, mode: mode, path: path)
  }

  /// Makes a file without a name, which its owner alone can read, and which is gone with this.
  /// - Parameter folder: the folder that it takes room in; `nil` for that which the environment
  ///   names by `TMPDIR`, or else that of the system.
  /// - Returns: the file, open for reading and writing.
  /// - Throws: `ServedFileError` when there is no such folder, or no room in it.
  static func temporary(in folder: String?) throws(ServedFileError) -> FileHandle {
    let folder = folder ?? FileManager.default.temporaryDirectory.path
    let mode = S_IRUSR | S_IWUSR
    #if canImport(Glibc)
      // It never has a name, so that nothing is left of it whenever the program ends.
      let flags = __O_TMPFILE | O_RDWR | O_EXCL
      if let file = try? open(folder, in: AT_FDCWD, flags, mode: mode, path: nil) { return file }
    #endif
    // Not all file systems have such files.
    let path = "\(folder)/switchyard-\(UUID().uuidString)"
    do throws(SystemFault) {
      let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
      let file = try open(path, in: AT_FDCWD, flags, mode: mode, path: nil)
      // Nobody finds it by a name from here on.
      unlink(path: path)
      return file
    } catch {
      throw ServedFileError(writing: error, path: folder)
    }
  }

  /// Removes a name, as far as there is one.
  static func unlink(path: String) { unsafe path.withCString { unsafe _ = remove($0) } }

  /// Opens a name in this folder; a link is not followed.
  func open(_ name: String, _ flags: CInt) throws(SystemFault) -> FileHandle {
    let path = path.map { $0.hasSuffix("/") ? $0 + name : "\($0)/\(name)" }
    return try Self.open(name, in: descriptor, flags | O_NOFOLLOW, mode: 0, path: path)
  }

  private static func open(
    _ name: String,
    in folder: CInt,
    _ flags: CInt,
    mode: mode_t,
    path: String?
  ) throws(SystemFault) -> FileHandle {
    // The system would open another file, whose name ends there. None has such a name.
    guard !name.utf8.contains(0) else { throw SystemFault(code: ENOENT) }
    var code: CInt = 0
    let descriptor = unsafe name.withCString { name in
      let descriptor = retry { unsafe openat(folder, name, flags | O_CLOEXEC, mode) }
      // Read at once: the next call may change it.
      code = errno
      return descriptor
    }
    guard descriptor >= 0 else { throw SystemFault(code: code) }
    return FileHandle(descriptor, path: path)
  }

  /// The status of the file, or `nil` when the system does not give it.
  var status: FileStatus? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    return FileStatus(status)
  }

  /// Reads at a place.
  func read(upTo count: Int, at offset: Int) throws(ServedFileError) -> [UInt8] {
    var failed = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
      let result = Self.retry {
        unsafe pread(descriptor, buffer.baseAddress, count, off_t(offset))
      }
      failed = result < 0
      size = max(0, result)
    }
    if failed { throw ServedFileError(.unreadable, path: "") }
    return bytes
  }

  /// Writes bytes at a place.
  func write(_ bytes: [UInt8], at offset: Int) throws(ServedFileError) {
    var written = 0
    while written < bytes.count {
      let rest = bytes[written...]
      let count = unsafe rest.withUnsafeBytes { buffer in
        Self.retry {
          unsafe pwrite(descriptor, buffer.baseAddress, buffer.count, off_t(offset + written))
        }
      }
      guard count > 0 else { throw ServedFileError(writing: SystemFault(code: errno), path: "") }
      written += count
    }
  }

  private static func retry<Result: BinaryInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}

/// The status of a file as the system gives it.
struct FileStatus: Equatable, Sendable {
  let isRegular: Bool
  let isFolder: Bool
  let size: Int
  let inode: UInt64
  /// The time of the content, which programs can set, in seconds since 1970 and nanoseconds.
  let seconds: Int
  let nanoseconds: Int
  /// The time of the last change to the content or the status, which no program can set.
  let changeSeconds: Int
  let changeNanoseconds: Int

  init(_ status: stat) {
    isRegular = status.st_mode & S_IFMT == S_IFREG
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    size = Int(status.st_size)
    inode = UInt64(status.st_ino)
    #if canImport(Darwin)
      let (time, change) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (time, change) = (status.st_mtim, status.st_ctim)
    #endif
    seconds = time.tv_sec
    nanoseconds = Int(time.tv_nsec)
    changeSeconds = change.tv_sec
    changeNanoseconds = Int(change.tv_nsec)
  }
}

/// An error thrown when a system call fails.
struct SystemFault: Error {
  let code: CInt

  /// Whether there is nothing at the path, nor can be.
  var isMissing: Bool { code == ENOENT || code == ENOTDIR || code == ENAMETOOLONG }

  /// Whether no descriptors are left, which is not the fault of the file.
  var isShortage: Bool { code == EMFILE || code == ENFILE }

  /// Whether there is no room for more bytes.
  var isFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }
}
