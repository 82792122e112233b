import SwitchyardSystem

/// The opener of logs; tests have logs of their own.
struct LogFiles: Sendable {
  /// Opens a log, `-` for standard input, and returns what reads its next bytes; none at its end.
  let open: @Sendable (_ path: String) throws(LogError) -> () throws(LogError) -> [UInt8]
  /// Whether somebody sees how far the reading is.
  var showsProgress = false

  /// The logs that the process can open.
  static let ofProcess = LogFiles(open: openLog, showsProgress: isatty(2) == 1)

  @Sendable
  private static func openLog(
    _ path: String
  ) throws(LogError) -> () throws(LogError) -> [UInt8] {
    guard path != "-" else { return reader(OpenLog(descriptor: 0, isOwned: false), path) }
    // A path with a NUL would name another file to C.
    guard !path.utf8.contains(0) else { throw LogError(.unreadable(EINVAL), in: path) }
    let descriptor = systemOpen(path)
    guard descriptor >= 0 else { throw LogError(.unreadable(errno), in: path) }
    return reader(OpenLog(descriptor: descriptor, isOwned: true), path)
  }

  /// The bytes that are read at once.
  private static let size = 1 << 18

  private static func reader(
    _ log: OpenLog,
    _ path: String
  ) -> () throws(LogError) -> [UInt8] {
    { () throws(LogError) in
      var failure: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        while true {
          let read = systemRead(log.descriptor, UnsafeMutableRawBufferPointer(buffer))
          if read < 0, errno == EINTR { continue }
          if read < 0 { failure = errno }
          count = max(0, read)
          return
        }
      }
      guard failure == 0 else { throw LogError(.unreadable(failure), in: path) }
      return bytes
    }
  }
}

/// A descriptor that is closed with its last user.
private final class OpenLog {
  let descriptor: Int32
  private let isOwned: Bool

  init(descriptor: Int32, isOwned: Bool) {
    self.descriptor = descriptor
    self.isOwned = isOwned
  }

  deinit { if isOwned { close(descriptor) } }
}

private func systemOpen(_ path: String) -> Int32 { open(path, O_RDONLY | O_CLOEXEC) }
