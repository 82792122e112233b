import Foundation

/// A clock that stands still until it is moved by hand.
final class DeadlineClock: Clock, @unchecked Sendable {
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  /// How many sleep.
  let sleepers = Counter()

  // Guards what follows.
  private let lock = NSLock()
  private var time = Instant()
  private var waiting: [(end: Instant, continuation: CheckedContinuation<Void, Never>)] = []

  var now: Instant { lock.withLock { time } }
  var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until the clock is moved there; a cancelled task sleeps on.
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    await withCheckedContinuation { continuation in
      let isOver = lock.withLock {
        guard deadline > time else { return true }
        waiting.append((deadline, continuation))
        return false
      }
      if isOver { continuation.resume() } else { sleepers.add() }
    }
  }

  func advance(by duration: Duration) {
    let woken = lock.withLock {
      time = time.advanced(by: duration)
      let now = time
      let woken = waiting.filter { $0.end <= now }
      waiting.removeAll { $0.end <= now }
      return woken
    }
    sleepers.add(-woken.count)
    for sleeper in woken { sleeper.continuation.resume() }
  }
}
