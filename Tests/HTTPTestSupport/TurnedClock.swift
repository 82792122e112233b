import RoutePatterns
import SwitchyardLocks

/// A clock that tests set to any time; nobody sleeps by it.
package final class TurnedClock: Clock, Sendable {
  package struct Instant: InstantProtocol {
    var offset: Duration

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private let time = Locked(Duration.zero)

  package init() {}

  package var now: Instant { Instant(offset: time.withLock { $0 }) }
  package var minimumResolution: Duration { .nanoseconds(1) }

  package func advance(by duration: Duration) { time.withLock { $0 += duration } }
  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
