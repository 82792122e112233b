import RoutePatterns
import SwitchyardHTTP
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(6))) struct ServerSecurityTests {
  @Test func `no target of the shared list gets past a guard over a socket`() async throws {
    guard let targets = try HostileTarget.all() else { return }
    let reached = Locked(0)
    let guarded = Locked(0)
    try await withServer {
      $0.guard("/admin/*") { _ in
        guarded.withLock { $0 += 1 }
        return .deny
      }
      $0.any("/admin/secret") { _ in
        reached.withLock { $0 += 1 }
        return .text("secret")
      }
      $0.any("/*") { _ in .text("public") }
    } _: { _, port in
      for target in targets {
        let response = try await blocking { () -> RawClient.Response? in
          let client = try RawClient(port: port)
          client.send(
            Array("GET ".utf8) + target.bytes + Array(" HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
          )
          return try client.response()
        }
        #expect(response?.text.contains("secret") != true, "\(target)")
        let next = try await ask(port, "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(next?.text == "public", "\(target)")
      }
    }
    #expect(reached.withLock { $0 } == 0)
    // Else the guard was never in question.
    #expect(guarded.withLock { $0 } > 20)
  }
}
