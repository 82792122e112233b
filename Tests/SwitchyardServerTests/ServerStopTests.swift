import HTTPTestSupport
import RoutePatterns
import SwitchyardLocks
import SwitchyardServer
import Testing

@Suite(.timeLimit(.minutes(6))) struct ServerStopTests {
  private func makeServer(_ register: (Router) -> Void) throws -> EmbeddedServer {
    let router = Router(.patient)
    register(router)
    return try EmbeddedServer(router: router, configuration: .patient)
  }

  @Test func `a stopped server has no port, and can be started again`() async throws {
    let server = try makeServer { $0.get("/ok") { _ in .text("ok") } }
    #expect(server.port == nil)
    for _ in 0..<3 {
      try server.start()
      let port = try #require(server.port)
      let response = try await ask(port, "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(response?.text == "ok")
      #expect { try server.start() } throws: {
        ($0 as? EmbeddedServerError)?.code == .alreadyRunning
      }
      await server.stop()
      #expect(server.port == nil)
      await #expect(throws: (any Error).self) {
        _ = try await blocking { try RawClient(port: port) }
      }
    }
    await server.stop()
  }

  @Test func `clients that have left in the middle of a head are not waited for`() async throws {
    let server = try makeServer { $0.get("/ok") { _ in .text("ok") } }
    try server.start()
    let port = try #require(server.port)
    try await blocking {
      // The end comes together with the bytes, now and then.
      for _ in 0..<200 {
        let client = try RawClient(port: port)
        client.send("GET /ok HTTP/1.1\r\nX")
        client.close()
      }
    }
    let time = await ContinuousClock().measure { await server.stop(gracePeriod: .seconds(120)) }
    #expect(time < .seconds(60))
  }

  @Test func `a client whose stream has failed is not waited for`() async throws {
    let server = try makeServer {
      $0.get("/fails") { _ in
        .stream {
          try await $0.write("half")
          throw RawClient.Failure(description: "the other half")
        }
      }
    }
    try server.start()
    let port = try #require(server.port)
    // No other client: what happens on its thread would have the library clean up.
    let text = try await blocking {
      let client = try RawClient(port: port)
      client.send("GET /fails HTTP/1.1\r\nHost: a\r\n\r\n")
      return try client.readToEnd()
    }
    #expect(!text.hasSuffix("0\r\n\r\n"))
    let time = await ContinuousClock().measure { await server.stop(gracePeriod: .seconds(120)) }
    #expect(time < .seconds(60))
  }

  @Test func `a request under way is answered, and its connection closed`() async throws {
    let gate = Gate()
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    let server = try makeServer {
      $0.get("/wait") { _ in
        start.yield()
        await gate.wait()
        return .text("done")
      }
      $0.post("/read") { request in
        start.yield()
        return .text(try await request.body.text())
      }
    }
    try server.start()
    let port = try #require(server.port)
    var started = starts.makeAsyncIterator()
    async let answer = ask(port, "GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
    await started.next()
    let (poster, idle) = try await blocking {
      let poster = try RawClient(port: port)
      poster.send("POST /read HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe")
      return (poster, try RawClient(port: port))
    }
    await started.next()
    async let stopped: Void = server.stop(gracePeriod: .seconds(20))
    async let second: Void = server.stop(gracePeriod: .seconds(20))
    // What is idle ends while the others go on.
    let isIdleAtEnd = try await blocking { try idle.isAtEnd() }
    #expect(isIdleAtEnd)
    let posted = try await blocking {
      poster.send("llo")
      return try poster.response()
    }
    #expect(posted?.text == "hello")
    gate.open()
    let response = try await answer
    #expect(response?.text == "done")
    #expect(response?["Connection"]?.lowercased() == "close")
    await stopped
    await second
  }

  @Test
  func `what does not end within the grace period is cancelled, and what then does not is cut off`()
    async throws
  {
    let gate = Gate()
    let (starts, start) = AsyncStream.makeStream(of: String.self)
    let server = try makeServer {
      $0.get("/polite") { _ in
        start.yield("polite")
        do {
          try await Task.sleep(for: .seconds(3600))
        } catch {
          start.yield("cancelled")
        }
        return .text("")
      }
      $0.get("/stubborn") { _ in
        start.yield("stubborn")
        await gate.wait()
        return .text("late")
      }
      $0.get("/stream") { _ in
        .stream { writer in
          start.yield("stream")
          try await writer.write("x")
          try await Task.sleep(for: .seconds(3600))
        }
      }
    }
    try server.start()
    let port = try #require(server.port)
    var started = starts.makeAsyncIterator()
    var clients: [RawClient] = []
    for path in ["polite", "stubborn", "stream"] {
      clients.append(
        try await blocking {
          let client = try RawClient(port: port)
          client.send("GET /\(path) HTTP/1.1\r\nHost: a\r\n\r\n")
          return client
        }
      )
      #expect(await started.next() == path)
    }
    await server.stop(gracePeriod: .milliseconds(10))
    #expect(await started.next() == "cancelled")
    for client in clients {
      let text = try await blocking { try client.readToEnd() }
      #expect(!text.contains("late"))
    }
    gate.open()
  }

  @Test func `under load no request is lost whose head was read`() async throws {
    for round in 0..<5 {
      let begun = Locked<Set<String>>([])
      let answered = Locked<Set<String>>([])
      let server = try makeServer {
        $0.any("/:id") { request in
          let id = request.parameters["id"] ?? ""
          begun.withLock { _ = $0.insert(id) }
          if id.hasSuffix("3") { await Task.yield() }
          if id.hasSuffix("5") { try await Task.sleep(for: .milliseconds(2)) }
          let body = try await request.body.text()
          return .text("\(id) \(body)")
        }
      }
      try server.start()
      let port = try #require(server.port)
      try await withThrowingTaskGroup { group in
        for client in 0..<8 {
          group.addTask {
            try await blocking {
              var count = 0
              while true {
                guard let connection = try? RawClient(port: port) else { return }
                // Several on a connection, the last of which the server may refuse to read.
                for _ in 0..<50 {
                  count += 1
                  let id = "\(client)-\(count)"
                  let head = count.isMultiple(of: 2) ? "GET /\(id)" : "POST /\(id)"
                  let body = count.isMultiple(of: 2) ? "" : "hello"
                  let length = body.isEmpty ? "" : "Content-Length: 5\r\n"
                  guard connection.send("\(head) HTTP/1.1\r\nHost: a\r\n\(length)\r\n\(body)"),
                    let response = try connection.response()
                  else { break }
                  #expect(response.text == "\(id) \(body)")
                  answered.withLock { _ = $0.insert(id) }
                  if response["Connection"]?.lowercased() == "close" { break }
                }
              }
            }
          }
        }
        while answered.withLock({ $0.count }) < 200 * (round + 1) {
          try await Task.sleep(for: .milliseconds(1))
        }
        await server.stop(gracePeriod: .seconds(20))
        try await group.waitForAll()
      }
      let lost = begun.withLock { $0 }.subtracting(answered.withLock { $0 })
      #expect(lost.isEmpty, "round \(round)")
    }
  }
}
