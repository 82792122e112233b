internal import SwitchyardSystem

extension ServedFolder {
  /// A file that holds the content of another in a coding.
  struct Precompressed {
    let handle: FileHandle
    let status: FileStatus
    let coding: ContentCoding
  }

  /// Returns the file beside another that holds it in the coding which the client wants most; `nil`
  /// if the file itself is to be sent.
  func precompressed(
    _ found: Found,
    for request: ServerRequest
  ) throws(ResponseError) -> Precompressed? {
    for coding in AcceptedCodings(request.fields).ranked([.brotli, .gzip]) {
      let ending = coding == .gzip ? "gz" : coding.rawValue
      let handle: FileHandle
      do throws(SystemFault) {
        handle = try found.folder.open("\(found.name).\(ending)", O_RDONLY | O_NONBLOCK)
      } catch {
        if error.isShortage { throw ResponseError(.serviceUnavailable) }
        continue
      }
      if let status = handle.status, status.isRegular, status.size > 0 || found.status.size == 0,
        !status.isOlder(than: found.status)
      {
        return Precompressed(handle: handle, status: status, coding: coding)
      }
    }
    return nil
  }
}

extension FileStatus {
  /// Whether the content of a file was written before that of another.
  fileprivate func isOlder(than other: FileStatus) -> Bool {
    (seconds, nanoseconds) < (other.seconds, other.nanoseconds)
  }
}
