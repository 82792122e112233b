import CMicroHTTPD
import SwitchyardSystem

/// Returns the number of processors of the machine.
func systemProcessorCount() -> Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// Returns the number of descriptors that the process may have open.
func systemDescriptorLimit() -> Int {
  var limit = rlimit()
  #if canImport(Glibc)
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    let resource = RLIMIT_NOFILE
  #endif
  guard unsafe getrlimit(resource, &limit) == 0 else { return .max }
  return Int(clamping: limit.rlim_cur)
}

/// Returns the system's message for the last call that failed.
func systemErrorText(_ number: Int32 = errno) -> String {
  unsafe String(cString: strerror(number))
}

/// Returns the bytes of a file and a final zero, or throws with the system's message.
func readText(of path: String) throws(EmbeddedServerError) -> [CChar] {
  guard !path.utf8.contains(0) else {
    throw EmbeddedServerError(.unreadableFile, path, reason: "its path has a NUL; leave it out")
  }
  guard let file = unsafe fopen(path, "r") else {
    throw EmbeddedServerError(.unreadableFile, path, reason: systemErrorText())
  }
  defer { unsafe fclose(file) }
  var text: [CChar] = []
  var piece = [CChar](repeating: 0, count: 4096)
  while true {
    let count = unsafe fread(&piece, 1, piece.count, file)
    text.append(contentsOf: piece.prefix(count))
    guard count == piece.count else { break }
  }
  guard unsafe ferror(file) == 0 else {
    throw EmbeddedServerError(.unreadableFile, path, reason: systemErrorText())
  }
  return text + [0]
}

/// Returns another descriptor of the same socket, or `nil` when the system has none left.
func duplicateDescriptor(_ socket: Int32) -> Int32? {
  let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
  return copy < 0 ? nil : copy
}

/// Closes a descriptor.
func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

/// Returns a number that identifies an open socket among all others, or `nil` if the descriptor is
/// not a socket.
func socketIdentity(_ socket: Int32) -> UInt64? {
  var status = stat()
  guard unsafe fstat(socket, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
  return UInt64(status.st_ino)
}

/// Ends the receiving half of a socket; bytes that have come in already can still be read.
func shutDownReading(_ socket: Int32) { shutdown(socket, Int32(SHUT_RD)) }

/// Ends the sending half of a socket; bytes that were written before still arrive.
func shutDownWriting(_ socket: Int32) { shutdown(socket, Int32(SHUT_WR)) }

/// Writes as much as a socket accepts at once; returns the number of bytes, or `nil` if its other
/// end is gone.
func sendWithoutWaiting(_ bytes: ArraySlice<UInt8>, _ socket: Int32) -> Int? {
  var flags = Int32(MSG_DONTWAIT)
  #if !canImport(Darwin)
    // Elsewhere the library has made sure that no signal comes.
    flags |= Int32(MSG_NOSIGNAL)
  #endif
  let count = unsafe bytes.withUnsafeBytes { bytes in
    unsafe send(socket, bytes.baseAddress, bytes.count, flags)
  }
  if count >= 0 { return count }
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : nil
}

/// Whether there are unread bytes on a socket.
func hasUnreadBytes(_ socket: Int32) -> Bool {
  var count: Int32 = 0
  return unsafe ioctl(socket, UInt(FIONREAD), &count) == 0 && count > 0
}

/// Whether the other end of a socket sends no more, and all that it has sent is read.
func hasEnded(_ socket: Int32) -> Bool {
  var byte: UInt8 = 0
  return unsafe recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
}

/// Drops bytes that have come on a socket, without waiting for any; returns their number, or `nil`
/// if its other end sends no more or is gone.
func dropUnread(_ socket: Int32, upTo limit: Int) -> Int? {
  var dropped = 0
  var piece = [UInt8](repeating: 0, count: 16 * 1024)
  while dropped < limit {
    let count = unsafe recv(socket, &piece, piece.count, Int32(MSG_DONTWAIT))
    if count > 0 {
      dropped += count
    } else if count == 0 || errno != EINTR {
      let isOpen = count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)
      return isOpen ? dropped : nil
    }
  }
  return dropped
}

/// Whether the other end of a socket, whose sending half is closed, has acknowledged all that was
/// sent.
func hasReceivedAll(_ socket: Int32) -> Bool {
  var count: Int32 = 0
  #if canImport(Darwin)
    var size = socklen_t(MemoryLayout<Int32>.size)
    return unsafe getsockopt(socket, SOL_SOCKET, SO_NWRITE, &count, &size) == 0 && count == 0
  #else
    // The end counts as a byte.
    return unsafe ioctl(socket, UInt(TIOCOUTQ), &count) == 0 && count <= 1
  #endif
}

/// Returns the address and port at which a client has reached a socket, as a Host header has them.
func localHost(of socket: Int32) -> String? {
  var storage = sockaddr_storage()
  var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
  return unsafe withUnsafeMutablePointer(to: &storage) { pointer in
    let raw = UnsafeMutableRawPointer(pointer)
    let address = unsafe raw.assumingMemoryBound(to: sockaddr.self)
    guard unsafe getsockname(socket, address, &size) == 0, let text = unsafe addressText(address)
    else { return nil }
    // The port lies in the same place for both families. No host has the zone of an address.
    let port = unsafe UInt16(
      bigEndian: raw.assumingMemoryBound(to: sockaddr_in.self).pointee.sin_port
    )
    let host = text.prefix { $0 != "%" }
    return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}

/// Returns the numeric form of an address, without its port.
@unsafe
func addressText(_ address: UnsafePointer<sockaddr>) -> String? {
  var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
  let family = unsafe Int32(address.pointee.sa_family)
  let size = family == AF_INET6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
  guard family == AF_INET6 || family == AF_INET,
    unsafe getnameinfo(
      address,
      socklen_t(size),
      &buffer,
      socklen_t(buffer.count),
      nil,
      0,
      NI_NUMERICHOST
    ) == 0
  else { return nil }
  return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
