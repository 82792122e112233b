import HTTPTestSupport
import SwitchyardInspector
import SwitchyardServer
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("An inspector for this machine, behind a proxy on it", .timeLimit(.minutes(2)))
struct InspectorProxyTests {
  @Test(.enabled(if: Nginx.program.isInstalled, "nginx is not installed"))
  func `what nginx passes on by default opens nothing`() async throws {
    let folder = try TemporaryFolder()
    let inspector = RouteInspector()
    try await withServer { router in
      router.get("/a") { _ in .text("a") }
      do {
        try router.mountInspector(inspector, access: .thisMachine)
      } catch {
        Issue.record(error)
      }
    } _: { _, port in
      let (nginx, nginxPort) = try await Nginx.start(
        "location / { proxy_pass http://localhost:\(port); }",
        in: folder
      )
      defer {
        nginx.signal(SIGTERM)
        nginx.wait()
      }
      let page = "GET /_switchyard HTTP/1.1\r\nHost: switchyard.example\r\n"
      // It is there, and nothing of the request tells of it.
      let other = try await ask(nginxPort, "GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(other?.text == "a")
      #expect(try await ask(nginxPort, "\(page)\r\n")?.status == 403)
      #expect(try await ask(port, "\(page)\r\n")?.status == 403)
      let own = "GET /_switchyard HTTP/1.1\r\nHost: localhost:\(port)\r\n"
      #expect(try await ask(port, "\(own)\r\n")?.status == 403)
      let key = try #require(inspector.address(on: "").split(separator: "=").last)
      #expect(
        try await ask(port, "\(own)Cookie: inspector-\(port)=\(key)\r\n\r\n")?.status == 200
      )
    }
  }
}
