import HTTPTestSupport
import SwitchyardServer
import Testing

@Suite(.timeLimit(.minutes(6))) struct ServerBodyTests {
  private func echo(_ router: Router) {
    router.post("/echo") { request in .bytes(try await request.body.collect()) }
    router.post("/count") { request in
      var count = 0
      for try await chunk in request.body { count += chunk.count }
      return .text("\(count)")
    }
    router.post("/ignore") { _ in .text("ignored") }
    router.post("/later") { _ in
      try await Task.sleep(for: .milliseconds(5))
      return .text("later")
    }
    router.get("/ok") { _ in .text("ok") }
  }

  @Test func `a body with a length is read, and the connection used again`() async throws {
    try await withServer(echo) { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        for path in ["/echo", "/ignore", "/later", "/echo"] {
          client.send("POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello")
          let text = try client.response()?.text
          #expect(text == (path == "/echo" ? "hello" : path == "/ignore" ? "ignored" : "later"))
        }
        client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
        #expect(try client.response()?.text == "")
      }
    }
  }

  @Test func `a body in chunks is read, whatever pieces it comes in`() async throws {
    try await withServer(echo) { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        let head = "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        client.send(head + "5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n")
        #expect(try client.response()?.text == "hello world")
        for byte in Array((head + "3\r\nabc\r\n0\r\n\r\n").utf8) { client.send([byte]) }
        #expect(try client.response()?.text == "abc")
      }
    }
  }

  @Test(
    arguments: ["/echo", "/ignore"],
    ["A: b\r\n\r\n", "A: b\r\n: x\r\n", "A: b\r\n\u{0}B: c\r\n", ": x\r\n: y\r\n"]
  )
  func `nothing that stands behind trailers is read as a request`(
    _ path: String,
    _ trailers: String
  ) async throws {
    let reached = Notes<String>()
    try await withServer { router in
      echo(router)
      router.get("/hidden") { _ in
        reached.add("hidden")
        return .text("hidden")
      }
    } _: { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        let head = "POST \(path) HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let hidden = "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n\r\n"
        client.send(head + "5\r\nhello\r\n0\r\n" + trailers + hidden)
        let response = try client.response()
        #expect(response?.text == (path == "/echo" ? "hello" : "ignored"))
        #expect(response?["Connection"] == "close")
        let rest = try client.readToEnd()
        #expect(rest.isEmpty)
      }
    }
    #expect(reached.all.isEmpty)
  }

  @Test func `a large body is read part by part, while its reader is slow`() async throws {
    let gate = Gate()
    try await withServer(
      { router in
        router.post("/slow") { request in
          var count = 0
          for try await chunk in request.body {
            if count == 0 { await gate.wait() }
            count += chunk.count
          }
          return .text("\(count)")
        }
        router.get("/open") { _ in
          gate.open()
          return .text("")
        }
      },
      configure: { $0.responder.bodyLength = 64 << 20 }
    ) { _, port in
      let size = 8 << 20
      async let answer = blocking {
        let client = try RawClient(port: port)
        client.send("POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n")
        // The last of it is taken only when the reader goes on.
        let piece = [UInt8](repeating: 7, count: 1 << 20)
        for _ in 0..<(size >> 20) { client.send(piece) }
        return try client.response()?.text
      }
      _ = try await ask(port, "GET /open HTTP/1.1\r\nHost: a\r\n\r\n")
      let text = try await answer
      #expect(text == "\(size)")
    }
  }

  @Test func `chunks that come faster than they are read all arrive`() async throws {
    try await withServer(echo, configure: { $0.responder.bodyLength = 64 << 20 }) { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        client.send("POST /count HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = "400\r\n" + String(repeating: "x", count: 1024) + "\r\n"
        let piece = Array(String(repeating: chunk, count: 64).utf8)
        for _ in 0..<16 { client.send(piece) }
        client.send("0\r\n\r\n")
        #expect(try client.response()?.text == "\(16 * 64 * 1024)")
        client.send("GET /ok HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.response()?.text == "ok")
      }
    }
  }

  @Test func `a body is awaited only when the handler reads it`() async throws {
    try await withServer(echo) { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        let fields = "Host: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"
        client.send("POST /echo HTTP/1.1\r\n" + fields)
        #expect(try client.response()?.status == 100)
        client.send("hello")
        #expect(try client.response()?.text == "hello")
        client.send("POST /ignore HTTP/1.1\r\n" + fields)
        #expect(try client.response()?.text == "ignored")
        #expect(try client.isAtEnd())
      }
    }
  }

  @Test func `a body over the limit is answered with 413`() async throws {
    try await withServer(echo, configure: { $0.responder.bodyLength = 1000 }) { _, port in
      try await blocking {
        let body = String(repeating: "x", count: 1001)
        let known = try RawClient(port: port)
        known.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1001\r\n\r\n\(body)")
        #expect(try known.response()?.status == 413)
        #expect(try known.isAtEnd())
        let unknown = try RawClient(port: port)
        unknown.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        unknown.send("3e9\r\n\(body)\r\n0\r\n\r\n")
        #expect(try unknown.response()?.status == 413)
        let huge = try RawClient(port: port)
        huge.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n")
        #expect(try huge.response()?.status == 413)
        // What never ends is cut off.
        let endless = try RawClient(port: port)
        endless.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        let piece = Array("10000\r\n\(String(repeating: "x", count: 0x10000))\r\n".utf8)
        var sent = 0
        while sent < 1000, endless.send(piece) { sent += 1 }
        #expect(sent < 1000)
      }
    }
  }

  @Test func `a body that breaks off fails its reader`() async throws {
    let (ends, end) = AsyncStream.makeStream(of: String.self)
    try await withServer {
      $0.post("/read") { request in
        do {
          _ = try await request.body.collect()
          end.yield("whole")
        } catch {
          end.yield("\(type(of: error))")
        }
        return .text("")
      }
    } _: { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        client.send("POST /read HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf")
        client.close()
      }
      let first = await ends.first { _ in true }
      #expect(first == "ServerRequestBodyError" || first == "CancellationError")
    }
  }
}
