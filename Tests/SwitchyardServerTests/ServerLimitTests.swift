import HTTPTestSupport
import SwitchyardServer
import Testing

@Suite(.timeLimit(.minutes(6))) struct ServerLimitTests {
  private struct Case: Sendable, CustomTestStringConvertible {
    let request: String
    /// The status, or nothing where the connection is closed without a word.
    let status: Int?
    init(_ request: String, _ status: Int?) {
      self.request = request
      self.status = status
    }
    var testDescription: String { "\(status ?? 0) " + request.prefix(80).filter { $0 != "\r\n" } }
  }

  private static let cases = [
    Case("GET /ok HTTP/1.1\r\nHost: a\r\n\r\n", 200),
    Case("GET /missing HTTP/1.1\r\nHost: a\r\n\r\n", 404),
    Case("POST /ok HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", 405),
    Case("BREW /ok HTTP/1.1\r\nHost: a\r\n\r\n", 405),
    Case("OPTIONS /ok HTTP/1.1\r\nHost: a\r\n\r\n", 204),
    Case("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", 204),
    Case("GET /denied HTTP/1.1\r\nHost: a\r\n\r\n", 403),
    Case("GET /moved HTTP/1.1\r\nHost: a\r\n\r\n", 307),
    Case("POST /moved HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx", 303),
    Case("GET /fails HTTP/1.1\r\nHost: a\r\n\r\n", 500),
    Case("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n", 504),
    Case("GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Case("GET ok HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Case("GET /ok HTTP/1.1\r\n\r\n", 400),
    Case("GET /ok HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    Case("GET /ok HTTP/1.0\r\n\r\n", 200),
    Case("GET /ok HTTP/1.0\r\nHost: a\r\n\r\n", 200),
    Case("GET /ok HTTP/2.0\r\nHost: a\r\n\r\n", 505),
    Case("GET /ok\r\n\r\n", 400),
    Case("GET http://a/ok HTTP/1.1\r\nHost: b\r\n\r\n", 200),
    Case("GET /o k HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Case("POST /ok HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx", 400),
    Case("POST /ok HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\nx", 400),
    Case("POST /ok HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\nx", 400),
    Case(
      "POST /ok HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "0\r\n\r\n",
      400
    ),
    Case("POST /ok HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
    Case("POST /ok HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n", 400),
    Case("GET /ok HTTP/1.1\r\nHost: a\r\nBad Name: 1\r\n\r\n", 400),
    Case("GET /ok HTTP/1.1\r\nHost: a\r\nNo colon\r\n\r\n", 400),
    Case("GET /\(String(repeating: "x", count: 8000)) HTTP/1.1\r\nHost: a\r\n\r\n", 404),
    Case("GET /\(String(repeating: "x", count: 8192)) HTTP/1.1\r\nHost: a\r\n\r\n", 414),
    Case("GET /\(String(repeating: "x", count: 200_000)) HTTP/1.1\r\nHost: a\r\n\r\n", 414),
    Case("GET /ok?\(String(repeating: "&", count: 8000)) HTTP/1.1\r\nHost: a\r\n\r\n", 200),
    Case(
      "GET /ok HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 12_282))\r\n\r\n",
      200
    ),
    Case(
      "GET /ok HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 12_283))\r\n\r\n",
      431
    ),
    // All limits at once.
    Case(
      "GET /\(String(repeating: "x", count: 8_170)) HTTP/1.1\r\nHost: a\r\n"
        + String(repeating: "X: \(String(repeating: "x", count: 122))\r\n", count: 99) + "\r\n",
      404
    ),
    Case(
      "GET /ok HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 16_000))\r\n\r\n",
      431
    ),
    Case(
      "GET /ok HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 12_290))\r\n\r\n",
      431
    ),
    Case(
      "GET /ok HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 200_000))\r\n\r\n",
      431
    ),
    Case(
      "GET /ok HTTP/1.1\r\nHost: a\r\n\(String(repeating: "X: y\r\n", count: 99))\r\n",
      200
    ),
    Case(
      "GET /ok HTTP/1.1\r\nHost: a\r\n\(String(repeating: "X: y\r\n", count: 101))\r\n",
      431
    ),
    Case(
      "GET /ok HTTP/1.1\r\nHost: a\r\nCookie: \(String(repeating: "a=b; ", count: 100))\r\n\r\n",
      200
    ),
    Case("\r\n\r\nGET /ok HTTP/1.1\r\nHost: a\r\n\r\n", 200),
    Case("nonsense\r\n\r\n", nil),
    Case("\u{16}\u{3}\u{1}\u{0}\u{5}hello\r\n\r\n", nil),
  ]

  @Test(arguments: cases) private func `each request has its status`(_ item: Case)
    async throws
  {
    try await withServer(
      {
        $0.get("/ok") { _ in .text("ok") }
        $0.get("/fails") { _ in throw RawClient.Failure(description: "secret") }
        $0.get("/slow") { _ in
          try await Task.sleep(for: .seconds(3600))
          return .text("")
        }
        $0.get("/denied") { _ in .text("") }
        $0.guard("/denied") { _ in .deny }
        $0.guard("/moved") { _ in .redirect("/ok", query: [:]) }
        $0.any("/moved") { _ in .text("") }
      },
      router: quick
    ) { _, port in
      let response = try await ask(port, item.request)
      #expect(response?.status == item.status)
      #expect(response?.text.contains("secret") != true)
      let next = try await ask(port, "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(next?.text == "ok")
    }
  }

  private var quick: Router.Configuration {
    var configuration = Router.Configuration.server
    configuration.handlerTimeLimit = .milliseconds(200)
    return configuration
  }

  @Test func `when the queue of work is full the answer is 503`() async throws {
    let gate = Gate()
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    try await withServer(
      {
        $0.get("/wait") { _ in
          start.yield()
          await gate.wait()
          return .text("done")
        }
      },
      configure: { $0.responder.exchangeLimit = 2 }
    ) { _, port in
      let request = "GET /wait HTTP/1.1\r\nHost: a\r\n\r\n"
      async let first = ask(port, request)
      async let second = ask(port, request)
      var started = starts.makeAsyncIterator()
      await started.next()
      await started.next()
      let third = try await ask(port, request)
      #expect(third?.status == 503)
      #expect(third?["Retry-After"] == "1")
      gate.open()
      let texts = try await [first?.text, second?.text]
      #expect(texts == ["done", "done"])
    }
  }

  @Test func `a client that says half of a request and no more is sent away`() async throws {
    try await withServer(
      { $0.get("/ok") { _ in .text("ok") } },
      configure: { $0.idleTimeLimit = .seconds(1) }
    ) { _, port in
      try await blocking {
        let halves = ["", "GET", "GET /ok HTTP/1.1\r\nHo", "GET /ok HTTP/1.1\r\nHost: a\r\n"]
        let clients = try halves.map { half in
          let client = try RawClient(port: port)
          client.send(half)
          return client
        }
        for client in clients { #expect(try client.isAtEnd()) }
      }
      let next = try await ask(port, "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(next?.text == "ok")
    }
  }

  @Test func `a request that comes byte by byte is answered`() async throws {
    try await withServer {
      $0.get("/ok") { _ in .text("ok") }
    } _: { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        for byte in Array("GET /ok HTTP/1.1\r\nHost: a\r\nX: y\r\n\r\n".utf8) {
          client.send([byte])
        }
        #expect(try client.response()?.text == "ok")
      }
    }
  }
}
