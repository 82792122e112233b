import HTTPTestSupport
import SwitchyardServer
import Testing

/// The head of a response lies in what the head of its request has left of a connection's memory.
@Suite(.timeLimit(.minutes(6))) struct ResponseHeadTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// The bytes of the request's target, of its fields and their number.
    let target: Int
    let fields: (length: Int, count: Int)
    /// The bytes of the response's field.
    let response: Int
    let isAnswered: Bool
    var testDescription: String { "\(target), \(fields) and \(response) bytes" }
  }

  static let cases = [
    Case(target: 10, fields: (1, 1), response: 28_000, isAnswered: true),
    Case(target: 10, fields: (12_000, 1), response: 16_000, isAnswered: true),
    // All that the limits let through.
    Case(target: 8_100, fields: (12_000, 98), response: 3_800, isAnswered: true),
    Case(target: 10, fields: (1, 1), response: 40_000, isAnswered: false),
  ]

  @Test(arguments: cases)
  func `it is sent where there is room, and closes the connection where there is none`(
    _ item: Case
  ) async throws {
    try await withServer {
      $0.get("/*") { _ in
        ServerResponse(.ok, fields: ["X": String(repeating: "x", count: item.response)])
      }
      $0.get("/ok") { _ in .text("ok") }
    } _: { _, port in
      let value = String(repeating: "y", count: item.fields.length / item.fields.count - 1)
      let response = try await ask(
        port,
        "GET /\(String(repeating: "x", count: item.target - 1)) HTTP/1.1\r\nHost: a\r\n"
          + String(repeating: "Y: \(value)\r\n", count: item.fields.count) + "\r\n"
      )
      #expect(response?["X"]?.utf8.count == (item.isAnswered ? item.response : nil))
      #expect(try await ask(port, "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n")?.text == "ok")
    }
  }
}
