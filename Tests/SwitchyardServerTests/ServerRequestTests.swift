import HTTPTestSupport
import SwitchyardServer
import Testing

@Suite(.timeLimit(.minutes(6))) struct ServerRequestTests {
  @Test func `a get request is answered`() async throws {
    try await withServer {
      $0.get("/books/:id") { request in .text("Book \(request.parameters["id"] ?? "")") }
    } _: { _, port in
      let response = try #require(await ask(port, "GET /books/1 HTTP/1.1\r\nHost: a\r\n\r\n"))
      #expect(response.status == 200)
      #expect(response.text == "Book 1")
      #expect(response["Content-Type"] == "text/plain; charset=utf-8")
      #expect(response["Connection"] == nil)
    }
  }

  @Test func `the host of a URL takes the place of the field's`() async throws {
    try await withServer {
      $0.get("http://admin.example/x") { request in .text(request.fields[.host] ?? "-") }
    } _: { _, port in
      let request = "GET http://admin.example/x HTTP/1.1\r\nHost: public.example\r\n\r\n"
      #expect(try await ask(port, request)?.text == "admin.example")
      let old = try await ask(port, "GET http://admin.example/x HTTP/1.0\r\n\r\n")
      #expect(old?.text == "admin.example")
    }
  }

  /// A success would be sent without a length, as a tunnel follows it.
  @Test(arguments: ["/echo", "echo.example:443"])
  func `a tunnel is refused, and the connection closed`(_ target: String) async throws {
    try await withServer {
      $0.any("/echo") { _ in .text("echo") }
      $0.fallback("/*") { _ in .text("fallback") }
    } _: { _, port in
      let request = "CONNECT \(target) HTTP/1.1\r\nHost: a\r\n\r\n"
      let response = try #require(await ask(port, request))
      #expect(response.status == 501)
      #expect(response["Connection"] == "close")
      #expect(response["Content-Length"] != nil)
    }
  }

  @Test func `a handler that ends later is answered`() async throws {
    let gate = Gate()
    try await withServer {
      $0.get("/late") { _ in
        await gate.wait()
        return .text("late")
      }
      $0.get("/open") { _ in
        gate.open()
        return .text("open")
      }
    } _: { _, port in
      async let late = ask(port, "GET /late HTTP/1.1\r\nHost: a\r\n\r\n")
      let open = try await ask(port, "GET /open HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(open?.text == "open")
      let answer = try await late
      #expect(answer?.text == "late")
    }
  }

  @Test func `a connection is used again, also for requests that come at once`() async throws {
    try await withServer {
      $0.get("/:n") { request in .text(request.parameters["n"] ?? "") }
      $0.get("/later/:n") { request in
        await Task.yield()
        try await Task.sleep(for: .milliseconds(1))
        return .text(request.parameters["n"] ?? "")
      }
    } _: { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        for n in 0..<20 {
          client.send("GET /\(n) HTTP/1.1\r\nHost: a\r\n\r\n")
          #expect(try client.response()?.text == "\(n)")
        }
        let paths = (0..<20).map { $0.isMultiple(of: 3) ? "/later/\($0)" : "/\($0)" }
        client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
        for n in 0..<20 { #expect(try client.response()?.text == "\(n)") }
      }
    }
  }

  @Test func `HEAD has the fields of GET and no body`() async throws {
    try await withServer {
      $0.get("/text") { _ in .text("12345") }
      $0.get("/stream") { _ in .stream { try await $0.write("x") } }
    } _: { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        // Behind a stream of unknown length the connection is closed.
        for path in ["/text", "/text", "/stream"] {
          client.send("HEAD \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
          let response = try #require(try client.response(toHead: true))
          #expect(response.status == 200)
          #expect(response["Content-Length"] == (path == "/text" ? "5" : nil))
        }
        #expect(try client.isAtEnd())
      }
    }
  }
}
