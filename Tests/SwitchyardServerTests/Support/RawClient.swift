#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif
import Dispatch

/// A client that writes what it is told to a socket, byte for byte, and reads what comes back.
///
/// Its calls wait; each reads no longer than 100 seconds.
final class RawClient: @unchecked Sendable {
  // One thread at a time uses a client: the tests see to it.
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var isOpen = true

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What a server has sent.
  struct Response: Sendable {
    var status: Int
    var fields: [(name: String, value: String)]
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
    subscript(name: String) -> String? {
      fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }
  }

  init(port: UInt16, receiveBuffer: Int32? = nil) throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw Failure(description: "no socket: \(errno)") }
    var timeout = timeval(tv_sec: 100, tv_usec: 0)
    setsockopt(
      descriptor,
      SOL_SOCKET,
      SO_RCVTIMEO,
      &timeout,
      socklen_t(MemoryLayout<timeval>.size)
    )
    if var size = receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
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
    guard result == 0 else {
      let number = errno
      close()
      throw Failure(description: "connect: \(number)")
    }
  }

  deinit { close() }

  func close() {
    guard isOpen else { return }
    isOpen = false
    #if canImport(Darwin)
      Darwin.close(descriptor)
    #else
      Glibc.close(descriptor)
    #endif
  }

  /// Ends the connection with a reset instead of an end.
  func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    let size = socklen_t(MemoryLayout.size(ofValue: linger))
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, size)
    close()
  }

  /// Says that there is no more to send; what comes can still be read.
  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Writes all of it; says whether the server has taken it.
  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        #if canImport(Darwin)
          Darwin.send(descriptor, $0.baseAddress, $0.count, 0)
        #else
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        #endif
      }
      // A process that was stopped for a moment and goes on.
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Reads what comes next, or nothing where the server has ended the connection.
  private func fill() throws -> Bool {
    var piece = [UInt8](repeating: 0, count: 65536)
    var count = recv(descriptor, &piece, piece.count, 0)
    while count < 0, errno == EINTR { count = recv(descriptor, &piece, piece.count, 0) }
    if count < 0 {
      if errno == ECONNRESET { return false }
      throw Failure(description: "recv: \(errno), after \(String(decoding: buffer, as: UTF8.self))")
    }
    buffer += piece.prefix(count)
    return count > 0
  }

  /// All that comes until the server ends the connection.
  func readToEnd() throws -> String {
    while try fill() {}
    defer { buffer = [] }
    return String(decoding: buffer, as: UTF8.self)
  }

  /// Whether something has come, or comes within some milliseconds.
  func hasNews(within milliseconds: Int32) -> Bool {
    var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return !buffer.isEmpty || poll(&waited, 1, milliseconds) > 0
  }

  /// Whether the server has ended the connection, with nothing more to read.
  func isAtEnd() throws -> Bool { try buffer.isEmpty && !fill() }

  /// At least so many bytes.
  func read(atLeast count: Int) throws -> [UInt8] {
    while buffer.count < count { guard try fill() else { break } }
    defer { buffer = [] }
    return buffer
  }

  /// The next response, or nothing where the server has ended the connection before it.
  func response(toHead: Bool = false) throws -> Response? {
    guard let head = try line(upTo: "\r\n\r\n") else {
      guard buffer.isEmpty else { throw Failure(description: "half a head") }
      return nil
    }
    let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
      throw Failure(description: "no status line: \(lines[0])")
    }
    var response = Response(status: status, fields: [], body: [])
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      response.fields.append((String(parts[0]), String(parts.last?.drop { $0 == " " } ?? "")))
    }
    if toHead || status == 204 || status == 304 || status < 200 { return response }
    if response["Transfer-Encoding"] == "chunked" {
      response.body = try chunks()
    } else if let length = response["Content-Length"].flatMap({ Int($0) }) {
      response.body = try bytes(length)
    } else {
      while try fill() {}
      response.body = buffer
      buffer = []
    }
    return response
  }

  /// All up to a text, which is taken as well.
  func line(upTo end: String) throws -> String? {
    let end = Array(end.utf8)
    while true {
      if let place = buffer.indices.first(where: { buffer[$0...].starts(with: end) }) {
        defer { buffer.removeFirst(place + end.count) }
        return String(decoding: buffer[..<place], as: UTF8.self)
      }
      guard try fill() else { return nil }
    }
  }

  private func bytes(_ count: Int) throws -> [UInt8] {
    while buffer.count < count {
      guard try fill() else { throw Failure(description: "half a body") }
    }
    defer { buffer.removeFirst(count) }
    return Array(buffer.prefix(count))
  }

  private func chunks() throws -> [UInt8] {
    var whole: [UInt8] = []
    while true {
      guard let size = try line(upTo: "\r\n"), let count = Int(size, radix: 16) else {
        throw Failure(description: "half a chunked body")
      }
      whole += try bytes(count)
      _ = try bytes(2)
      if count == 0 { return whole }
    }
  }
}

/// Calls what waits on a thread of its own, so that tests leave those of tasks alone.
func blocking<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "client").async {
      continuation.resume(with: Swift.Result { try body() })
    }
  }
}
