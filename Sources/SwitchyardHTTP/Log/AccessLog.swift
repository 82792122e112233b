internal import SwitchyardLocks
internal import SwitchyardSystem

/// A log with one line for each request, in a file or on one of the standard streams.
///
///     let log = try AccessLog(path: "/var/log/books/access.log")
///     configuration.observers = [log]
///
/// A line has less than 4,096 bytes and is written by one call, so that several processes can share
/// a file, and on Linux a pipe as well. Only if the system accepts just a part of a line, as a full
/// disk does, the rest follows; if there is no room for it the line stays incomplete, and the next
/// begins behind it on a line of its own. A line for a stream that nobody reads any more, as the
/// program behind a pipe has ended, is lost, and the process goes on.
public struct AccessLog: RequestObserver {
  /// The format of the lines.
  public enum Format: Sendable {
    /// The combined format of web servers followed by the time taken.
    case combined
    /// A JSON object, with the route and the identifier of the request.
    case json
  }

  /// The format of the lines.
  public private(set) var format: Format
  /// The path of the file; `nil` for a stream.
  private let path: String?
  private let file: Locked<LogFile>

  private init(stream: CInt) {
    format = .combined
    path = nil
    file = Locked(LogFile(stream: stream))
  }

  /// The log on standard output, in the combined format.
  public static let standardOutput = AccessLog(stream: STDOUT_FILENO)

  /// The log on standard error, in the combined format.
  public static let standardError = AccessLog(stream: STDERR_FILENO)

  /// Opens a log and appends lines to it; a missing file is made, for its owner and group to read.
  /// - Throws: `ServedFileError` if there can be no such file.
  public init(path: String, format: Format = .combined) throws(ServedFileError) {
    self.format = format
    self.path = path
    file = Locked(try LogFile(path: path))
  }

  /// Returns the log in the same place with lines of a format.
  public func formatted(as format: Format) -> AccessLog {
    var log = self
    log.format = format
    return log
  }

  /// Opens the file of the path anew, after another program has renamed the one that was there.
  ///
  /// Each line stands whole in the one file or in the other. On a standard stream it does nothing.
  /// - Throws: `ServedFileError` if there can be no such file; then the log goes on in the old one.
  public func reopen() throws(ServedFileError) {
    guard let path else { return }
    let last = file.withLock { $0 }
    let new = try LogFile(path: path, after: last)
    // The last line that is on its way to the old one closes it.
    file.withLock { $0 = new }
  }

  /// Adds the line of a request; one that cannot be written is lost.
  public func add(_ entry: AccessLogEntry) {
    let text =
      switch format {
      case .combined: "\(entry)"
      case .json: entry.json
      }
    let file = file.withLock { $0 }
    let wasCut = file.isCut
    let line = Array("\(wasCut ? "\n" : "")\(text)\n".utf8)
    let unwritten = Self.write(line) { file.write($0) }
    // As a rule there is no change to record.
    guard let last = line.dropLast(unwritten).last else { return }
    let isCut = last != UInt8(ascii: "\n")
    if isCut != wasCut { file.isCut = isCut }
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
