import HTTPTestSupport
import SwitchyardFleet
import Testing

@testable import SwitchyardFleet

/// What is told of a wait for somebody else who publishes.
@Suite(.timeLimit(.minutes(6))) struct WaitingTests {
  private static let first = [route("guard /* key=card"), route("map /a")]

  /// The tool takes up to 3,600 seconds, which outlast almost twice as much.
  @Test(arguments: [
    (3_601.0, "have a patience of at least 1802 seconds"),
    (7_198.0, "have a patience of at least 3600 seconds"),
    (7_198.5, "publish by a program with a patience of at least 3601 seconds"),
  ])
  func `the patience that helps is one that can be given`(
    _ patience: Double,
    _ remedy: String
  ) {
    let error = PublicationError(.held(5, patience: patience))
    #expect("\(error)".contains("Where they have ended, \(remedy), or"), "\(error)")
  }

  @Test func `it is told once that somebody more patient is waited for`() async throws {
    let source = try Fleet(.memory).source
    try await source.stage(5, patience: 0.5)
    let told = Notes<[Int]>()
    let patience = Duration.milliseconds(100)
    let publisher = RoutePublisher(source, patience: patience) { told.add([$0, $1]) }
    #expect(try await publisher.publish(Self.first).number == 6)
    // One and a half times a half, and one, less what has gone by since it was seen.
    #expect([[[5, 2]], [[5, 1]]].contains(told.all), "\(told.all)")
    try await publisher.publish(Self.first + [route("map /b")])
    #expect(told.all.count == 1)
  }

  @Test func `nothing is told of a wait that is within the patience`() async throws {
    let source = try Fleet(.memory).source
    try await source.stage(1, patience: 0.1)
    let told = Notes<[Int]>()
    let publisher = RoutePublisher(source, patience: .seconds(120)) { told.add([$0, $1]) }
    #expect(try await publisher.publish(Self.first).number == 2)
    #expect(told.all.isEmpty)
  }
}
