#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A log with one line for each request, in a file or on standard output.
///
///     let log = try HTTPAccessLog(path: "/var/log/books/access.log")
///     configuration.onLog = { log.add($0) }
///
/// Each line is written at once and as a whole, so that several processes can share a file.
public struct HTTPAccessLog: Sendable {
  private let file: FileHandle?

  private init(_ file: FileHandle?) { self.file = file }

  /// The log on standard output.
  public static let standardOutput = HTTPAccessLog(nil)

  /// Opens a log behind whose end lines are written; a file that is not there is made, for its owner and group to read.
  /// - Throws: `HTTPFileError` where there can be no such file.
  public init(path: String) throws(HTTPFileError) {
    let file = try? FileHandle.open(
      path: path,
      O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK,
      mode: S_IRUSR | S_IWUSR | S_IRGRP
    )
    guard let file else { throw HTTPFileError(.unreadable, path: path) }
    guard file.status?.isRegular == true else { throw HTTPFileError(.wrongKind, path: path) }
    self.file = file
  }

  /// Adds the line of a request; one that cannot be written is lost.
  public func add(_ entry: HTTPLogEntry) {
    let line = Array("\(entry)\n".utf8)
    unsafe line.withUnsafeBytes { bytes in
      unsafe _ = write(file?.descriptor ?? STDOUT_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}
