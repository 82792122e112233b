import HTTPTestSupport
import SwitchyardServer
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Connections that the server ends while their client sends on.
///
/// A system drops what it has not sent yet of a response if its server closes the connection with
/// bytes of the client unread.
@Suite(.timeLimit(.minutes(6))) struct ServerLingerTests {
  /// One that the system takes at once, and one that it does not.
  private static let sizes = [1_000_000, 8 << 20]

  private static func bytes(_ size: Int) -> [UInt8] { [UInt8](repeating: 7, count: size) }

  private static func size(_ request: ServerRequest) -> Int {
    request.parameters["size", as: Int.self] ?? 0
  }

  private func routes(_ router: Router) {
    router.post("/bytes/:size") { request in .bytes(Self.bytes(Self.size(request))) }
    router.post("/stream/:size") { request in
      let size = Self.size(request)
      return .stream(length: size) { try await $0.write(Self.bytes(size)) }
    }
  }

  /// Sends more as soon as the response has begun to come, and reads that later.
  private func readSlowly(
    _ client: RawClient,
    sending more: String
  ) throws -> RawClient.Response? {
    #expect(client.hasNews(within: 100_000))
    client.send(more)
    usleep(500_000)
    return try client.response()
  }

  struct Unread: Sendable, CustomTestStringConvertible {
    let path: String
    let framing: String
    let body: String
    var testDescription: String {
      "\(path), \(framing.split(separator: "\r\n").joined(separator: ", "))"
    }
  }

  private static let unread = [
    Unread(
      path: "/bytes",
      framing: "Content-Length: 5\r\nExpect: 100-continue",
      body: "hello"
    ),
    Unread(path: "/stream", framing: "Transfer-Encoding: chunked", body: "5\r\nhello\r\n"),
    Unread(path: "/file", framing: "Transfer-Encoding: chunked", body: "5\r\nhello\r\n"),
    // More than is read so that the connection can be used again.
    Unread(path: "/stream", framing: "Content-Length: 2000000", body: "hello"),
  ]

  @Test(arguments: unread, sizes)
  func `a response arrives whole though the server reads no body`(
    _ unread: Unread,
    _ size: Int
  ) async throws {
    let folder = try TemporaryFolder()
    try folder.write(String(repeating: "x", count: size), to: "file")
    let file = "\(folder.path)/file"
    try await withServer {
      routes($0)
      $0.post("/file/:size") { _ in try .file(file) }
    } _: { _, port in
      try await blocking {
        let client = try RawClient(port: port, receiveBuffer: 1 << 14)
        client.send("POST \(unread.path)/\(size) HTTP/1.1\r\nHost: a\r\n\(unread.framing)\r\n\r\n")
        let response = try readSlowly(client, sending: unread.body)
        #expect(response?.status == 200)
        #expect(response?["Connection"] == "close")
        #expect(response?.body.count == size)
        #expect(try client.isAtEnd())
      }
    }
  }

  @Test(arguments: sizes)
  func `the last response before a stop arrives whole, whatever comes behind its request`(
    _ size: Int
  ) async throws {
    let gate = Gate()
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    try await withServer {
      $0.get("/large") { _ in
        start.yield()
        await gate.wait()
        return .bytes(Self.bytes(size))
      }
    } _: { server, port in
      let (client, idle) = try await blocking {
        let client = try RawClient(port: port, receiveBuffer: 1 << 14)
        client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
        return (client, try RawClient(port: port))
      }
      var started = starts.makeAsyncIterator()
      await started.next()
      async let stopped: Void = server.stop(gracePeriod: .seconds(300))
      // It has begun to stop when it closes what is idle.
      let isStopping = try await blocking { try idle.isAtEnd() }
      #expect(isStopping)
      gate.open()
      try await blocking {
        let response = try readSlowly(client, sending: "GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(response?["Connection"] == "close")
        #expect(response?.body.count == size)
        #expect(try client.isAtEnd())
      }
      await stopped
    }
  }

  private static let early =
    "POST /bytes/1000000 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"

  @Test func `a client that sends on and reads nothing is left after a while`() async throws {
    try await withServer(routes, configure: { $0.lingerTimeLimit = .seconds(1) }) { _, port in
      try await blocking {
        let client = try RawClient(port: port, receiveBuffer: 1 << 14)
        client.send(Self.early)
        #expect(client.hasNews(within: 100_000))
        var sent = 0
        while sent < 10_000, client.send("x") {
          sent += 1
          usleep(10_000)
        }
        #expect(sent < 10_000)
      }
    }
  }

  @Test func `a stop waits for such a client no longer than for others`() async throws {
    try await withServer(routes, configure: { $0.lingerTimeLimit = .seconds(600) }) {
      server,
      port in
      let client = try await blocking {
        let client = try RawClient(port: port, receiveBuffer: 1 << 14)
        client.send(Self.early)
        #expect(client.hasNews(within: 100_000))
        client.send("hello")
        return client
      }
      let time = await ContinuousClock().measure {
        await server.stop(gracePeriod: .milliseconds(100))
      }
      #expect(time < .seconds(60))
      client.close()
    }
  }
}
