import Foundation
import SwitchyardServer
import Testing

@testable import Bookshop

/// The shop behind its server, asked by curl.
@Suite struct OpenShopTests {
  /// Runs curl, which no thread of tasks may wait for: the server needs these.
  private func curl(_ arguments: String...) async throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    process.arguments = ["--silent", "--max-time", "20"] + arguments
    process.standardOutput = output
    try process.run()
    return await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  @Test func `news reach a reader at once, and end with the server`() async throws {
    let shop = try Bookshop(database: ":memory:", covers: NSTemporaryDirectory())
    var configuration = EmbeddedServer.Configuration()
    configuration.port = 0
    configuration.readiness = shop.readiness
    configuration.responder.observers = [shop.metrics]
    let server = try EmbeddedServer(router: shop.router, configuration: configuration)
    #expect(shop.readiness.response.status == .serviceUnavailable)
    try server.start()
    let address = "http://127.0.0.1:\(server.port ?? 0)"
    #expect(try await curl("\(address)/ready") == "ready\n")

    let reader = Task { try await curl("--no-buffer", "\(address)/api/news") }
    let account = try await curl(
      "-H",
      "Content-Type: application/json",
      "-d",
      #"{"name": "Ada"}"#,
      "\(address)/api/users"
    )
    let token = try JSONDecoder().decode(AccountRoutes.Account.self, from: Data(account.utf8)).token
    // Until the reader is there its news go nowhere.
    for _ in 0..<20 {
      let status = try await curl(
        "-o",
        "/dev/null",
        "-w",
        "%{http_code}",
        "-H",
        "Authorization: Bearer \(token)",
        "-H",
        "Content-Type: application/json",
        "-d",
        #"{"title": "Emma", "author": "Jane Austen", "year": 1815}"#,
        "\(address)/api/books"
      )
      #expect(status == "201")
      try await Task.sleep(for: .milliseconds(50))
    }
    let lines = try await curl("\(address)/api/books.csv").split(separator: "\r\n")
    #expect(lines.count == 21 && lines.last == #"20,"Emma","Jane Austen",1815"#)
    #expect(try await curl("\(address)/metrics").contains(#"route="/api/books""#))

    shop.news.end()
    await server.stop()
    #expect(try await reader.value.contains("data: added 20\n\n"))
    #expect(shop.readiness.response.status == .serviceUnavailable)
  }
}
