import SwitchyardHTTP
import Testing

/// Heads that another server might read in another way than this one.
@Suite(.timeLimit(.minutes(6))) struct ServerHeadTests {
  private struct Case: Sendable, CustomTestStringConvertible {
    let request: String
    let status: Int
    init(_ request: String, _ status: Int) {
      self.request = request
      self.status = status
    }
    var testDescription: String { "\(status) \(request.debugDescription.prefix(120))" }
  }

  private static let hidden = "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n"

  private static let cases = [
    Case("GET /ok HTTP/1.1\r\nHost: a\r\nX: y\r\n\r\n", 200),
    Case("GET /ok HTTP/1.1\r\nHost:a\r\nX:  y \t\r\nY:\r\nZ: \r\n\r\n", 200),
    Case("GET /ok HTTP/1.1\nHost: a\n\n", 200),
    Case("GET /ok HTTP/1.1\nHost: a\r\nX: y\n\r\n", 200),
    Case("\r\nGET /ok HTTP/1.1\r\nHost: a\r\n\r\n", 200),
    Case("GET /ok?a=b&c HTTP/1.1\r\nHost: a\r\nCookie: a=b; c=d\r\nX: y\r\n\r\n", 200),
    // Folded lines.
    Case("POST /ok HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n 35\r\n\r\n" + hidden, 400),
    Case("POST /ok HTTP/1.1\r\nHost: a\r\nContent-Leng: 35\r\n th\r\n\r\n" + hidden, 400),
    Case("POST /ok HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\n\tchunked\r\n\r\n" + hidden, 400),
    Case("GET /ok HTTP/1.1\r\nHos: evil\r\n t\r\n\r\n", 400),
    Case("GET /ok HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n c\r\nY: z\r\n\r\n", 400),
    Case("GET /ok HTTP/1.1\r\nHost: a\r\nX: a\r\n \r\n\r\n", 400),
    Case("GET /ok HTTP/1.1\r\n X: a\r\nHost: a\r\n\r\n", 400),
    // Zeros.
    Case("GET\u{0}X /ok HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Case("GET /ok\u{0}zzzz HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Case("GET /ok\u{0} HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Case("GET /ok HTTP/1.1\r\nHost: a\u{0}b\r\n\r\n", 400),
    Case("GET /ok HTTP/1.1\r\nHost: a\u{0}\r\n\r\n", 400),
    Case("GET /ok HTTP/1.1\r\nHost: a\r\nX: \u{0}y\r\nY: z\r\n\r\n", 400),
    Case("POST /ok HTTP/1.1\r\nHost: a\r\nContent-Length: 1\u{0}02\r\n\r\n" + hidden, 400),
    Case(
      "POST /ok HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\u{0}, identity\r\n\r\n0\r\n\r\n",
      400
    ),
    Case("GET /ok HTTP/1.1\r\nHost: a\r\n\u{0}X: y\r\n\r\n", 400),
    // Names that are none, in each place.
    Case("GET /ok HTTP/1.1\r\n: x\r\nHost: a\r\n\r\n", 400),
    Case("GET /ok HTTP/1.1\r\nHost: a\r\n: x\r\nX: y\r\n\r\n" + hidden, 400),
    Case("GET /ok HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n" + hidden, 400),
    Case("GET /ok HTTP/1.1\r\nHost: a\r\n:\r\n\r\n" + hidden, 400),
    Case("GET /ok HTTP/1.1\r\nHost : a\r\n\r\n", 400),
    Case("GET /ok HTTP/1.1\r\nHost\t: a\r\n\r\n", 400),
    Case("GET /ok HTTP/1.1\r\nHost: a\r\nX\rY: z\r\n\r\n", 400),
    // White space within the first line.
    Case("GET  /ok HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Case("GET /ok  HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Case("GET /ok HTTP/1.1 \r\nHost: a\r\n\r\n", 400),
    Case("GET /o k HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Case("GET /ok?a b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Case("GET /o\tk HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Case("GET /ok\t HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Case("GET\t/ok HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Case("GET /ok\tHTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Case("GET /o\rk HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Case("\tGET /ok HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Case("GET /ok HTTP/1.1 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Case("GET /ok HTTP/1.1\r\n\r\n", 400),
    Case("GET /ok HTTP/1.1\r\nX: y\r\n\r\n", 400),
    // HTTP/1.0 has no chunks.
    Case(
      "POST /ok HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden,
      400
    ),
    Case(
      "POST /ok HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "0\r\n\r\n" + hidden,
      400
    ),
    Case("POST /ok HTTP/1.0\r\nHost: a\r\nContent-Length: 1\r\n\r\nx", 200),
  ]

  @Test(arguments: cases) private func `what could be read in two ways is refused`(
    _ item: Case
  ) async throws {
    try await withServer {
      $0.any("/ok") { _ in .text("ok") }
      $0.any("/*") { _ in .text("hidden") }
    } _: { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        client.send(item.request)
        let response = try #require(try client.response())
        #expect(response.status == item.status)
        // What stands behind it is not read as a request, and nothing is said twice.
        guard item.status != 200 else { return }
        #expect(response["Connection"] == "close")
        let rest = try client.readToEnd()
        #expect(rest.isEmpty)
        #expect(!response.text.contains("HTTP/1.1 400"))
      }
    }
  }

  @Test func `a missing Host is told in our own words`() async throws {
    try await withServer { _ in
    } _: { _, port in
      for request in ["GET / HTTP/1.1\r\n", "GET /o k HTTP/1.1\r\nHost: a\r\n"] {
        let response = try await ask(port, request + "Accept: application/json\r\n\r\n")
        #expect(response?.status == 400)
        #expect(response?["Content-Type"] == "application/problem+json")
        #expect(response?.text.contains("\"status\":400") == true)
      }
    }
  }

  @Test func `a head that is refused is logged like any other`() async throws {
    let entries = Notes<AccessLogEntry>()
    try await withServer(
      { $0.get("/ok") { _ in .text("ok") } },
      configure: { $0.responder.onLog = { entries.add($0) } }
    ) { _, port in
      for request in ["GET /o k HTTP/1.1\r\nHost: a", "GET /ok HTTP/1.1\r\nHost : a"] {
        let response = try await ask(port, request + "\r\n\r\n")
        #expect(response?.status == 400)
      }
    }
    #expect(entries.all.map(\.status) == [.badRequest, .badRequest])
  }

  private static let cookies = ["a=b; ", "a=b;", ";", ",", "=", "a;"]

  @Test(arguments: cookies) func `cookies within the limits are answered, however many`(
    _ cookie: String
  ) async throws {
    try await withServer {
      $0.get("/ok") { request in .text("\(request.fields[.cookie]?.utf8.count ?? 0)") }
    } _: { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        let field = "a" + String(repeating: cookie, count: 12_000 / cookie.utf8.count) + "b"
        for _ in 0..<2 {
          client.send("GET /ok HTTP/1.1\r\nHost: a\r\nCookie: \(field)\r\n\r\n")
          #expect(try client.response()?.text == "\(field.utf8.count)")
        }
        client.send("GET /ok HTTP/1.1\r\nHost: a\r\nCookie: \(field)\(field)\r\n\r\n")
        #expect(try client.response()?.status == 431)
      }
    }
  }
}
