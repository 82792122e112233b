import SessionStore
import Testing

/// Limits within which a store has no room.
@Suite struct StoreNumberTests {
  @Test(arguments: [("limit", 0), ("byteLimit", -1)])
  func `it stops the program where it is given`(_ name: String, _ value: Int) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [name, value] in
      _ = MemorySessionStore(
        limit: name == "limit" ? value : 1,
        byteLimit: name == "byteLimit" ? value : 1,
        fileID: "App/Main.swift",
        line: 7
      )
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let message =
      "A store in memory has \(value) for \(name), and so no room. Give it 1 or more."
    #expect(text.contains("App/Main.swift:7: Fatal error: \(message)"), "\(text)")
  }
}
