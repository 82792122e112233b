/// Reads responses from what came back on a connection, as strictly as a client can.
struct AnswerReader {
  struct Response {
    let status: Int
    let body: [UInt8]
  }

  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// All responses but those that another is to follow.
  /// - Parameter isHead: whether the request of a number asks for the head alone; nothing where nobody can tell.
  /// - Returns: the responses, or what a client could not have read.
  func responses(isHead: (Int) -> Bool?) -> Result<[Response], Fault> {
    var reader = self
    var responses: [Response] = []
    do throws(Fault) {
      while !reader.rest.isEmpty {
        let response = try reader.next(isHead: isHead(responses.count))
        if response.status >= 200 { responses.append(response) }
      }
    } catch {
      let text = String(decoding: reader.rest, as: UTF8.self)
      return .failure(Fault(description: "\(error) behind \(responses.map(\.status)): \(text)"))
    }
    return .success(responses)
  }

  private mutating func next(isHead: Bool?) throws(Fault) -> Response {
    let line = try line()
    let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count == 3, words[0] == "HTTP/1.1" || words[0] == "HTTP/1.0",
      words[1].utf8.count == 3, let status = Int(words[1])
    else { throw Fault(description: "no status line") }
    var lengths: [String] = []
    var isChunked = false
    while true {
      let field = try self.line()
      if field.isEmpty { break }
      let parts = field.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !parts[0].utf8.contains(0x20) else {
        throw Fault(description: "no field: \(field)")
      }
      let value = parts[1].drop { $0 == " " }
      switch parts[0].lowercased() {
      case "content-length": lengths.append(String(value))
      case "transfer-encoding": isChunked = value == "chunked"
      default: break
      }
    }
    guard lengths.count + (isChunked ? 1 : 0) <= 1 else {
      throw Fault(description: "the length is said twice")
    }
    if isHead ?? rest.isEmpty || status < 200 || status == 204 || status == 304 {
      return Response(status: status, body: [])
    }
    if isChunked { return Response(status: status, body: try chunks()) }
    guard let text = lengths.first else {
      // It ends with the connection.
      defer { rest = [] }
      return Response(status: status, body: Array(rest))
    }
    guard let length = Int(text) else { throw Fault(description: "no length: \(text)") }
    return Response(status: status, body: try bytes(length))
  }

  /// What stands before the next line's end, which is taken with it.
  private mutating func line() throws(Fault) -> String {
    guard let end = rest.firstIndex(of: 0x0A), end > rest.startIndex, rest[end - 1] == 0x0D else {
      throw Fault(description: "no line")
    }
    defer { rest = rest[(end + 1)...] }
    return String(decoding: rest[..<(end - 1)], as: UTF8.self)
  }

  private mutating func bytes(_ count: Int) throws(Fault) -> [UInt8] {
    guard count <= rest.count else { throw Fault(description: "half a body") }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  private mutating func chunks() throws(Fault) -> [UInt8] {
    var whole: [UInt8] = []
    while true {
      guard let count = Int(try line(), radix: 16) else { throw Fault(description: "no chunk") }
      whole += try bytes(count)
      guard try line().isEmpty else { throw Fault(description: "more than a chunk") }
      if count == 0 { return whole }
    }
  }
}
