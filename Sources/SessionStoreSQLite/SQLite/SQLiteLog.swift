#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The log of a file, which the library takes for that of any other at the same path.
///
/// It is held open, so that no other gets its number. That ends no lock of the library, which has
/// none on a log.
final class SQLiteLog {
  private let descriptor: Int32
  private let log: Identity
  private let file: Identity
  /// Whether it was found beside another file: one behind that may have the number of its own.
  private var isForeign = false

  /// Holds the log that now lies beside a file; `nil` where there is none.
  init?(beside path: SQLitePath) {
    let descriptor = unsafe open(path.log, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, let file = Self.status(of: path.file) else {
      _ = close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    log = Identity(status)
    self.file = Identity(file)
  }

  deinit { _ = close(descriptor) }

  /// Whether it still lies there.
  func lies(beside path: SQLitePath) -> Bool { Self.status(of: path.log).map(Identity.init) == log }

  /// Whether it lies there, and what it holds would go into another file than its own.
  ///
  /// The library deletes a log that lies beside an empty file.
  func wouldDamage(_ path: SQLitePath) -> Bool {
    guard let log = Self.status(of: path.log), let file = Self.status(of: path.file) else {
      return false
    }
    guard Identity(log) == self.log else { return false }
    if Identity(file) != self.file { isForeign = true }
    return isForeign && log.st_size > 0 && file.st_size > 0
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }

  /// The numbers that tell a file from all others that there are.
  private struct Identity: Equatable {
    let device: UInt64
    let number: UInt64

    init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }
}

/// The paths of a file and its log, without links.
struct SQLitePath {
  let file: String
  let log: String
}
