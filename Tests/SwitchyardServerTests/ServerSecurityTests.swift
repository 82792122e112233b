import RoutePatterns
import SwitchyardLocks
import SwitchyardServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(6))) struct ServerSecurityTests {
  @Test func `a host without a scheme is found, and guarded, over a socket`() async throws {
    try await withServer {
      $0.guard("//admin.example/*") { _ async in .deny }
      $0.get("//:tenant.example/users/:id") { request in
        .text("\(request.parameters["tenant"] ?? "") \(request.parameters["id"] ?? "")")
      }
      $0.get("/*") { _ in .text("any") }
    } _: { _, port in
      for (host, target, expected) in [
        ("a.example", "/users/7", "a 7"), ("A.example:81", "/users/7", "a 7"),
        ("b.example.", "http://c.example/users/8", "c 8"), ("a.b.example", "/users/7", "any"),
        ("127.0.0.1", "//a.example/users/7", "any"), ("a.example", "/other", "any"),
      ] {
        let response = try await ask(port, "GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        #expect(response?.text == expected, "\(target) on \(host)")
      }
      for (host, target) in [
        ("admin.example", "/users/7"), ("ADMIN.example.:8080", "/"),
        ("a.example", "http://admin.example/users/7"),
      ] {
        let response = try await ask(port, "GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        #expect(response?.status == 403, "\(target) on \(host)")
      }
    }
  }

  @Test func `no target of the shared list gets past a guard over a socket`() async throws {
    let targets = try HostileTarget.all()
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
