import SwitchyardSystem

/// A socket on which clients arrive.
///
/// It is made here and not by the library, which would not report why it failed.
struct ListeningSocket: Sendable {
  /// The descriptor; the code that makes the value must close it.
  let descriptor: Int32
  /// The port it listens at.
  let port: UInt16

  /// Listens at an address.
  init(address: String, port: UInt16) throws(EmbeddedServerError) {
    let place = address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    unsafe hints.ai_family = AF_UNSPEC
    #if canImport(Glibc)
      unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      unsafe hints.ai_socktype = SOCK_STREAM
    #endif
    var found: UnsafeMutablePointer<addrinfo>?
    let failure = unsafe getaddrinfo(address, String(port), &hints, &found)
    guard failure == 0, let info = unsafe found else {
      let reason = unsafe String(cString: gai_strerror(failure))
      throw EmbeddedServerError(.badAddress, place, reason: reason)
    }
    defer { unsafe freeaddrinfo(info) }

    let descriptor = unsafe socket(info.pointee.ai_family, info.pointee.ai_socktype, 0)
    guard descriptor >= 0 else {
      throw EmbeddedServerError(.noResources, "a socket", reason: systemErrorText())
    }
    var on: Int32 = 1
    var off: Int32 = 0
    let size = socklen_t(MemoryLayout<Int32>.size)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
    if unsafe info.pointee.ai_family == AF_INET6 {
      // `::` accepts clients by IPv4 as well.
      unsafe setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &off, size)
    }
    guard unsafe bind(descriptor, info.pointee.ai_addr, info.pointee.ai_addrlen) == 0,
      listen(descriptor, Int32(SOMAXCONN)) == 0
    else {
      let code: EmbeddedServerError.Code = errno == EADDRNOTAVAIL ? .badAddress : .cannotListen
      let error = EmbeddedServerError(code, place, reason: systemErrorText())
      closeDescriptor(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.port = Self.port(of: descriptor)
  }

  private static func port(of descriptor: Int32) -> UInt16 {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      let raw = UnsafeMutableRawPointer(pointer)
      guard unsafe getsockname(descriptor, raw.assumingMemoryBound(to: sockaddr.self), &size) == 0
      else { return 0 }
      // The port lies in the same place for both families.
      return unsafe UInt16(
        bigEndian: raw.assumingMemoryBound(to: sockaddr_in.self).pointee.sin_port
      )
    }
  }
}
