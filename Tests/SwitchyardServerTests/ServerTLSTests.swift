import SwitchyardServer
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#endif
import Foundation

@Suite(.timeLimit(.minutes(6))) struct ServerTLSTests {
  /// Runs a program, and gives back what it writes; nothing where it fails.
  func run(_ words: [String]) async throws -> String? {
    try await blocking { try ChildProgram.output(of: words) }
  }

  func withCertificate(_ body: (EmbeddedServer.TLS) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tls-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let tls = EmbeddedServer.TLS(
      certificatePath: "\(folder)/cert.pem",
      keyPath: "\(folder)/key.pem"
    )
    let made = try await run([
      "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1",
      "-subj", "/CN=localhost", "-keyout", tls.keyPath, "-out", tls.certificatePath,
    ])
    try #require(made != nil, "openssl is missing")
    try await body(tls)
  }

  @Test func `requests are answered over TLS, at once and later`() async throws {
    try await withCertificate { tls in
      try await withServer(
        {
          $0.get("/scheme") { request in .text(request.target.scheme ?? "none") }
          $0.get("/later") { _ in
            await Task.yield()
            return .stream { for n in 0..<1000 { try await $0.write("\(n),") } }
          }
          $0.post("/echo") { request in .bytes(try await request.body.collect()) }
        },
        configure: { $0.tls = tls }
      ) { _, port in
        let curl = ["curl", "-sS", "-k", "--max-time", "20"]
        let scheme = try await run(curl + ["https://localhost:\(port)/scheme"])
        #expect(scheme == "https")
        let later = try await run(curl + ["https://localhost:\(port)/later"])
        #expect(later == (0..<1000).map { "\($0)," }.joined())
        let body = String(repeating: "x", count: 100_000)
        let echo = try await run(curl + ["-d", body, "https://localhost:\(port)/echo"])
        #expect(echo == body)
        // Plain words are no handshake.
        let plain = try await ask(port, "GET /scheme HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(plain == nil)
      }
    }
  }

  @Test func `where the rest of a body does not come, the connection is closed`() async throws {
    var settings = Router.Configuration.server
    settings.handlerTimeLimit = .milliseconds(100)
    settings.onFault = { _ in }
    try await withCertificate { tls in
      try await withServer(
        { $0.post("/echo") { request in .bytes(try await request.body.collect()) } },
        configure: {
          $0.tls = tls
          $0.lingerTimeLimit = .seconds(1)
        },
        router: settings
      ) { _, port in
        let curl = "curl -sSk --max-time 20 -H 'Content-Length: 100' -d hello"
        // 52: the server has closed without an answer; 28 would be that curl was tired of waiting.
        let status = try await run(["sh", "-c", "\(curl) https://localhost:\(port)/echo; echo $?"])
        #expect(["52\n", "56\n"].contains(status))
      }
    }
  }

  private static let versions: [(String?, String, Bool)] = [
    (nil, "-tls1", false), (nil, "-tls1_1", false), (nil, "-tls1_2", true), (nil, "-tls1_3", true),
    ("NORMAL:-VERS-ALL:+VERS-TLS1.3", "-tls1_2", false),
    ("NORMAL:-VERS-ALL:+VERS-TLS1.3", "-tls1_3", true),
    // That the old versions are refused is the server's doing, and not this client's.
    ("NORMAL:+VERS-ALL", "-tls1", true), ("NORMAL:+VERS-ALL", "-tls1_1", true),
  ]

  @Test(arguments: versions) private func `old versions are refused`(
    _ priorities: String?,
    _ version: String,
    _ isAccepted: Bool
  ) async throws {
    try await withCertificate { tls in
      var tls = tls
      if let priorities { tls.priorities = priorities }
      try await withServer({ _ in }, configure: { $0.tls = tls }) { _, port in
        let client = "openssl s_client -cipher ALL:@SECLEVEL=0 -connect 127.0.0.1:\(port)"
        let said = try await run(["sh", "-c", "\(client) \(version) </dev/null 2>&1; true"])
        #expect(said?.contains("Cipher is (NONE)") == !isAccepted, "\(said ?? "")")
      }
    }
  }

  @Test func `a client that handshakes once more is closed`() async throws {
    try await withCertificate { tls in
      try await withServer({ _ in }, configure: { $0.tls = tls }) { _, port in
        // "R" asks for it; the request behind it would be answered with 404.
        let request = "GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n"
        let words = "(sleep 1; echo R; sleep 1; printf '\(request)'; sleep 2)"
        let client = "openssl s_client -tls1_2 -connect 127.0.0.1:\(port) 2>&1"
        let said = try await run(["sh", "-c", "\(words) | \(client); true"])
        #expect(said?.contains("RENEGOTIATING") == true)
        #expect(said?.contains("HTTP/1.1") == false)
      }
    }
  }

  @Test func `files that are no certificate are named in the error`() async throws {
    var configuration = EmbeddedServer.Configuration()
    configuration.port = 0
    configuration.tls = .init(certificatePath: "/nowhere/cert.pem", keyPath: "/nowhere/key.pem")
    let missing = try EmbeddedServer(router: Router(.server), configuration: configuration)
    #expect { try missing.start() } throws: { error in
      "\(error)"
        == "/nowhere/key.pem cannot be read: No such file or directory. EmbeddedServer.Configuration.tls wants "
        + "the paths of two PEM files, the certificate with its chain and the private key."
    }
    try await withCertificate { tls in
      configuration.tls = .init(certificatePath: tls.keyPath, keyPath: tls.certificatePath)
      let swapped = try EmbeddedServer(router: Router(.server), configuration: configuration)
      #expect { try swapped.start() } throws: { error in
        (error as? EmbeddedServerError)?.code == .libraryRefused
          && "\(error)".contains("certificate")
      }
      configuration.tls = tls
      configuration.tls?.priorities = "NONSENSE"
      let odd = try EmbeddedServer(router: Router(.server), configuration: configuration)
      #expect { try odd.start() } throws: { error in
        (error as? EmbeddedServerError)?.code == .libraryRefused
          && "\(error)".contains("NONSENSE")
      }
    }
  }
}
