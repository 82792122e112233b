import SwitchyardServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(6))) struct ServerClientTests {
  private struct Leaving: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let leave: @Sendable (RawClient) -> Void
  }

  private static let ways = [
    Leaving(testDescription: "closes") { $0.close() },
    Leaving(testDescription: "resets") { $0.reset() },
  ]

  @Test(arguments: ways) private func `a client that leaves cancels its handler`(
    _ way: Leaving
  ) async throws {
    let (events, event) = AsyncStream.makeStream(of: String.self)
    try await withServer {
      $0.get("/wait") { _ in
        event.yield("begun")
        do {
          try await Task.sleep(for: .seconds(3600))
        } catch {
          event.yield("cancelled")
        }
        return .text("")
      }
      $0.post("/wait") { request in
        event.yield("begun")
        do {
          for try await _ in request.body {}
          event.yield("whole")
        } catch {
          event.yield("cancelled")
        }
        return .text("")
      }
      $0.get("/ok") { _ in .text("ok") }
    } _: { _, port in
      var seen = events.makeAsyncIterator()
      let requests = [
        "GET /wait HTTP/1.1\r\nHost: a\r\n\r\n",
        // The second of a connection: its socket is watched already.
        "GET /ok HTTP/1.1\r\nHost: a\r\n\r\nGET /wait HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST /wait HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel",
        "POST /wait HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
      ]
      for request in requests {
        let client = try await blocking {
          let client = try RawClient(port: port)
          client.send(request)
          return client
        }
        #expect(await seen.next() == "begun")
        way.leave(client)
        #expect(await seen.next() == "cancelled")
      }
      let next = try await ask(port, "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(next?.text == "ok")
    }
  }

  @Test(
    arguments: [
      "GET /wait HTTP/1.1\r\nHost: a\r\n\r\n",
      "POST /wait HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
      "POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhello",
      "POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello",
    ]
  )
  func `one that ends its half while its handler waits is told nothing more`(
    _ request: String
  ) async throws {
    let (events, event) = AsyncStream.makeStream(of: String.self)
    try await withServer {
      $0.any("/wait") { _ in
        event.yield("begun")
        try? await Task.sleep(for: .seconds(3600))
        return .text("")
      }
      $0.post("/body") { request in
        event.yield("begun")
        return .bytes(try await request.body.collect())
      }
    } _: { _, port in
      var seen = events.makeAsyncIterator()
      let client = try await blocking {
        let client = try RawClient(port: port)
        client.send(request)
        return client
      }
      #expect(await seen.next() == "begun")
      let answer = try await blocking {
        client.endSending()
        return try client.readToEnd()
      }
      #expect(answer.isEmpty)
    }
  }

  @Test func `a thousand idle connections are held, and others are answered meanwhile`()
    async throws
  {
    try await withServer {
      $0.get("/ok") { _ in .text("ok") }
    } _: { _, port in
      try await blocking {
        let request = "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n"
        let clients = try (0..<1000).map { _ in try RawClient(port: port) }
        for client in clients.prefix(500) {
          client.send(request)
          #expect(try client.response()?.text == "ok")
        }
        let other = try RawClient(port: port)
        for _ in 0..<100 {
          other.send(request)
          #expect(try other.response()?.text == "ok")
        }
        for client in clients {
          client.send(request)
          #expect(try client.response()?.text == "ok")
        }
      }
    }
  }

  @Test func `clients that come and go at any moment leave the server as it was`() async throws {
    try await withServer {
      $0.get("/ok") { _ in .text("ok") }
      $0.get("/yield") { _ in
        await Task.yield()
        return .text("ok")
      }
      $0.get("/sleep") { _ in
        try await Task.sleep(for: .microseconds(300))
        return .stream {
          for _ in 0..<20 { try await $0.write([UInt8](repeating: 1, count: 5000)) }
        }
      }
      $0.post("/echo") { request in .bytes(try await request.body.collect()) }
    } _: { _, port in
      try await withThrowingTaskGroup { group in
        for seed in 0..<4 {
          group.addTask {
            try await blocking {
              var generator = SeededGenerator(seed: UInt64(seed))
              let requests = [
                "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /yield HTTP/1.1\r\nHost: a\r\n\r\nGET /sleep HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /sleep HTTP/1.1\r\nHost: a\r\n\r\nGET /ok HTTP/1.1\r\nHost: a\r\n\r\n",
                "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n123456789",
                "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                  + "2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n",
              ]
              for _ in 0..<500 {
                let bytes = Array(generator.pick(requests).utf8)
                let client = try RawClient(port: port)
                client.send(Array(bytes.prefix(generator.below(bytes.count + 40))))
                if generator.below(3) == 0 { _ = try client.read(atLeast: 0) }
                if generator.below(2) == 0 { client.reset() }
              }
            }
          }
        }
        try await group.waitForAll()
      }
      let next = try await ask(port, "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(next?.text == "ok")
    }
  }
}
