#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The time that a session lasts after its last request.
///
/// It slides with each request, but is written only when a tenth of it has gone: else every page
/// that is only read would cost a write. So a session ends up to a tenth earlier than it says.
public struct SessionLifetime: Hashable, Sendable {
  /// The time in seconds.
  public let seconds: Double

  /// The most seconds, a hundred years: as a duration or a date more may be no number.
  private static let most = 100 * 365.25 * 86_400

  /// Makes a lifetime of at least a second and at most a hundred years.
  public init(_ duration: Duration) { seconds = min(max(1, duration / .seconds(1)), Self.most) }

  /// Returns the expiry of a session that is used now.
  public func expiry(at now: Date) -> Date { now.addingTimeInterval(seconds) }

  /// Returns the expiry to write for a session that is read now, or `nil` if the one it has will
  /// do.
  public func renewal(of expiry: Date, at now: Date) -> Date? {
    let next = self.expiry(at: now)
    return next.timeIntervalSince(expiry) >= seconds / 10 ? next : nil
  }
}
