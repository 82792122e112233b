import Foundation
import TestSupport

/// A clock that stands still until it is moved by hand, and tells who sleeps.
///
/// All is touched under the lock, hence `@unchecked`.
final class HandClock: Clock, @unchecked Sendable {
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private let lock = NSLock()
  private var time = Instant()
  private var sleeping: [Int: (end: Instant, continuation: CheckedContinuation<Void, Never>)] = [:]
  private var cancelled: Set<Int> = []
  private var count = 0
  private let arrivals = AsyncStream<Void>.makeStream()

  init() {
    // Each sleeper holds the clock.
    Farewell.plan(for: self) { $0.advance(by: .seconds(1 << 40)) }
  }

  var now: Instant { lock.withLock { time } }
  var minimumResolution: Duration { .nanoseconds(1) }

  /// How many have begun to sleep and not woken up.
  var sleepers: Int { lock.withLock { sleeping.count } }

  /// Waits until somebody falls asleep who has not been waited for.
  func nextSleeper() async {
    var iterator = arrivals.stream.makeAsyncIterator()
    await iterator.next()
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = lock.withLock {
      count += 1
      return count
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = lock.withLock {
          guard deadline > time, !cancelled.contains(number) else { return true }
          sleeping[number] = (deadline, continuation)
          return false
        }
        if isOver { continuation.resume() }
        arrivals.continuation.yield()
      }
    } onCancel: {
      let sleeper = lock.withLock {
        cancelled.insert(number)
        return sleeping.removeValue(forKey: number)
      }
      sleeper?.continuation.resume()
    }
    try Task.checkCancellation()
  }

  func advance(by duration: Duration) {
    let woken = lock.withLock {
      time = time.advanced(by: duration)
      let now = time
      let woken = sleeping.filter { $0.value.end <= now }
      for number in woken.keys { sleeping[number] = nil }
      return woken.values
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }
}
