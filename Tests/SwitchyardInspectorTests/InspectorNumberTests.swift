import SwitchyardInspector
import Testing

/// Numbers with which an inspector shows nothing.
@Suite struct InspectorNumberTests {
  enum Number: String, CaseIterable, Codable, Sendable {
    case requestLimit, byteLimit, streamLimit, viewerStreamLimit, cellLimit, streamTime, pause

    var configuration: RouteInspector.Configuration {
      var configuration = RouteInspector.Configuration()
      switch self {
      case .requestLimit: configuration.requestLimit = 0
      case .byteLimit: configuration.byteLimit = -1
      case .streamLimit: configuration.streamLimit = -1
      case .viewerStreamLimit: configuration.viewerStreamLimit = -1
      case .cellLimit: configuration.cellLimit = -1
      case .streamTime: configuration.streamTime = .zero
      case .pause: configuration.pause = .seconds(-1)
      }
      return configuration
    }

    var message: String {
      switch self {
      case .requestLimit: "is out of its range: 0 is less than 1. Give it 1 or more."
      case .streamTime: "is 0.0 seconds, and so no stream begins. Give it more than zero."
      case .pause: "is -1.0 seconds, less than no time. Give it zero or more."
      default: "is out of its range: -1 is less than 0. Give it 0 or more."
      }
    }
  }

  @Test(arguments: Number.allCases)
  func `it stops the program where the inspector is made`(_ number: Number) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [number] in
      _ = RouteInspector(configuration: number.configuration, fileID: "App/Main.swift", line: 7)
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let message = "RouteInspector.Configuration.\(number.rawValue) \(number.message)"
    #expect(text.contains("App/Main.swift:7: Fatal error: \(message)"), "\(text)")
  }
}
