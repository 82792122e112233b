import HTTPTestSupport
import SwitchyardServer
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite(.timeLimit(.minutes(6))) struct ServerResponseTests {
  @Test func `empty fields are left out, and tabs become spaces`() async throws {
    try await withServer {
      $0.get("/") { _ in ServerResponse(fields: ["X-Empty": "", "X-Tab": "a\tb"]) }
    } _: { _, port in
      let response = try await ask(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(response?.status == 200)
      #expect(response?["X-Empty"] == nil)
      #expect(response?["X-Tab"] == "a b")
    }
  }

  @Test(arguments: ["GET", "HEAD"])
  func `a 304 tells the length of its content, or ends the connection`(_ method: String)
    async throws
  {
    let lengths = ["known": ["1000"], "unknown": [], "words": ["x"], "both": ["1", "1"]]
    try await withServer { router in
      router.get("/:kind") { request in
        var fields: HeaderFields = [.eTag: "\"1\""]
        for length in lengths[request.parameters["kind"] ?? ""] ?? [] {
          fields.append(.contentLength, value: length)
        }
        try request.checkConditions(of: fields)
        return ServerResponse.text("content")
      }
    } _: { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        for _ in 0..<2 {
          client.send("\(method) /known HTTP/1.1\r\nHost: a\r\nIf-None-Match: \"1\"\r\n\r\n")
          let response = try client.response()
          #expect(response?.status == 304)
          #expect(response?["Content-Length"] == "1000")
        }
        for kind in lengths.keys where kind != "known" {
          let client = try RawClient(port: port)
          client.send("\(method) /\(kind) HTTP/1.1\r\nHost: a\r\nIf-None-Match: \"1\"\r\n\r\n")
          let response = try client.response()
          #expect(response?.status == 304)
          #expect(response?["Content-Length"] == nil)
          #expect(response?["Transfer-Encoding"] == nil)
          #expect(response?["Connection"] == "close")
          #expect(try client.isAtEnd())
        }
      }
    }
  }

  @Test func `the date of a response is that of the server, in process as well`() async throws {
    let routes: @Sendable (Router) -> Void = {
      $0.get("/") { _ in ServerResponse(fields: [.date: "Sun, 06 Nov 1994 08:49:37 GMT"]) }
    }
    try await withServer(routes) { _, port in
      let response = try await ask(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      let dates = response?.fields.filter { $0.name == "Date" }.map(\.value) ?? []
      #expect(dates.count == 1 && dates.allSatisfy { !$0.contains("1994") }, "\(dates)")
    }
    let response = await (try Site(routes: routes)).respond(.get, "/")
    #expect(response.status == .ok)
    #expect(response.fields[.date] == nil)
  }

  @Test func `a stream is sent as it is made`() async throws {
    let gate = Gate()
    try await withServer {
      $0.get("/stream") { _ in
        .stream(type: "text/plain") { writer in
          try await writer.write("first,")
          await gate.wait()
          try await writer.write("second")
        }
      }
    } _: { _, port in
      let client = try await blocking { () -> RawClient in
        let client = try RawClient(port: port)
        client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
        var text = ""
        while !text.contains("first,") {
          text += String(decoding: try client.read(atLeast: 1), as: UTF8.self)
        }
        #expect(!text.contains("second"))
        #expect(text.contains("Transfer-Encoding: chunked"))
        return client
      }
      gate.open()
      let rest = try await blocking {
        var text = ""
        while !text.hasSuffix("\r\n0\r\n\r\n") {
          text += String(decoding: try client.read(atLeast: 1), as: UTF8.self)
        }
        return text
      }
      #expect(rest == "6\r\nsecond\r\n0\r\n\r\n")
    }
  }

  @Test func `a long stream arrives whole, and the connection is used again`() async throws {
    try await withServer {
      $0.get("/lines/:count") { request in
        let count = request.parameters["count", as: Int.self] ?? 0
        return .stream { for n in 0..<count { try await $0.write("line \(n)\n") } }
      }
      $0.get("/known") { _ in .stream(length: 10) { try await $0.write("0123456789") } }
    } _: { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        for count in [0, 1, 50_000] {
          client.send("GET /lines/\(count) HTTP/1.1\r\nHost: a\r\n\r\n")
          let text = (0..<count).map { "line \($0)\n" }.joined()
          #expect(try client.response()?.text == text)
        }
        client.send("GET /known HTTP/1.1\r\nHost: a\r\n\r\n")
        let known = try #require(try client.response())
        #expect(known["Content-Length"] == "10")
        #expect(known.text == "0123456789")
        // A client of HTTP/1.0 knows no chunks.
        client.send("GET /lines/3 HTTP/1.0\r\nHost: a\r\n\r\n")
        #expect(try client.readToEnd().hasSuffix("\r\n\r\nline 0\nline 1\nline 2\n"))
      }
    }
  }

  @Test func `a stream of fewer than no bytes is answered with 500`() async throws {
    let faults = Notes<ResponseFault>()
    try await withServer {
      $0.get("/s") { _ in .stream(length: -1) { _ in } }
      $0.get("/ok") { _ in .text("ok") }
    } configure: {
      $0.responder.onFault = { faults.add($0) }
    } _: { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        client.send("GET /s HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.response()?.status == 500)
        client.send("GET /ok HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.response()?.text == "ok")
      }
    }
    #expect(faults.all.count == 1)
  }

  @Test func `a stream that fails breaks its response off`() async throws {
    try await withServer {
      $0.get("/fails") { _ in
        .stream { writer in
          try await writer.write("half")
          throw RawClient.Failure(description: "no more")
        }
      }
    } _: { _, port in
      let text = try await blocking {
        let client = try RawClient(port: port)
        client.send("GET /fails HTTP/1.1\r\nHost: a\r\n\r\n")
        return try client.readToEnd()
      }
      #expect(text.contains("half") || text.isEmpty)
      #expect(!text.contains("0\r\n\r\n"))
    }
  }

  @Test func `a client that leaves a stream ends its maker`() async throws {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    try await withServer {
      $0.get("/endless") { _ in
        .stream { writer in
          defer { end.yield() }
          while true { try await writer.write([UInt8](repeating: 1, count: 1 << 16)) }
        }
      }
      $0.get("/silent") { _ in
        .stream { writer in
          defer { end.yield() }
          try await writer.write("x")
          try await Task.sleep(for: .seconds(3600))
        }
      }
    } _: { _, port in
      var ended = ends.makeAsyncIterator()
      for path in ["/endless", "/silent"] {
        try await blocking {
          let client = try RawClient(port: port)
          client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
          _ = try client.read(atLeast: 100)
          client.close()
        }
        await ended.next()
      }
    }
  }

  @Test func `the log says of a stream how much was taken, and how it ended`() async throws {
    // Elsewhere the server sees that a client has left when it writes.
    #if os(Linux)
      let silent = ["/silent"]
    #else
      let silent: [String] = []
    #endif
    let entries = Notes<AccessLogEntry>()
    try await withServer {
      $0.get("/lines/:count") { request in
        let count = request.parameters["count", as: Int.self] ?? 0
        return .stream { for _ in 0..<count { try await $0.write("a line\n") } }
      }
      $0.get("/known") { _ in .stream(length: 10) { try await $0.write("0123456789") } }
      $0.get("/fails") { _ in .stream { _ in throw RawClient.Failure(description: "no more") } }
      $0.get("/silent") { _ in
        .stream { writer in
          try await writer.write("x")
          try await Task.sleep(for: .seconds(3600))
        }
      }
    } configure: {
      $0.responder.observers = [entries]
    } _: { _, port in
      try await blocking {
        for path in ["/lines/0", "/lines/20000", "/known", "/fails"] + silent {
          let client = try RawClient(port: port)
          client.send("GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
          if path == "/silent" {
            var text = ""
            while !text.hasSuffix("1\r\nx\r\n") {
              text += String(decoding: try client.read(atLeast: 1), as: UTF8.self)
            }
          } else {
            _ = try client.readToEnd()
          }
          client.close()
        }
        let client = try RawClient(port: port)
        client.send("HEAD /lines/5 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        _ = try client.readToEnd()
      }
      #expect(await becomesTrue { entries.all.count >= 5 + silent.count })
    }
    let ends = entries.all.map { entry in
      let target = String(decoding: entry.head.target, as: UTF8.self)
      return "\(target) \(entry.length ?? -1) \(entry.streamEnd?.rawValue ?? "-")"
    }
    #expect(
      ends.sorted() == [
        "/fails 0 failed", "/known 10 whole", "/lines/0 0 whole", "/lines/20000 140000 whole",
        "/lines/5 0 -",
      ] + silent.map { "\($0) 1 left" }
    )
  }

  @Test func `files are sent whole, of any size`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("server-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let sizes = [0, 1, 100_000, 5_000_000]
    for size in sizes {
      let bytes = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      try bytes.write(to: folder.appendingPathComponent("\(size)"))
    }
    let path = folder.path
    try await withServer {
      $0.get("/files/:name") { request in
        try .file("\(path)/\(request.parameters["name"] ?? "")")
      }
    } _: { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        for size in sizes {
          client.send("GET /files/\(size) HTTP/1.1\r\nHost: a\r\n\r\n")
          let response = try #require(try client.response())
          #expect(response.status == 200)
          #expect(response.body == (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
          client.send("HEAD /files/\(size) HTTP/1.1\r\nHost: a\r\n\r\n")
          #expect(try client.response(toHead: true)?["Content-Length"] == "\(size)")
        }
      }
    }
  }
}
