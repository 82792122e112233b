import Foundation
import Trials

/// A client that writes and reads what it is told to, byte for byte, and waits for nothing longer than it says.
final class Client {
  /// What a server has sent.
  struct Response {
    let status: Int
    let fields: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
    var isLast: Bool { fields["connection"]?.lowercased() == "close" }
  }

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var isOpen = true
  /// How long a server may take for whatever is asked of it.
  var patience: Double

  /// Connects; nothing where the server lets nobody in.
  init?(port: UInt16, receiveBuffer: Int32? = nil, patience: Double = 20) {
    self.patience = patience
    #if canImport(Glibc)
      // No server that is started meanwhile inherits it.
      let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    descriptor = socket(AF_INET, type, 0)
    let size = socklen_t(MemoryLayout<Int32>.size)
    if var bytes = receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, size) }
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
      close()
      return nil
    }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { close() }

  func close() {
    if isOpen { Foundation.close(descriptor) }
    isOpen = false
  }

  /// Ends the connection with a reset instead of an end.
  func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    let size = socklen_t(MemoryLayout.size(ofValue: linger))
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, size)
    close()
  }

  // MARK: - Writing

  /// Writes all of it; says whether the server has taken it.
  @discardableResult
  func send(_ text: String) throws -> Bool { try send(Array(text.utf8)) }

  @discardableResult
  func send(_ bytes: [UInt8]) throws -> Bool {
    var rest = bytes[...]
    let end = Date.now.addingTimeInterval(patience)
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, 0) }
      if count > 0 { rest = rest.dropFirst(count) }
      if count >= 0 || errno == EINTR { continue }
      guard errno == EAGAIN else { return false }
      guard wait(POLLOUT, until: end) else {
        throw Disagreement("a server that reads nothing for \(patience) s")
      }
    }
    return true
  }

  // MARK: - Reading

  /// Takes what has come, at most so many bytes; says whether there is a server yet.
  func take(upTo count: Int, _ end: Date) throws -> Bool {
    var piece = [UInt8](repeating: 0, count: count)
    while true {
      let count = recv(descriptor, &piece, piece.count, 0)
      if count >= 0 {
        buffer += piece.prefix(count)
        return count > 0
      }
      if errno == EINTR { continue }
      guard errno == EAGAIN else { return false }
      guard wait(POLLIN, until: end) else {
        throw Disagreement("neither an answer nor an end within \(patience) s")
      }
    }
  }

  /// Whether the server ends the connection, within its time; what comes before that is thrown away.
  func waitForEnd() throws {
    let end = Date.now.addingTimeInterval(patience)
    while try take(upTo: 65536, end) { buffer = [] }
  }

  /// All that comes until the server ends the connection.
  func readToEnd() throws -> [UInt8] {
    while try take(upTo: 65536, Date.now.addingTimeInterval(patience)) {}
    defer { buffer = [] }
    return buffer
  }

  /// The next response, or nothing where the server has ended the connection before its first byte.
  ///
  /// As many bytes are read at once as it says. A half response is thrown as such.
  func response(reading step: Int = 65536, _ pause: () -> Void = {}) throws -> Response? {
    let deadline = Date.now.addingTimeInterval(patience)
    func more() throws -> Bool {
      pause()
      return try take(upTo: step, deadline)
    }
    func line(_ separator: String) throws -> String? {
      let separator = Data(separator.utf8)
      while true {
        if let range = Data(buffer).range(of: separator) {
          defer { buffer.removeFirst(range.upperBound) }
          return String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
        }
        guard try more() else { return nil }
      }
    }
    func bytes(_ count: Int) throws -> [UInt8] {
      while buffer.count < count {
        guard try more() else { throw HalfResponse("\(buffer.count) of \(count) bytes") }
      }
      defer { buffer.removeFirst(count) }
      return Array(buffer.prefix(count))
    }
    guard let head = try line("\r\n\r\n") else {
      guard buffer.isEmpty else { throw HalfResponse(String(decoding: buffer, as: UTF8.self)) }
      return nil
    }
    let lines = head.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count > 1, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
      throw Disagreement("an answer that begins \(lines[0].prefix(100))")
    }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      fields[parts[0].lowercased()] = parts.last?.trimmingCharacters(in: .whitespaces)
    }
    var body: [UInt8] = []
    if fields["transfer-encoding"] == "chunked" {
      while true {
        guard let size = try line("\r\n"), let count = Int(size, radix: 16) else {
          throw HalfResponse("chunks")
        }
        body += try bytes(count + 2).dropLast(2)
        if count == 0 { break }
      }
    } else if let length = fields["content-length"].flatMap({ Int($0) }) {
      body = try bytes(length)
    }
    return Response(status: status, fields: fields, body: body)
  }

  private func wait(_ event: Int32, until end: Date) -> Bool {
    var waited = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    let milliseconds = end.timeIntervalSinceNow * 1000
    return milliseconds > 0 && poll(&waited, 1, Int32(milliseconds)) != 0
  }
}

/// Clients each of which is used by one thread.
final class HeldClients: @unchecked Sendable {
  let clients: [Client]

  init(_ clients: [Client]) { self.clients = clients }
}

/// A response that breaks off.
struct HalfResponse: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = "half a response: " + description }
}

/// The text of a request without a body.
func get(_ path: String, _ fields: String = "") -> String {
  "GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
}

/// The text of a request with a body.
func post(_ path: String, _ body: String, length: Int? = nil) -> String {
  "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(length ?? body.utf8.count)\r\n\r\n\(body)"
}

/// A little time.
func rest(_ seconds: Double = 0.02) { usleep(UInt32(seconds * 1e6)) }
