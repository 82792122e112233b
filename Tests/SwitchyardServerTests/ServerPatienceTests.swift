import SwitchyardServer
import Testing

/// Clients that keep a connection busy with next to nothing.
@Suite(.timeLimit(.minutes(6))) struct ServerPatienceTests {
  private func routes(_ router: Router) { router.get("/ok") { _ in .text("ok") } }

  private static let beginnings = [
    // Before the first line is whole, behind it, and where the connection was used already.
    "GET /ok",
    "GET /ok HTTP/1.1\r\nX",
    "GET /ok HTTP/1.1\r\nHost: a\r\n\r\nGET /ok",
    "GET /ok HTTP/1.1\r\nHost: a\r\n\r\nGET /ok HTTP/1.1\r\nX",
  ]

  @Test(arguments: beginnings) func `a head that trickles in is cut off`(
    _ beginning: String
  ) async throws {
    try await withServer(
      routes,
      configure: {
        $0.headTimeLimit = .seconds(1)
        $0.idleTimeLimit = .seconds(2)
      }
    ) { _, port in
      try await blocking {
        let start = ContinuousClock.now
        let client = try RawClient(port: port)
        client.send(beginning)
        if beginning.contains("\r\n\r\n") { #expect(try client.response()?.text == "ok") }
        // One byte each tenth of a second: the connection is never silent for long.
        var sent = 0
        while sent < 100, !client.hasNews(within: 100), client.send("x") { sent += 1 }
        // Not how many were sent: a machine that stalls sends few of them.
        #expect(ContinuousClock.now - start > .milliseconds(900))
        #expect(sent < 100)
        #expect(try client.isAtEnd())
      }
      let next = try await ask(port, "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(next?.text == "ok")
    }
  }

  @Test func `a connection that is used now and then outlasts the limit of a head`() async throws {
    try await withServer(routes, configure: { $0.headTimeLimit = .seconds(1) }) { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        for _ in 0..<3 {
          client.send("GET /ok HTTP/1.1\r\nHost: a\r\n\r\n")
          #expect(try client.response()?.text == "ok")
          #expect(!client.hasNews(within: 1600))
        }
      }
    }
  }

  @Test func `a response may take longer than a head, whoever makes it`() async throws {
    try await withServer(
      { router in
        router.get("/now") { _ in Self.ticks }
        router.get("/later") { _ in
          await Task.yield()
          return Self.ticks
        }
        routes(router)
      },
      configure: { $0.headTimeLimit = .seconds(1) }
    ) { _, port in
      for path in ["/now", "/later"] {
        try await blocking {
          let client = try RawClient(port: port)
          client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
          #expect(try client.response()?.text == "0 1 2 3 4 5 ")
          client.send("GET /ok HTTP/1.1\r\nHost: a\r\n\r\n")
          #expect(try client.response()?.text == "ok")
        }
      }
    }
  }

  private static var ticks: ServerResponse {
    .stream { writer in
      for tick in 0..<6 {
        try await writer.write("\(tick) ")
        try await Task.sleep(for: .milliseconds(500))
      }
    }
  }

  @Test func `an address may be allowed so many connections`() async throws {
    try await withServer(routes, configure: { $0.connectionLimitPerAddress = 2 }) { _, port in
      try await blocking {
        let request = "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n"
        let clients = [try RawClient(port: port), try RawClient(port: port)]
        for client in clients {
          client.send(request)
          #expect(try client.response()?.text == "ok")
        }
        let third = try RawClient(port: port)
        third.send(request)
        #expect(try third.isAtEnd())
        for client in clients {
          client.send(request)
          #expect(try client.response()?.text == "ok")
        }
      }
    }
  }
}
