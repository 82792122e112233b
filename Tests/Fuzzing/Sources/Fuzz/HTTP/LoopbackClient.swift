#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A client that sends bytes in pieces, says that it has no more, and reads until the server ends the connection.
enum LoopbackClient {
  /// Bytes that are written at once.
  struct Piece {
    let bytes: [UInt8]
    /// Whether the server has time to read them before the next come.
    let isPause: Bool
  }

  /// Sends bytes, and returns all that comes back.
  static func exchange(_ pieces: [Piece], port: UInt16) -> [UInt8] {
    let descriptor = connected(to: port)
    defer { close(descriptor) }
    for piece in pieces {
      if !send(piece.bytes, to: descriptor) { break }
      if piece.isPause { usleep(200) }
    }
    // An end that comes along with the bytes before it is seen by the server a second later.
    var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&waited, 1, 2)
    shutdown(descriptor, Int32(SHUT_WR))
    var answer: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 16384)
    while true {
      let count = recv(descriptor, &part, part.count, 0)
      if count > 0 { answer += part.prefix(count) }
      if count == 0 || count < 0 && errno == ECONNRESET { return answer }
      // The time is up.
      require(
        count > 0 || errno == EINTR,
        "the server does not end the connection: \(errno), \(String(decoding: answer, as: UTF8.self))"
      )
    }
  }

  private static func connected(to port: UInt16) -> Int32 {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var timeout = timeval(tv_sec: 20, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
    var one: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(4))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafeMutableBytes(of: &address) { bytes in
      connect(
        descriptor,
        bytes.assumingMemoryBound(to: sockaddr.self).baseAddress,
        socklen_t(MemoryLayout<sockaddr_in>.size)
      )
    }
    require(result == 0, "the server takes no connection: \(errno)")
    return descriptor
  }

  /// Writes all of it; says whether the server has taken it.
  private static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        #if canImport(Glibc)
          Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #else
          Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
        #endif
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
