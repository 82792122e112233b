import SessionStore
import Switchyard
import SwitchyardFleet
import Testing

/// Times with which nobody can follow or publish.
@Suite(.timeLimit(.minutes(6))) struct FleetNumberTests {
  @Test func `a publisher has no less than no time`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let source = RouteSource(in: MemorySessionStore())
      _ = RoutePublisher(source, patience: .seconds(-1), fileID: "App/Main.swift", line: 7)
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let message =
      "RoutePublisher has -1.0 seconds for patience, less than no time. Give it zero or more."
    #expect(text.contains("App/Main.swift:7: Fatal error: \(message)"), "\(text)")
  }

  @Test func `a server rests between two looks`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let source = RouteSource(in: MemorySessionStore())
      let shared = SharedRoutes(of: Router(.server), handlers: .plain())
      try await shared.follow(source, as: "a", every: .zero, fileID: "App/Main.swift", line: 7)
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let message = "follow(every: 0.0 seconds) never rests. Give it more than zero."
    #expect(text.contains("App/Main.swift:7: Fatal error: \(message)"), "\(text)")
  }
}
