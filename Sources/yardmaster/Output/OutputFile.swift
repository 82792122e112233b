#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is written in one piece: under its name there is the old text or the new one, never
/// a part.
struct OutputFile {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Writes a text to a file beside it, which then takes its name, with the rights that a file of
  /// that name has.
  func write(_ text: String) throws(OutputFileError) {
    // A path with a NUL would name another file to C.
    guard !path.utf8.contains(0) else { throw error(.system(nil)) }
    guard !path.isEmpty, !path.hasSuffix("/") else { throw error(.noName) }
    // Where the name is that of a link, the file that it leads to is replaced. No shell has left a
    // tilde that is to be a folder.
    let written = path.hasPrefix("~") ? "./\(path)" : path
    let file = URL(filePath: written).resolvingSymlinksInPath()
    let place = file.path
    var status = stat()
    let isThere = lstat(place, &status) == 0
    guard !isThere || status.st_mode & S_IFMT == S_IFREG else { throw error(.noFile) }
    let rights = isThere ? status.st_mode & 0o7777 : nil
    // A name of its own, as there may be no room behind one that is long.
    let temporary = file.deletingLastPathComponent().appending(path: ".\(UUID().uuidString)").path
    do throws(OutputFileError) {
      try fill(temporary, Array(text.utf8), rights)
      guard rename(temporary, place) == 0 else { throw error(.system(errno)) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

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
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 else {
        if errno == EINTR { continue }
        throw error(.system(errno))
      }
      rest = rest.dropFirst(count)
    }
    guard fsync(descriptor) == 0 else { throw error(.system(errno)) }
  }

  private func error(_ code: OutputFileError.Code) -> OutputFileError {
    OutputFileError(path: path, code: code)
  }
}

/// The function of the system, which the method hides.
private let systemWrite = write
