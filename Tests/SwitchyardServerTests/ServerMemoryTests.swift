#if os(Linux)
  import HTTPTestSupport
  import Foundation
  import RoutePatterns
  import SwitchyardLocks
  import Testing

  @testable import SwitchyardHTTP
  import SwitchyardServer

  /// What is left of requests when the server that has answered them is gone.
  ///
  /// In a process of their own, in which nobody else opens and closes anything.
  @Suite(.timeLimit(.minutes(6))) struct ServerMemoryTests {
    @Test func `no exchange, connection, stream or descriptor outlives the server`() async {
      await #expect(processExitsWith: .success) {
        // What is made once and for all is made by the first round.
        try await Self.serve(rounds: 1, Held())
        let (before, held) = (try await Self.descriptors, Held())
        try await Self.serve(rounds: 100, held)
        try await Self.expectNothing(of: held, beside: before, atLeast: 1000)
      }
    }

    @Test func `nor does one of a server with TLS`() async {
      await #expect(processExitsWith: .success) {
        try await ServerTLSTests().withCertificate { tls in
          try await Self.serveTLS(tls, rounds: 1, Held())
          let (before, held) = (try await Self.descriptors, Held())
          try await Self.serveTLS(tls, rounds: 100, held)
          try await Self.expectNothing(of: held, beside: before, atLeast: 300)
        }
      }
    }

    // MARK: - Requests

    private static func serve(rounds: Int, _ held: Held) async throws {
      let folder = try TemporaryFolder()
      try folder.write(String(repeating: "x", count: 100_000), to: "file")
      let (path, (begun, begin)) = (folder.path, AsyncStream.makeStream(of: Void.self))
      try await withServer(
        { router in
          held.addRoutes(router)
          router.get("/file") { request in
            held.add(request)
            return try .file("\(path)/file")
          }
          router.get("/wait") { request in
            held.add(request)
            begin.yield()
            try await Task.sleep(for: .seconds(3600))
            return .text("")
          }
        },
        // Long enough for everything; what is to expire is kept where it must be taken back.
        router: .timed
      ) { _, port in
        var waiting = begun.makeAsyncIterator()
        for _ in 0..<rounds {
          let client = try await blocking {
            try Self.ask(port)
            let client = try RawClient(port: port)
            client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
            return client
          }
          await waiting.next()
          client.close()
        }
      }
    }

    /// Sends a request of each kind, several on one connection.
    private static func ask(_ port: UInt16) throws {
      let host = "HTTP/1.1\r\nHost: a\r\n"
      let client = try RawClient(port: port)
      for path in ["/text", "/later", "/file", "/stream", "/missing"] {
        client.send("GET \(path) \(host)\r\n")
        #expect(try client.response()?.status == (path == "/missing" ? 404 : 200))
      }
      for path in ["/text", "/file"] {
        client.send("HEAD \(path) \(host)\r\n")
        #expect(try client.response(toHead: true)?.status == 200)
      }
      for path in ["/read", "/unread"] {
        client.send("POST \(path) \(host)Content-Length: 5\r\n\r\nhello")
        #expect(try client.response()?.status == 200)
      }
      client.send("HEAD /stream \(host)\r\n")
      #expect(try client.response(toHead: true)?.status == 200)

      let reader = try RawClient(port: port)
      reader.send("GET /endless \(host)\r\n")
      _ = try reader.read(atLeast: 100)
      reader.reset()
      // The answers to these go out before the body has ended.
      for path in ["/refuse", "/unread"] {
        let sender = try RawClient(port: port)
        sender.send("POST \(path) \(host)Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n1\r\n")
        if path == "/refuse" { #expect(try sender.response()?.status == 403) }
      }
      let half = try RawClient(port: port)
      half.send("POST /read \(host)Content-Length: 5\r\n\r\nhel")
    }

    private static func serveTLS(_ tls: EmbeddedServer.TLS, rounds: Int, _ held: Held) async throws
    {
      try await withServer(
        { held.addRoutes($0) },
        configure: { $0.tls = tls },
        router: .timed
      ) { _, port in
        let curl = ["curl", "-sS", "-k", "--max-time", "60", "-o", "/dev/null"]
        for (path, options) in [
          ("text", []), ("stream", ["-I"]), ("stream", []), ("read", ["-d", "hello"]),
        ] {
          let url = "https://localhost:\(port)/\(path)?[1-\(rounds)]"
          let said = try await ServerTLSTests().run(curl + options + [url])
          #expect(said != nil)
        }
      }
    }

    // MARK: - What is left

    /// What is open, but for the clocks of Dispatch, each of which is opened when it is first needed.
    private static var descriptors: [String] {
      get async throws {
        // What it waits for them with is opened by the first of them.
        try await Task.sleep(for: .milliseconds(1))
        let folder = "/proc/self/fd"
        let manager = FileManager.default
        return try manager.contentsOfDirectory(atPath: folder)
          .map { (try? manager.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) ?? "" }
          .filter { $0 != "anon_inode:[timerfd]" }
      }
    }

    /// Handlers that were cancelled as their client has left may end after the server.
    private static func expectNothing(
      of held: Held,
      beside before: [String],
      atLeast count: Int
    ) async throws {
      let end = ContinuousClock.now + .seconds(60)
      while !held.left.isEmpty, ContinuousClock.now < end {
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(held.count >= count)
      #expect(held.left == [:])
      let after = try await descriptors
      #expect(after.count == before.count, "\(after.sorted()) instead of \(before.sorted())")
    }
  }

  /// What is to go with the requests that it is of.
  private final class Held: Sendable {
    private struct Weak: Sendable {
      weak let object: (any AnyObject & Sendable)?
    }

    /// What the maker of a stream holds.
    private final class Token: Sendable {}

    private let objects = Locked<[Weak]>([])

    var count: Int { objects.withLock { $0.count } }

    /// How many there still are of each type.
    var left: [String: Int] {
      objects.withLock { objects in
        objects.reduce(into: [:]) { left, held in
          if let object = held.object { left["\(type(of: object))", default: 0] += 1 }
        }
      }
    }

    func add(_ request: ServerRequest) {
      add(request.exchange)
      if let taker = request.exchange.taker { add(taker) }
    }

    private func add(_ object: any AnyObject & Sendable) {
      objects.withLock { $0.append(Weak(object: object)) }
    }

    private func stream(_ count: Int) -> ServerResponse {
      let token = Token()
      add(token)
      return .stream { [self] writer in
        add(writer.channel)
        for _ in 0..<count { try await writer.write([UInt8](repeating: 7, count: 1000)) }
        withExtendedLifetime(token) {}
      }
    }

    func addRoutes(_ router: Router) {
      router.get("/text") { [self] request in
        add(request)
        return .text("text")
      }
      router.get("/later") { [self] request in
        await Task.yield()
        add(request)
        return .text("later")
      }
      router.get("/stream") { [self] request in
        add(request)
        return stream(100)
      }
      router.get("/endless") { [self] request in
        add(request)
        return stream(.max)
      }
      router.post("/read") { [self] request in
        add(request)
        return .bytes(try await request.body.collect())
      }
      router.post("/unread") { [self] request in
        add(request)
        return .text("unread")
      }
      router.post("/refuse") { [self] request in
        add(request)
        for try await _ in request.body { throw ResponseError(.forbidden) }
        return .text("")
      }
    }
  }

  extension Router.Configuration {
    fileprivate static var timed: Self {
      var configuration = Self.patient
      configuration.handlerTimeLimit = .seconds(600)
      return configuration
    }
  }
#endif
