import HTTPTestSupport
import SwitchyardHTTP
import TestSupport
import Testing

/// The examples of the article on other servers, as they stand there.
@Suite struct OtherServersTests {
  /// What a server of another make has received.
  private struct Received: Sendable {
    let head: RequestHead
    let parts: AsyncStream<[UInt8]>

    init(_ method: RequestMethod, _ target: String, _ parts: [[UInt8]]) {
      head = RequestHead(method, target)
      self.parts = AsyncStream { continuation in
        for part in parts { continuation.yield(part) }
        continuation.finish()
      }
    }
  }

  /// What it has sent.
  private final class Sent: Sendable {
    let head = Notes<String>()
    let bytes = Notes<UInt8>()
  }

  private struct Others: Sendable {
    func respond(to received: Received) async throws -> ServerResponse { .text("of others") }
  }

  private func responder() throws -> RouteResponder {
    try Site(routes: { router in
      router.post("/echo") { request in
        .stream { writer in for try await bytes in request.body { try await writer.write(bytes) } }
      }
    }).responder
  }

  @Test func `a server of another make sends what is made`() async throws {
    let responder = try responder()
    let received = Received(.post, "/echo", [[1, 2], [3]])
    let sent = Sent()
    func send(_ status: ResponseStatus, _ fields: HeaderFields, _ length: Int?) async throws {
      sent.head.add("\(status.code) \(length.map { "\($0)" } ?? "unknown")")
    }
    func send(_ bytes: [UInt8]) async throws { for byte in bytes { sent.bytes.add(byte) } }

    let body = ServerRequestBody(received.parts)
    let response = await responder.respond(to: received.head, body: body)
    try await send(response.status, response.fields, response.body.length)
    for try await bytes in response.body { try await send(bytes) }
    await body.close()
    #expect(sent.head.all == ["200 unknown"])
    #expect(sent.bytes.all == [1, 2, 3])
  }

  @Test func `a server with other routes asks these for the rest`() async throws {
    let responder = try responder()
    let others = Others()
    func respond(to received: Received) async throws -> ServerResponse {
      let body = ServerRequestBody(received.parts)
      let found = await responder.respondIfFound(to: received.head, body: body)
      guard let response = found else { return try await others.respond(to: received) }
      return response
    }
    #expect(try await respond(to: Received(.get, "/elsewhere", [])).text == "of others")
    #expect(try await respond(to: Received(.get, "/echo", [])).status == .methodNotAllowed)
    #expect(try await respond(to: Received(.post, "/echo", [[65]])).text == "A")
  }

  @Test func `each line that is shown stands here`() throws {
    let path = "Sources/SwitchyardHTTP/SwitchyardHTTP.docc/OtherServers.md"
    let lines = try ShownCode.expectLines(of: path)
    #expect(lines.count == 7)
  }
}
