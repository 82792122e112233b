import Dispatch

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The clock that a router measures time limits with.
///
/// The default is the continuous clock of the system; tests pass a clock that they move by hand.
public struct RouterClock: Sendable {
  /// The time since some moment that stays the same.
  package let now: @Sendable () -> Duration
  /// Calls a closure after some time, on some thread.
  let wake: @Sendable (_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> Void
  /// The time since the first of January 1970, UTC; no other clock has one.
  let timeOfDay: @Sendable () -> Duration
  /// Whether it is that of the system, which no test moves by hand.
  let isSystem: Bool

  /// The continuous clock of the system.
  public static let continuous: RouterClock = {
    let start = ContinuousClock.now
    return RouterClock(
      now: { start.duration(to: .now) },
      wake: { delay, action in
        // A longer time is beyond all that any caller waits for.
        let (seconds, attoseconds) = delay.components
        let nanoseconds =
          min(max(seconds, 0), 1 << 32) * 1_000_000_000 + attoseconds / 1_000_000_000
        DispatchQueue.global().asyncAfter(
          deadline: .now() + .nanoseconds(Int(nanoseconds)),
          execute: action
        )
      },
      isSystem: true
    )
  }()

  static let systemTime: @Sendable () -> Duration = {
    .seconds(Date().timeIntervalSince1970)
  }

  /// Makes a router's clock from any other clock, whose `sleep` until now has to return at once.
  public init<C: Clock & Sendable>(_ clock: C) where C.Duration == Duration {
    isSystem = false
    timeOfDay = Self.systemTime
    let start = clock.now
    now = { start.duration(to: clock.now) }
    wake = { delay, action in
      let end = clock.now.advanced(by: delay)
      Task {
        try? await clock.sleep(until: end, tolerance: nil)
        action()
      }
    }
  }

  init(
    now: @escaping @Sendable () -> Duration,
    wake: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> Void,
    timeOfDay: @escaping @Sendable () -> Duration = RouterClock.systemTime,
    isSystem: Bool = false
  ) {
    self.timeOfDay = timeOfDay
    self.isSystem = isSystem
    self.now = now
    self.wake = wake
  }
}
