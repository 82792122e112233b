import SessionStore
import SwitchyardSessions
import Testing

/// Numbers within which no session can be.
@Suite struct SessionNumberTests {
  enum Number: String, CaseIterable, Codable, Sendable {
    case lifetime, firstLifetime, historyLimit, sizeLimit, rememberedLimit, rememberedByteLimit

    func make() {
      func value(_ other: Int, _ name: Number) -> Int { self == name ? -1 : other }
      _ = Sessions(
        in: MemorySessionStore(),
        tree: Shop.tree(),
        initial: 0,
        lifetime: .seconds(value(1, .lifetime)),
        firstLifetime: .seconds(value(1, .firstLifetime)),
        historyLimit: value(0, .historyLimit),
        sizeLimit: value(1, .sizeLimit),
        rememberedLimit: value(0, .rememberedLimit),
        rememberedByteLimit: value(0, .rememberedByteLimit),
        fileID: "App/Main.swift",
        line: 7
      )
    }

    var message: String {
      switch self {
      case .lifetime, .firstLifetime:
        "Sessions have -1.0 seconds for \(rawValue), and end before they begin. Give it more than zero."
      case .sizeLimit: "Sessions have -1 for sizeLimit. Give it 1 or more."
      default: "Sessions have -1 for \(rawValue). Give it 0 or more."
      }
    }
  }

  @Test(arguments: Number.allCases)
  func `it stops the program where the sessions are made`(_ number: Number) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [number] in
      number.make()
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("App/Main.swift:7: Fatal error: \(number.message)"), "\(text)")
  }
}
