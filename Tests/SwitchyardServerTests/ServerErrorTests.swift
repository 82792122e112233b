import Testing

@testable import SwitchyardServer

#if canImport(Glibc)
  import Glibc
#endif

@Suite(.timeLimit(.minutes(6))) struct ServerErrorTests {
  private func failure(_ change: (inout EmbeddedServer.Configuration) -> Void) throws -> String {
    var configuration = EmbeddedServer.Configuration()
    configuration.port = 0
    change(&configuration)
    let server = try EmbeddedServer(router: Router(.server), configuration: configuration)
    do {
      try server.start()
    } catch {
      return "\(error)"
    }
    return "none"
  }

  @Test func `a port that is taken is named`() async throws {
    try await withServer { _ in
    } _: { _, port in
      let text = try failure { $0.port = port }
      #expect(
        text
          == "The server cannot listen at 127.0.0.1:\(port): Address already in use. Choose another port in "
          + "EmbeddedServer.Configuration.port (0 picks a free one), or stop what listens there."
      )
    }
  }

  @Test func `an address that is none is named`() throws {
    let text = try failure { $0.address = "300.1.1.1" }
    #expect(text.hasPrefix("300.1.1.1:0 is no address of this machine: "))
    #expect(
      try failure { $0.address = "192.0.2.1" }.hasPrefix(
        "192.0.2.1:0 is no address of this machine: "
      )
    )
  }

  @Test func `a value out of its range is named`() throws {
    #expect(
      try failure { $0.threads = 0 }
        == "EmbeddedServer.Configuration.threads is out of its range: 0 is not within 1...1024."
    )
    #expect(
      try failure { $0.headTimeLimit = .milliseconds(200) }
        == "EmbeddedServer.Configuration.headTimeLimit is out of its range: 0.2 seconds is not within 1 to 1000000 "
        + "seconds."
    )
    for change: (inout EmbeddedServer.Configuration) -> Void in [
      { $0.idleTimeLimit = .zero }, { $0.lingerTimeLimit = .seconds(-1) },
      { $0.connectionLimit = 0 }, { $0.connectionLimitPerAddress = 0 },
      { $0.responder.targetLength = .max }, { $0.responder.fieldsLength = .max },
      { $0.responder.fieldCount = .max }, { $0.responder.fieldCount = 1_000_001 },
    ] {
      #expect(try failure(change).contains("is out of its range: "))
    }
    #expect(try failure { $0.idleTimeLimit = .zero }.contains("idleTimeLimit"))
  }

  /// It has limits of its own, and those of the server's configuration have no effect.
  @Test func `so is a value of the responder that the server was given`() throws {
    var limits = RouteResponder.Configuration()
    limits.targetLength = .max
    let responder = try RouteResponder(router: Router(.server), configuration: limits)
    var configuration = EmbeddedServer.Configuration()
    configuration.port = 0
    let server = EmbeddedServer(responder: responder, configuration: configuration)
    let error = #expect(throws: EmbeddedServerError.self) { try server.start() }
    let text = try #require(error).description
    #expect(
      text
        == "EmbeddedServer.Configuration.responder.targetLength is out of its range: \(Int.max) is not within "
        + "1...1073741824."
    )
  }

  #if os(Linux)
    @Test func `the limit of connections heeds that of descriptors`() async {
      await #expect(processExitsWith: .success) {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = 1024
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        var configuration = EmbeddedServer.Configuration()
        #expect(configuration.connectionLimit == 768)
        #expect(configuration.warning == nil)
        configuration.connectionLimit = 910
        #expect(configuration.warning == nil)
        // An eighth of them may linger.
        for limit in [911, 1024] {
          configuration.connectionLimit = limit
          #expect(
            configuration.warning
              == "EmbeddedServer.Configuration.connectionLimit is \(limit), \(limit / 8) sockets more may "
              + "linger, and the process may have no more than 1024 descriptors. Raise that limit (ulimit -n), "
              + "or lower this one."
          )
        }
      }
    }

    /// Lets the process open so many descriptors, or again as many as it may; those that are open
    /// stay.
    private static func limitDescriptors(to count: rlim_t?) {
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      var limit = rlimit()
      getrlimit(resource, &limit)
      limit.rlim_cur = count ?? limit.rlim_max
      setrlimit(resource, &limit)
    }

    @Test func `a file that no descriptor is left to send by is answered with 503`() async {
      await #expect(processExitsWith: .success) {
        try await withServer {
          $0.get("/file") { request in
            let response = try ServerResponse.file("/etc/passwd")
            if request.query["last"] != nil { ServerErrorTests.limitDescriptors(to: 0) }
            return response
          }
        } _: { _, port in
          try await blocking {
            let client = try RawClient(port: port)
            client.send("GET /file HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.response()?.status == 200)
            client.send("GET /file?last=1 HTTP/1.1\r\nHost: a\r\n\r\n")
            let refused = try client.response()
            ServerErrorTests.limitDescriptors(to: nil)
            #expect(refused?.status == 503)
            // The connection goes on.
            client.send("GET /file HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.response()?.status == 200)
          }
        }
      }
    }

    @Test func `that answer has the fields that others have added, and none of the file`() async {
      await #expect(processExitsWith: .success) {
        try await withServer {
          $0.guard("/*", observing: true) { context async in
            context.exchange?.onResponse { response in
              response.fields["X-Frame-Options"] = "DENY"
              response.fields[.vary] = "Origin"
              response.fields[.setCookie] = "a=1"
              response.fields[.connection] = "close"
            }
            return .allow
          }
          $0.get("/file") { request in
            var response = try ServerResponse.file("/etc/passwd", type: "text/css", to: request)
            response.fields[.cacheControl] = "max-age=3600"
            response.fields[.contentDisposition] = "attachment"
            ServerErrorTests.limitDescriptors(to: 0)
            return response
          }
        } _: { _, port in
          try await blocking {
            let client = try RawClient(port: port)
            client.send("GET /file HTTP/1.1\r\nHost: a\r\n\r\n")
            let refused = try client.response()
            ServerErrorTests.limitDescriptors(to: nil)
            #expect(refused?.status == 503)
            #expect(refused?["X-Frame-Options"] == "DENY")
            #expect(refused?["Set-Cookie"] == "a=1")
            #expect(refused?["Vary"] == "Origin, Accept")
            #expect(refused?["Content-Type"] == "text/plain; charset=utf-8")
            for name in [
              "Cache-Control", "Content-Disposition", "ETag", "Last-Modified", "Accept-Ranges",
            ] {
              #expect(refused?[name] == nil)
            }
            #expect(refused?["Connection"] == "close")
            #expect(try client.isAtEnd())
          }
        }
      }
    }
  #endif

  /// A port that was free a moment ago, and is none that the system gives to clients.
  private func freePort() async throws -> UInt16? {
    for _ in 0..<100 {
      var configuration = EmbeddedServer.Configuration()
      configuration.port = UInt16.random(in: 20_000..<30_000)
      let server = try EmbeddedServer(router: Router(.server), configuration: configuration)
      guard (try? server.start()) != nil else { continue }
      await server.stop(gracePeriod: .zero)
      return configuration.port
    }
    return nil
  }

  @Test(arguments: ["/no/such/file.pem", "/dev/null\0.pem", "/dev/null", "/etc/hostname"])
  func `a start that fails leaves the port free`(_ path: String) async throws {
    let port = try #require(await freePort())
    var configuration = EmbeddedServer.Configuration()
    configuration.port = port
    configuration.tls = EmbeddedServer.TLS(certificatePath: path, keyPath: path)
    let server = try EmbeddedServer(router: Router(.server), configuration: configuration)
    for _ in 0..<3 {
      let error = #expect(throws: EmbeddedServerError.self) { try server.start() }
      let isRead = ["/dev/null", "/etc/hostname"].contains(path)
      #expect(error?.code == (isRead ? .libraryRefused : .unreadableFile))
      #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
    }
  }

  @Test func `a serial router is refused`() {
    #expect(throws: RouteResponderError.serialRouter) { try EmbeddedServer(router: Router()) }
  }

  @Test func `one thread is enough, and both families of addresses are served`() async throws {
    try await withServer(
      { $0.get("/ok") { request in .text(request.remoteAddress ?? "none") } },
      configure: {
        $0.threads = 1
        $0.address = "::"
      }
    ) { _, port in
      let response = try await ask(port, "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(response?.text == "::ffff:127.0.0.1")
    }
  }
}
