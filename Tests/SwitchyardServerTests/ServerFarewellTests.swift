import SwitchyardServer
import Testing

/// Responses to requests whose body is still coming in.
@Suite(.timeLimit(.minutes(6))) struct ServerFarewellTests {
  private func routes(_ router: Router) {
    router.post("/collect") { request in .bytes(try await request.body.collect()) }
    router.post("/refuse") { request in
      for try await _ in request.body { throw ResponseError(.forbidden, message: "Enough.") }
      return .text("")
    }
    router.post("/large") { request in
      for try await _ in request.body { break }
      return .bytes([UInt8](repeating: 7, count: 8 << 20))
    }
    router.post("/stream") { request in
      for try await _ in request.body { break }
      var response = ServerResponse.stream { try await $0.write("streamed") }
      response.fields["X-Frame-Options"] = "DENY"
      response.fields[.cacheControl] = "max-age=60"
      return response
    }
    router.post("/fields") { request in
      for try await _ in request.body { break }
      let fields: HeaderFields = [
        "X-Empty": "", "X-Tab": "a\tb", .contentLength: "7", .connection: "keep-alive",
        .date: "Sun, 06 Nov 1994 08:49:37 GMT",
      ]
      return ServerResponse(.forbidden, fields: fields)
    }
    router.post("/denied") { _ in .text("") }
    router.guard("/denied") { _ in .deny }
    router.get("/ok") { _ in .text("ok") }
  }

  private func chunk(_ count: Int) -> [UInt8] {
    Array("\(String(count, radix: 16))\r\n\(String(repeating: "x", count: count))\r\n".utf8)
  }

  private func head(_ path: String, _ field: String) -> String {
    "POST \(path) HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n"
  }

  private static let chunked = "Transfer-Encoding: chunked"

  private static let halves = ["Content-Length: 100\r\n\r\nhello!", "\(chunked)\r\n\r\n3\r\nabc"]

  @Test(arguments: halves) func `a handler that waits for a body too long is answered with 504`(
    _ half: String
  ) async throws {
    var settings = Router.Configuration.server
    settings.handlerTimeLimit = .milliseconds(200)
    try await withServer(routes, router: settings) { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        client.send("POST /collect HTTP/1.1\r\nHost: a\r\n\(half)")
        let response = try #require(try client.response())
        #expect(response.status == 504)
        #expect(response.text == "Gateway Timeout\n")
        #expect(response["Connection"] == "close")
        #expect(response["Date"]?.hasSuffix(" GMT") == true)
        #expect(try client.isAtEnd())
      }
    }
  }

  private static let unwaiting = [
    // A head without a host, and a handler that says that it was the last.
    ("POST /collect HTTP/1.1\r\nContent-Length: 5\r\n\r\n", 400),
    ("POST /last HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n", 200),
  ]

  @Test(arguments: unwaiting)
  func `an answer that closes the connection does not wait for the body`(
    _ head: String,
    _ status: Int
  ) async throws {
    try await withServer {
      routes($0)
      $0.post("/last") { _ in ServerResponse(fields: [.connection: "close"]) }
    } _: { _, port in
      try await blocking {
        // On a machine with much to do one of several is not late.
        let times = try (0..<5).map { _ throws in
          let client = try RawClient(port: port)
          let start = ContinuousClock.now
          client.send(head)
          #expect(try client.response()?.status == status)
          let time = start.duration(to: .now)
          // What comes nevertheless is dropped.
          client.send("hello" + "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n")
          #expect(try client.isAtEnd())
          return time
        }
        #expect(times.min() ?? .zero < .milliseconds(900))
      }
    }
  }

  private struct Upload: Sendable, CustomTestStringConvertible {
    let path: String
    let isChunked: Bool
    let status: Int
    init(_ path: String, isChunked: Bool, _ status: Int) {
      self.path = path
      self.isChunked = isChunked
      self.status = status
    }
    var testDescription: String { "\(status) \(path)\(isChunked ? " in chunks" : "")" }
  }

  private static let uploads = [
    Upload("/collect", isChunked: true, 413),
    Upload("/collect", isChunked: false, 413),
    Upload("/refuse", isChunked: true, 403),
    Upload("/denied", isChunked: true, 403),
    Upload("/denied", isChunked: false, 403),
    Upload("/missing", isChunked: true, 404),
    Upload("/ok", isChunked: true, 405),
  ]

  @Test(arguments: uploads) private func `a client that looks only when all is sent is answered`(
    _ upload: Upload
  ) async throws {
    try await withServer(routes) { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        let piece = upload.isChunked ? chunk(1 << 16) : [UInt8](repeating: 7, count: 1 << 16)
        let field = upload.isChunked ? Self.chunked : "Content-Length: \(80 << 16)"
        client.send(head(upload.path, field))
        let isSent = (0..<80).allSatisfy { _ in client.send(piece) }
        #expect(isSent)
        let response = try #require(try client.response())
        #expect(response.status == upload.status)
        #expect(response["Connection"] == "close")
        if upload.isChunked { client.send("0\r\n\r\n") }
        #expect(try client.isAtEnd())
      }
      let next = try await ask(port, "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(next?.text == "ok")
    }
  }

  @Test func `a long response arrives as a whole, while its client sends on`() async throws {
    try await withServer(routes) { _, port in
      try await blocking {
        let client = try RawClient(port: port, receiveBuffer: 1 << 16)
        client.send(head("/large", Self.chunked))
        client.send(chunk(100))
        #expect(try client.response()?.body.count == 8 << 20)
        #expect(try client.isAtEnd())
      }
    }
  }

  @Test func `what is made while it is sent waits for the end of the body`() async throws {
    try await withServer(routes) { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        client.send(head("/stream", Self.chunked))
        for _ in 0..<4 { client.send(chunk(100)) }
        client.send("0\r\n\r\n")
        #expect(try client.response()?.text == "streamed")
      }
    }
  }

  @Test func `or is not sent at all, where that never comes`() async throws {
    try await withServer(
      routes,
      configure: { $0.lingerTimeLimit = .seconds(1) }
    ) { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        client.send(head("/stream", Self.chunked))
        client.send(chunk(100))
        let response = try client.response()
        #expect(response?.status == 408)
        expectFieldsOfOthers(response)
        #expect(try client.isAtEnd())
      }
    }
  }

  @Test func `a body that is too long is refused with the fields of others`() async throws {
    try await withServer(routes) { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        client.send(head("/stream", Self.chunked))
        // More than is read at all, though the handler has answered after the first of it.
        let piece = chunk(1 << 16)
        let isSent = (0..<80).allSatisfy { _ in client.send(piece) }
        #expect(isSent)
        let response = try client.response()
        #expect(response?.status == 413)
        expectFieldsOfOthers(response)
        client.send("0\r\n\r\n")
        #expect(try client.isAtEnd())
      }
    }
  }

  /// What replaces a response keeps the fields that say nothing of its body.
  private func expectFieldsOfOthers(_ response: RawClient.Response?) {
    #expect(response?["X-Frame-Options"] == "DENY")
    #expect(response?["Cache-Control"] == nil)
    #expect(response?["Content-Type"] == "text/plain; charset=utf-8")
  }

  @Test func `a client that neither goes on nor leaves is left`() async throws {
    try await withServer(
      routes,
      configure: { $0.lingerTimeLimit = .seconds(1) }
    ) { _, port in
      try await blocking {
        for path in ["/refuse", "/denied"] {
          let client = try RawClient(port: port)
          client.send(head(path, Self.chunked))
          client.send(chunk(100))
          #expect(try client.response()?.status == 403)
          // The end of what it sends is awaited no longer than that.
          var sent = 0
          while sent < 20_000_000, client.send("1\r\nx\r\n") { sent += 1 }
          #expect(sent < 20_000_000)
        }
      }
    }
  }

  @Test func `fields are written as the library writes them`() async throws {
    try await withServer(routes) { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        client.send(head("/fields", Self.chunked))
        client.send(chunk(100))
        let response = try #require(try client.response())
        #expect(response.status == 403)
        #expect(response["X-Empty"] == nil)
        #expect(response["X-Tab"] == "a b")
        let names = response.fields.map(\.name).sorted()
        #expect(names == ["Connection", "Content-Length", "Date", "X-Tab"])
        #expect(response["Connection"] == "close")
        #expect(response["Date"]?.contains("1994") == false)
      }
    }
  }

  @Test func `a client that was told to go on is answered as well`() async throws {
    try await withServer(routes) { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        client.send(head("/refuse", Self.chunked + "\r\nExpect: 100-continue"))
        #expect(try client.response()?.status == 100)
        client.send(chunk(100))
        client.send(chunk(100))
        #expect(try client.response()?.status == 403)
      }
    }
  }
}
