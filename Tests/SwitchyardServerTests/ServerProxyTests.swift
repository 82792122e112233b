import Foundation
import HTTPTestSupport
import SwitchyardServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(6))) struct ServerProxyTests {
  private static let addresses: [AddressRange] = ["127.0.0.1", "10.0.0.0/8", "::1"]

  /// Asks a server for the address that it takes for the client's.
  private func address(_ port: UInt16, _ lists: [String]) async throws -> String? {
    let fields = lists.map { "X-Forwarded-For: \($0)\r\n" }.joined()
    let response = try await ask(port, "GET /a HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
    return response?.status == 200 ? response?.text : nil
  }

  private func withProxiedServer(_ body: (UInt16) async throws -> Void) async throws {
    try await withServer { router in
      router.get("/*") { request in
        .text("\(request.remoteAddress ?? "-") \(request.target)")
      }
      router.get("/a") { request in .text(request.remoteAddress ?? "-") }
    } configure: {
      $0.responder.trustedProxies = TrustedProxies(
        at: Self.addresses,
        writing: [.xForwardedFor, .xForwardedProto, .xForwardedHost]
      )
    } _: {
      try await body($1)
    }
  }

  @Test func `a client behind a proxy is known by its address, scheme and host`() async throws {
    try await withProxiedServer { port in
      let fields = "X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-Proto: https\r\n"
      let host = "X-Forwarded-Host: Reader.example\r\n"
      let whole = try await ask(port, "GET /b?c HTTP/1.1\r\nHost: a\r\n\(fields)\(host)\r\n")
      #expect(whole?.text == "192.0.2.1 https://reader.example/b?c")
      // One of HTTP/1.0 names no host of its own.
      let old = try await ask(port, "GET /b HTTP/1.0\r\n\(fields)\(host)\r\n")
      #expect(old?.text == "192.0.2.1 https://reader.example/b")
      let bare = try await ask(port, "GET /b HTTP/1.1\r\n\(fields)\(host)\r\n")
      #expect(bare?.status == 400)
      // The connection of a proxy is not closed for it.
      try await blocking {
        let client = try RawClient(port: port)
        for _ in 0..<2 {
          client.send("GET /a HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: evil\r\n\r\n")
          let response = try client.response()
          #expect(response?.status == 400)
          #expect(response?.text.contains("A proxy has sent a malformed X-Forwarded-For.") == true)
        }
      }
    }
  }

  /// Lists of clients that nginx and this server read in the same way.
  private static let lists: [[String]] = [
    ["192.0.2.1"], ["10.9.9.9, 192.0.2.1"], ["evil\", 192.0.2.1"], [",,,192.0.2.1"],
    ["192.0.2.1, 10.0.0.2, 10.0.0.3"], ["198.51.100.9, 192.0.2.1, 10.0.0.2"],
    ["10.0.0.4, 10.0.0.3"], ["192.0.2.1", "10.0.0.2"], ["10.9.9.9", "192.0.2.1"],
    ["192.0.2.1, ::1"], ["192.0.2.1:4711"], ["2001:DB8::1"], ["[2001:db8::1]:4711"],
    ["192.0.2.1,\(Array(repeating: "10.0.0.2", count: 400).joined(separator: ","))"],
  ]

  @Test(.enabled(if: Nginx.program.isInstalled, "nginx is not installed"))
  func `the client is the one that nginx takes`() async throws {
    let folder = try TemporaryFolder()
    let site = """
      \(Self.addresses.map { "set_real_ip_from \($0);" }.joined(separator: " "))
      real_ip_header X-Forwarded-For; real_ip_recursive on;
      location / { return 200 $remote_addr; }
      """
    try await withProxiedServer { port in
      let (nginx, nginxPort) = try await Nginx.start(site, in: folder)
      defer {
        nginx.signal(SIGTERM)
        nginx.wait()
      }
      var generator = SeededGenerator(seed: 7)
      var lists = Self.lists
      for _ in 0..<300 {
        lists.append(
          (0..<Int.random(in: 1...3, using: &generator)).map { _ in
            (0..<Int.random(in: 1...5, using: &generator)).map { _ in
              Self.entry(&generator)
            }
            .joined(separator: Bool.random(using: &generator) ? "," : ", ")
          }
        )
      }
      for list in lists {
        let theirs = try #require(try await address(nginxPort, list))
        #expect(try await address(port, list) == theirs, "\(list)")
      }
      // Without the field it takes the proxy for the client, and here the client is not known.
      #expect(try await address(nginxPort, []) == "127.0.0.1")
      #expect(try await address(port, []) == "-")
    }
  }

  private static func entry(_ generator: inout SeededGenerator) -> String {
    let bytes = (0..<3).map { _ in Int.random(in: 0...255, using: &generator) }
    let port = Int.random(in: 1...65535, using: &generator)
    return switch Int.random(in: 0..<7, using: &generator) {
    case 0: "10.\(bytes[0]).\(bytes[1]).\(bytes[2])"
    case 1: "192.0.2.\(bytes[0])"
    case 2: "2001:db8::\(String(port, radix: 16))"
    case 3: "::1"
    case 4: "10.0.0.\(bytes[0]):\(port)"
    case 5: "[2001:DB8::\(String(port, radix: 16))]:\(port)"
    default: "127.0.0.1"
    }
  }
}
