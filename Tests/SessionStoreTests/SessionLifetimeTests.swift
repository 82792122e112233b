import Foundation
import SessionStore
import Testing

@Suite struct SessionLifetimeTests {
  private static let start = Date(timeIntervalSince1970: 1_800_000_000)

  @Test(arguments: [(0.0, false), (99.9, false), (100, true), (999, true)])
  func `it is written when a tenth has gone`(_ seconds: Double, _ isWritten: Bool) {
    let lifetime = SessionLifetime(.seconds(1000))
    let expiry = lifetime.expiry(at: Self.start)
    #expect(expiry == Self.start + 1000)
    let later = Self.start + seconds
    #expect(lifetime.renewal(of: expiry, at: later) == (isWritten ? later + 1000 : nil))
  }

  @Test func `a clock that is set back shortens nothing`() {
    let lifetime = SessionLifetime(.seconds(1000))
    #expect(lifetime.renewal(of: Self.start + 1000, at: Self.start - 5000) == nil)
  }

  @Test func `it is a second at least`() {
    #expect(SessionLifetime(.zero).seconds == 1)
    #expect(SessionLifetime(.seconds(-5)).seconds == 1)
  }

  @Test func `it is a hundred years at most`() {
    #expect(SessionLifetime(.seconds(Int64.max)).seconds == 3_155_760_000)
  }
}
