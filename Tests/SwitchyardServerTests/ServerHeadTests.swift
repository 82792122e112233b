import HTTPTestSupport
import SwitchyardServer
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

  private static func chunks(_ coding: String) -> String {
    "POST /ok HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \(coding)\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
  }

  private static let hidden = "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n"

  private static let cases = [
    Case("GET /ok HTTP/1.1\r\nHost: a\r\nX: y\r\n\r\n", 200),
    Case("GET /ok HTTP/1.1\r\nHost:a\r\nX:  y \t\r\nY:\r\nZ: \r\n\r\n", 200),
    Case("GET /ok HTTP/1.1\nHost: a\n\n", 200),
    Case("GET /ok HTTP/1.1\nHost: a\r\nX: y\n\r\n", 200),
    Case("\r\nGET /ok HTTP/1.1\r\nHost: a\r\n\r\n", 200),
    Case("GET /ok?a=b&c HTTP/1.1\r\nHost: a\r\nCookie: a=b; c=d\r\nX: y\r\n\r\n", 200),
    // White space behind a value, a tab or bytes above ASCII within it.
    Case("GET /ok HTTP/1.1\r\nHost: a \t\r\nX: y\tz\u{E9} \r\nConnection: close\t\r\n\r\n", 200),
    // Framing that the library reads in another way than it stands there.
    Case(chunks("chunked"), 200),
    Case(chunks("\t ChunkeD"), 200),
    Case(chunks("chunked "), 400),
    Case(chunks("chunked\t"), 400),
    Case(chunks("chunked \t "), 400),
    Case(chunks("chunked\u{B}"), 400),
    Case(chunks("chunked\u{C}"), 400),
    Case(chunks("chunked\r"), 400),
    Case(chunks("chunked\u{7F}"), 400),
    Case(chunks("\u{1}chunked"), 400),
    Case(chunks("\u{B}chunked"), 400),
    Case(chunks("chu\u{8}nked"), 400),
    Case(chunks("chunked, chunked"), 501),
    Case(chunks("chunked,"), 501),
    Case(chunks("identity"), 501),
    Case(chunks("identity "), 400),
    Case(chunks("\u{FF}chunked"), 501),
    Case(chunks("chunked\r\nTransfer-Encoding: identity"), 501),
    Case(chunks("chunked\r\nContent-Length: 15"), 400),
    Case("POST /ok HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1 \r\n\r\nx", 400),
    // Controls in any value.
    Case("GET /ok HTTP/1.1\r\nHost: a\r\nX: a\u{7}b\r\n\r\n", 400),
    Case("GET /ok HTTP/1.1\r\nHost: a\r\nX: \u{1B}\r\nY: z\r\n\r\n", 400),
    Case("GET /ok HTTP/1.1\r\nHost: a\u{7F}\r\n\r\n", 400),
    Case("GET /ok HTTP/1.1\r\nHost: a\r\nCookie: a=b\u{1F}\r\n\r\n", 400),
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
    Case("GET /ok HTTP/1.1\r\nHost: a\n:x\n" + hidden, 400),
    Case("GET /ok HTTP/1.1\r\nHost: a\n\u{0}x\n" + hidden, 400),
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
    // Of HTTP/1.0 no host is asked, and yet a good one and no two.
    Case("GET /ok HTTP/1.0\r\n\r\n", 200),
    Case("GET http://a/ok HTTP/1.0\r\n\r\n", 200),
    Case("GET /ok HTTP/1.0\r\nHost: a/b\r\n\r\n", 400),
    Case("GET /ok HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n", 400),
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

  @Test func `a client of 1_0 that names no host sees the listener's`() async throws {
    try await withServer {
      $0.get("/host") { request in .text("\(request.target)") }
    } _: { _, port in
      let host = try await ask(port, "GET /host HTTP/1.0\r\n\r\n")
      #expect(host?.text == "http://127.0.0.1:\(port)/host")
      // As load balancers look whether a server lives.
      let options = try await ask(port, "OPTIONS / HTTP/1.0\r\n\r\n")
      #expect(options?.status == 404)
      let asterisk = try await ask(port, "OPTIONS * HTTP/1.0\r\n\r\n")
      #expect(asterisk?.status == 204)
    }
  }

  @Test func `bytes that are no text are there for who asks for them`() async throws {
    try await withServer {
      $0.get("/bytes") { request in .text("\(request.fields[bytes: "X-Signed"])") }
    } _: { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        let fields = Array("X-Signed: a".utf8) + [0xFF, 0xE9] + Array("b \r\nx-signed:\r\n".utf8)
        client.send(Array("GET /bytes HTTP/1.1\r\nHost: a\r\n".utf8) + fields + [13, 10])
        #expect(try client.response()?.text == "[[97, 255, 233, 98], []]")
      }
    }
    let made: HeaderFields = ["X-Signed": " é "]
    #expect(made[bytes: "X-Signed"] == [[0xC3, 0xA9]])
  }

  private static let sounds = [
    "100-continue", "100-Continue ", "100-continue\t \t", ", 100-continue",
    "100-continue,100-continue",
    "100-continue\r\nExpect: 100-continue", "100-continue\r\nExpect:",
  ]

  @Test(arguments: sounds)
  func `a client that waits for the word to go on receives it`(_ expected: String) async throws {
    try await withServer {
      $0.post("/echo") { request in .bytes(try await request.body.collect()) }
    } _: { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        client.send(
          "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: \(expected)\r\n\r\n"
        )
        #expect(try client.response()?.status == 100)
        client.send("hello")
        #expect(try client.response()?.text == "hello")
      }
    }
  }

  @Test(arguments: [
    "x", "100-continue, x", "x, 100-continue", "100-continue=1", "100-continue\r\nExpect: x",
    "x\r\nExpect: 100-continue", "\r\nExpect: 100-continue",
  ])
  func `an expectation that nobody here can meet is refused at once`(_ expected: String)
    async throws
  {
    try await withServer {
      $0.post("/echo") { request in .bytes(try await request.body.collect()) }
    } _: { _, port in
      let head = "POST /echo HTTP/1.1\r\nHost: a\r\nExpect: \(expected)\r\n"
      #expect(try await ask(port, head + "\r\n")?.status == 417)
      try await blocking {
        let client = try RawClient(port: port)
        client.send(head + "Content-Length: 5\r\n\r\n")
        // One that does not wait for the word to go on has sent its body.
        if !expected.contains("100-continue") { client.send("hello") }
        #expect(try client.response()?.status == 417)
      }
    }
  }

  @Test(arguments: ["", ",", ",,,,,,,,,,,,,,,,"])
  func `a client that expects nothing is not told to go on`(_ expected: String) async throws {
    try await withServer {
      $0.post("/echo") { request in .bytes(try await request.body.collect()) }
    } _: { _, port in
      let head =
        "POST /echo HTTP/1.1\r\nHost: a\r\nExpect: \(expected)\r\nContent-Length: 5\r\n\r\n"
      try await blocking {
        let client = try RawClient(port: port)
        client.send(head)
        #expect(!client.hasNews(within: 200))
        client.send("hello")
        #expect(try client.response()?.status == 200)
      }
    }
  }

  @Test(arguments: ["100-continue", "x"])
  func `an expectation of a client of 1_0 is passed over`(_ expected: String) async throws {
    try await withServer {
      $0.post("/echo") { request in .bytes(try await request.body.collect()) }
      $0.post("/deny") { _ in .text("no", status: .forbidden) }
    } _: { _, port in
      for (path, status) in [("/echo", 200), ("/deny", 403)] {
        let request =
          "POST \(path) HTTP/1.0\r\nConnection: keep-alive\r\nExpect: \(expected)\r\n"
          + "Content-Length: 5\r\n\r\nhello"
        let response = try await ask(port, request)
        #expect(response?.status == status)
        // The body is read, as that of any request.
        #expect(response?["Connection"]?.lowercased() == "keep-alive")
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
      configure: { $0.responder.observers = [entries] }
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
