import Foundation
import SessionTestSupport
import SwitchyardSessions
import Testing

/// Sessions of clients that come once, and of those that come back.
@Suite struct FirstLifetimeTests {
  /// The ways to come back.
  enum Return: CaseIterable, Sendable {
    case read, idleStep, step, renewal
  }

  private static let whole = 14.0 * 86_400

  private let time = TurnedTime()
  private let store: MemorySessionStore

  init() {
    let time = time
    store = MemorySessionStore { time.now }
  }

  private var sessions: Sessions<Basket> {
    Sessions(in: store, tree: Shop.tree(), initial: Basket(), now: { [time] in time.now })
  }

  private func seconds(of id: SessionIdentifier) async throws -> Double? {
    try await store.load(id.key)?.expiry.timeIntervalSince(time.now)
  }

  @Test func `a session whose identifier does not come back lasts an hour`() async throws {
    let sessions = sessions
    let id = try await sessions.begin().id
    #expect(try await seconds(of: id) == 3600)
    time.advance(by: 3600)
    #expect(try await sessions.state(of: id) == nil)
    // The cookie lasts as long as the session of whoever comes back.
    let cookie = try ResponseCookie(session: id, lifetime: sessions.lifetime)
    #expect(cookie.maxAge == .seconds(Self.whole))
  }

  @Test(arguments: Return.allCases, [0.0, 1, 3599])
  func `whoever comes back has the whole lifetime`(
    _ way: Return,
    _ seconds: Double
  ) async throws {
    let sessions = sessions
    var id = try await sessions.begin().id
    time.advance(by: seconds)
    switch way {
    case .read: #expect(try await sessions.state(of: id) != nil)
    case .idleStep: try await sessions.perform(id) { _ in }
    case .step: try await sessions.perform(id) { $0.value.books = [1] }
    case .renewal: id = try await sessions.renew(id) { $0.value.isSignedIn = true }.id
    }
    #expect(try await self.seconds(of: id) == Self.whole)
    time.advance(by: Self.whole - 1)
    #expect(try await sessions.state(of: id) != nil)
  }

  @Test(arguments: [(600.0, 3600.0, 600.0), (7200, 10, 10), (7200, 7200, 7200), (600, 601, 600)])
  func `the first lifetime is the whole one at most`(
    _ lifetime: Double,
    _ first: Double,
    _ expected: Double
  ) async throws {
    let sessions = Sessions(
      in: store,
      tree: Shop.tree(),
      initial: Basket(),
      lifetime: .seconds(lifetime),
      firstLifetime: .seconds(first),
      now: { [time] in time.now }
    )
    let id = try await sessions.begin().id
    #expect(try await seconds(of: id) == expected)
  }
}
