internal import SwitchyardLocks
internal import SwitchyardSystem
internal import Synchronization

/// A file that lines are appended to, as it was opened, or one of the standard streams.
final class LogFile: Sendable {
  let descriptor: CInt
  /// The file, which is closed with this; `nil` for a stream.
  private let file: FileHandle?
  private let cut: Atomic<Bool>

  /// Makes that of a standard stream.
  init(stream: CInt) {
    descriptor = stream
    file = nil
    cut = Atomic(false)
  }

  /// Opens a file; a missing one is made, for its owner and group to read.
  /// - Parameters:
  ///   - path: the path.
  ///   - last: the file that it replaces, which may be the same.
  /// - Throws: `ServedFileError` if there can be no such file.
  init(path: String, after last: LogFile? = nil) throws(ServedFileError) {
    let file = try? FileHandle.open(
      path: path,
      O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK,
      mode: S_IRUSR | S_IWUSR | S_IRGRP
    )
    guard let file else { throw ServedFileError(.unwritable, path: path) }
    guard let status = file.status, status.isRegular else {
      throw ServedFileError(.wrongKind, path: path)
    }
    descriptor = file.descriptor
    let isSame = last?.file?.status?.inode == status.inode
    cut = Atomic(isSame && last?.isCut == true)
    self.file = file
  }

  /// Whether the last line that was written is incomplete.
  var isCut: Bool {
    get { cut.load(ordering: .relaxed) }
    set { cut.store(newValue, ordering: .relaxed) }
  }

  /// Writes bytes by one call, and returns what that does: the number of bytes, or -1.
  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    unsafe bytes.withUnsafeBytes { bytes in
      // A file always has a reader; that of a stream may be gone.
      guard file == nil else { return unsafe systemWrite(descriptor, bytes) }
      return PipeSignal.withhold(from: descriptor) { unsafe systemWrite(descriptor, bytes) }
    }
  }
}
