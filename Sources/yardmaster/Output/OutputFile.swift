import SwitchyardSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file that is written in one piece: under its name there is the old text or the new one, never
/// a part.
struct OutputFile {
  private let path: String
  private let option: CommandOption

  /// Takes the path that an option has as its value.
  init(_ path: String, of option: CommandOption) {
    self.path = path
    self.option = option
  }

  /// Writes a text to a file beside it, which then takes its name, with the rights that a file of
  /// that name has.
  func write(_ text: String) throws(OutputFileError) {
    // A path with a NUL would name another file to C.
    guard !path.utf8.contains(0) else { throw error(.system(nil)) }
    guard !path.isEmpty, !path.hasSuffix("/") else { throw error(.noName) }
    let (place, rights) = try destination()
    // A name of its own, as there may be no room behind one that is long.
    let temporary = "\(place.folder).\(UUID().uuidString)"
    do throws(OutputFileError) {
      try fill(temporary, Array(text.utf8), rights)
      guard rename(temporary, place) == 0 else { throw error(.system(errno)) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Finds the file that is replaced, and its rights: where the name is that of a link, the file
  /// that it leads to; where nothing has the name yet, there are no rights.
  ///
  /// All other parts of the path are the system's to follow, as two dots behind a link are not the
  /// folder that the link stands in.
  private func destination() throws(OutputFileError) -> (place: String, rights: mode_t?) {
    var place = path
    for links in 0...Self.mostLinks {
      var status = stat()
      guard lstat(place, &status) == 0 else {
        guard links == 0 else { throw error(.noFile) }
        return (place, nil)
      }
      switch status.st_mode & S_IFMT {
      case S_IFREG: return (place, status.st_mode & 0o7777)
      case S_IFLNK:
        guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place) else {
          throw error(.noFile)
        }
        place = target.utf8.first == UInt8(ascii: "/") ? target : place.folder + target
      default: throw error(.noFile)
      }
    }
    throw error(.noFile)
  }

  /// The most links that lead from one to the next, as many as Linux follows.
  private static let mostLinks = 40

  /// Makes a file with some bytes, which is on the disk when it returns.
  private func fill(
    _ place: String,
    _ bytes: [UInt8],
    _ rights: mode_t?
  ) throws(OutputFileError) {
    let descriptor = open(place, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, rights ?? 0o666)
    guard descriptor >= 0 else { throw error(.system(errno)) }
    defer { close(descriptor) }
    // The mask of the process has no say in rights that were given.
    if let rights, fchmod(descriptor, rights) != 0 { throw error(.system(errno)) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0) }
      guard count >= 0 else {
        if errno == EINTR { continue }
        throw error(.system(errno))
      }
      rest = rest.dropFirst(count)
    }
    guard fsync(descriptor) == 0 else { throw error(.system(errno)) }
  }

  private func error(_ code: OutputFileError.Code) -> OutputFileError {
    OutputFileError(path: path, code: code, option: option)
  }
}

extension String {
  /// The part of a path before its last name, with the slash between them.
  fileprivate var folder: String {
    // By scalars, as a mark may stand behind the slash.
    guard let slash = unicodeScalars.lastIndex(of: "/") else { return "" }
    return String(unicodeScalars[...slash])
  }
}
