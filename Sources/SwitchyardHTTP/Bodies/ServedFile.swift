internal import SwitchyardSystem

/// A file, or a part of one, as the body of a response.
///
/// It is open from the moment it is made, so that it is sent as it was then found.
public struct ServedFile: Sendable {
  let handle: FileHandle
  /// The path by which the program, or its folder of files, has opened it; `nil` for a file without
  /// a name, as a part of a form is kept in.
  ///
  /// It is for logs: another file may have the name by now. What is sent is that which is open.
  public var path: String? { handle.path }
  /// The offset in the file at which the part begins; a response with one below zero is replaced by
  /// 500.
  public var offset: Int
  /// The number of bytes of the part; a response with one below zero is replaced by 500.
  public var length: Int

  init(_ handle: FileHandle, length: Int) {
    self.handle = handle
    offset = 0
    self.length = length
  }

  /// Returns a descriptor of the file, for a server that lets the system send it.
  ///
  /// The caller closes it. Descriptors of one file share its place in it: read with `pread`, or
  /// send from `offset` on.
  /// - Returns: the descriptor, or `nil` when the system has none left.
  public func duplicateDescriptor() -> CInt? {
    let descriptor = fcntl(handle.descriptor, F_DUPFD_CLOEXEC, 0)
    return descriptor < 0 ? nil : descriptor
  }

  /// Takes the next bytes off the part; `nil` at its end.
  mutating func readPart() throws(ServedFileError) -> [UInt8]? {
    guard length > 0 else { return nil }
    let bytes = try handle.read(upTo: min(length, 1 << 16), at: offset)
    guard !bytes.isEmpty else { throw ServedFileError(.changed, path: "") }
    offset += bytes.count
    length -= bytes.count
    return bytes
  }
}
