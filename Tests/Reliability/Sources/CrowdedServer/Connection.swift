#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif
import Trials

/// A connection to a server at loopback that is kept, with one request at a time.
final class Connection {
  /// What the system knows it by.
  let descriptor: Int32
  /// When the request was due that is not answered yet.
  private(set) var due: ContinuousClock.Instant?
  private var buffer: [UInt8] = []

  /// Connects; later calls do not wait for the server.
  init(port: UInt16) throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafeBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { address in
        connect(descriptor, address.baseAddress, socklen_t(bytes.count))
      }
    }
    guard result == 0 else { throw Disagreement("no connection to the server: \(errno)") }
    var on: Int32 = 1
    setsockopt(
      descriptor,
      Int32(IPPROTO_TCP),
      TCP_NODELAY,
      &on,
      socklen_t(MemoryLayout.size(ofValue: on))
    )
  }

  deinit { close(descriptor) }

  /// Sends a request, which the buffers of the system have room for.
  func send(_ request: [UInt8], due: ContinuousClock.Instant) throws {
    self.due = due
    let count = request.withUnsafeBytes { bytes in
      #if canImport(Glibc)
        Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      #else
        Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
      #endif
    }
    guard count == request.count else { throw Disagreement("a request was not taken: \(errno)") }
  }

  /// Reads what has come; the status of the answer when it is there as a whole.
  func status() throws -> Int? {
    var piece = [UInt8](repeating: 0, count: 16_384)
    let count = recv(
      descriptor,
      &piece,
      piece.count,
      Int32(MSG_DONTWAIT)
    )
    if count < 0, errno == EAGAIN || errno == EINTR { return nil }
    guard count > 0 else {
      throw Disagreement("the server has closed a connection, error \(errno)")
    }
    buffer += piece.prefix(count)
    guard let status = try Self.status(in: buffer) else { return nil }
    buffer = []
    due = nil
    return status
  }

  private static func status(in bytes: [UInt8]) throws -> Int? {
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\r\n",
      omittingEmptySubsequences: false
    )
    guard let end = lines.firstIndex(of: "") else { return nil }
    let head = lines[..<end]
    let length = head.lazy.compactMap { line -> Int? in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { return nil }
      return Int(parts[1].drop { $0 == " " })
    }
    .first
    guard let status = head.first.flatMap({ Int($0.split(separator: " ")[1]) }), let length else {
      throw Disagreement("an answer that cannot be read: \(head.first ?? "")")
    }
    let size = head.reduce(0) { $0 + $1.utf8.count + 2 } + 2 + length
    return bytes.count >= size ? status : nil
  }
}
