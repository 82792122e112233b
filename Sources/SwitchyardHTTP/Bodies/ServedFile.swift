#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A file, or a part of one, as the body of a response.
///
/// It is open from the moment it is made, so that it is sent as it was then found.
public struct ServedFile: Sendable {
  let handle: FileHandle
  /// The offset in the file at which the part begins.
  public var offset: Int
  /// The number of bytes of the part.
  public var length: Int

  init(_ handle: FileHandle, length: Int) {
    self.handle = handle
    offset = 0
    self.length = length
  }

  /// Returns a descriptor of the file, which the caller closes, or `nil` when the system has none
  /// left.
  ///
  /// Descriptors of one file share its place in it: they are read with `pread`.
  package func duplicateDescriptor() -> CInt? {
    let descriptor = fcntl(handle.descriptor, F_DUPFD_CLOEXEC, 0)
    return descriptor < 0 ? nil : descriptor
  }

  /// The bytes of the part.
  func read() throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length)
    while bytes.count < length {
      let part = try handle.read(upTo: min(length - bytes.count, 1 << 16), at: offset + bytes.count)
      guard !part.isEmpty else { throw ServedFileError(.changed, path: "") }
      bytes += part
    }
    return bytes
  }
}
