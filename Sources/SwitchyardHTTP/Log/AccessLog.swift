#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import Synchronization

/// A log with one line for each request, in a file or on one of the standard streams.
///
///     let log = try AccessLog(path: "/var/log/books/access.log")
///     configuration.onLog = { log.add($0) }
///
/// A line has less than 4,096 bytes and is written by one call, so that several processes can share
/// a file, and on Linux a pipe as well. Only if the system accepts just a part of a line, as a full
/// disk does, the rest follows; if there is no room for it the line stays incomplete, and the next
/// begins behind it on a line of its own.
public struct AccessLog: Sendable {
  private enum Place {
    case stream(CInt)
    case file(FileHandle)
  }

  /// Whether the last line that was written is incomplete.
  private final class Cut: Sendable {
    let isCut = Atomic(false)
  }

  private let place: Place
  private let cut = Cut()

  private init(_ place: Place) { self.place = place }

  /// The log on standard output.
  public static let standardOutput = AccessLog(.stream(STDOUT_FILENO))

  /// The log on standard error.
  public static let standardError = AccessLog(.stream(STDERR_FILENO))

  /// Opens a log and appends lines to it; a missing file is made, for its owner and group to read.
  /// - Throws: `ServedFileError` if there can be no such file.
  public init(path: String) throws(ServedFileError) {
    let file = try? FileHandle.open(
      path: path,
      O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK,
      mode: S_IRUSR | S_IWUSR | S_IRGRP
    )
    guard let file else { throw ServedFileError(.unwritable, path: path) }
    guard file.status?.isRegular == true else { throw ServedFileError(.wrongKind, path: path) }
    place = .file(file)
  }

  /// Adds the line of a request; one that cannot be written is lost.
  public func add(_ entry: AccessLogEntry) {
    let descriptor =
      switch place {
      case .stream(let descriptor): descriptor
      case .file(let file): file.descriptor
      }
    let wasCut = cut.isCut.load(ordering: .relaxed)
    let line = Array("\(wasCut ? "\n" : "")\(entry)\n".utf8)
    let unwritten = Self.write(line) { bytes in
      unsafe bytes.withUnsafeBytes { unsafe systemWrite(descriptor, $0.baseAddress, $0.count) }
    }
    withExtendedLifetime(place) {}
    // As a rule there is no change to record.
    guard let last = line.dropLast(unwritten).last else { return }
    let isCut = last != UInt8(ascii: "\n")
    if isCut != wasCut { cut.isCut.store(isCut, ordering: .relaxed) }
  }

  /// Writes bytes by a call that may accept some of them only, or be interrupted by a signal.
  /// - Returns: the number of bytes that found no room.
  @discardableResult
  static func write(_ bytes: [UInt8], by call: (ArraySlice<UInt8>) -> Int) -> Int {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = call(rest)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    return rest.count
  }
}

private func systemWrite(_ descriptor: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
