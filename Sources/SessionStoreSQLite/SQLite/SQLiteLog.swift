internal import CSQLite3
internal import SwitchyardSystem

/// The log of a file, which the library takes for that of any other at the same path.
///
/// Both are held open, so that no others get their numbers.
final class SQLiteLog {
  private let log: HeldFile
  private let file: HeldFile
  private let path: SQLitePath

  /// Holds the log that now lies beside a file, and that file; `nil` where one is missing.
  init?(beside path: SQLitePath) {
    // The end of a descriptor of ours would end the locks that the library has on the same file. It
    // has none on a log; the file itself is held by its path, which ends none.
    let log = HeldFile(path.log, by: unsafe open(path.log, O_RDONLY | O_CLOEXEC))
    let file = HeldFile(path.file, by: unsafe csqlite3_open_path(path.file))
    guard let log, let file else { return nil }
    self.log = log
    self.file = file
    self.path = path
  }

  /// Returns the paths by which both are held, where no file is at the path of a store, and the
  /// library would make one.
  func paths(withoutFileAt path: String) -> SQLitePath? {
    FileStatus(of: path) == nil ? self.path : nil
  }

  /// Whether it still lies there.
  func lies(beside path: SQLitePath) -> Bool {
    FileStatus(of: path.log)?.identity == log.identity
  }

  /// Whether it lies there without its own file: beside another one, and holds something that may
  /// be wanted, or alone while that file may be elsewhere.
  ///
  /// The library would write it into a file beside it, and beside an empty one, or none, delete it:
  /// as is right where the file of the log is deleted, which nobody can put back.
  func isForeign(beside path: SQLitePath) -> Bool {
    guard let log = FileStatus(of: path.log), log.identity == self.log.identity else {
      return false
    }
    // A file that is elsewhere is waited for, whatever there is in its log.
    guard let other = FileStatus(of: path.file) else { return file.mayBeLinked }
    guard other.identity != file.identity, log.size > 0 else { return false }
    return other.size > 0 || file.mayBeLinked
  }
}

/// The paths of a file and its log, without links.
struct SQLitePath {
  let file: String
  let log: String
}

/// A file that no other gets the numbers of, as long as this is there.
private final class HeldFile {
  let identity: FileStatus.Identity
  private let descriptor: Int32

  /// - Parameters:
  ///   - path: the file, which there has to be.
  ///   - descriptor: the one that holds it; -1 where there is none, as where the system gives no
  ///     number twice.
  init?(_ path: String, by descriptor: Int32) {
    // Of what is held: another may lie there by now.
    let status = descriptor < 0 ? FileStatus(of: path) : FileStatus(of: descriptor)
    guard let status else {
      if descriptor >= 0 { _ = close(descriptor) }
      return nil
    }
    identity = status.identity
    self.descriptor = descriptor
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Whether it may have a name still, such as one that it was moved to; without a descriptor that
  /// is not known.
  var mayBeLinked: Bool { descriptor < 0 || FileStatus(of: descriptor)?.isLinked == true }
}

/// The things that the system tells of a file.
private struct FileStatus {
  /// The numbers that tell a file from all others that there are.
  struct Identity: Equatable {
    let device: UInt64
    let number: UInt64
  }

  let identity: Identity
  let size: Int64
  /// Whether it has a name.
  let isLinked: Bool

  /// Asks for the file that a path leads to; `nil` where there is none.
  init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  init?(of descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino)
    )
    size = Int64(status.st_size)
    isLinked = status.st_nlink > 0
  }
}
