import Switchyard
import TestSupport
import Testing

/// Numbers of a configuration by which nothing can be handled.
@Suite struct ConfigurationNumberTests {
  enum Number: String, CaseIterable, Codable, Sendable {
    case targetLength, matchSteps, hopLimit, handlerTimeLimit, guardTimeLimit, traceRate
    case traceShare, traceLimit

    var configuration: Router.Configuration {
      var configuration = Router.Configuration.server
      switch self {
      case .targetLength: configuration.targetLength = 0
      case .matchSteps: configuration.matchSteps = -5
      case .hopLimit: configuration.hopLimit = -1
      case .handlerTimeLimit: configuration.handlerTimeLimit = .zero
      case .guardTimeLimit: configuration.guardTimeLimit = .seconds(-1)
      case .traceRate: configuration.traceRate = 1.5
      case .traceShare: configuration.traceRate = .nan
      case .traceLimit: configuration.traceLimit = -1
      }
      return configuration
    }

    var message: String {
      switch self {
      case .targetLength:
        "targetLength is out of its range: 0 is less than 1. Give it 1 or more."
      case .matchSteps: "matchSteps is out of its range: -5 is less than 1. Give it 1 or more."
      case .hopLimit: "hopLimit is out of its range: -1 is less than 0. Give it 0 or more."
      case .handlerTimeLimit:
        "handlerTimeLimit is out of its range: 0.0 seconds is no time. Give it more than zero, or nil for no limit."
      case .guardTimeLimit: "guardTimeLimit is out of its range: -1.0 seconds is no time."
      case .traceRate:
        "traceRate is out of its range: 1.5 is not within 0...1. Give it the share of dispatches that are traced."
      case .traceShare: "traceRate is out of its range: nan is not within 0...1."
      case .traceLimit: "traceLimit is out of its range: -1 is less than 0. Give it 0 or more."
      }
    }
  }

  @Test(arguments: Number.allCases)
  func `a number that is out of its range stops the program where the router is made`(
    _ number: Number
  ) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [number] in
      _ = Router(number.configuration, fileID: "App/Main.swift", line: 7)
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      text.contains("App/Main.swift:7: Fatal error: Router.Configuration.\(number.message)"),
      "\(text)"
    )
  }

  @Test func `the least numbers are allowed`() {
    var configuration = Router.Configuration.server
    (configuration.targetLength, configuration.matchSteps, configuration.hopLimit) = (1, 1, 0)
    (configuration.traceRate, configuration.traceLimit) = (0, 0)
    configuration.handlerTimeLimit = .nanoseconds(1)
    configuration.guardTimeLimit = nil
    _ = Router(configuration)
  }
}
