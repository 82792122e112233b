import Foundation

/// A count that threads move and wait for; whoever waits gives up after a generous time.
final class Counter: @unchecked Sendable {
  // Guards the value.
  private let condition = NSCondition()
  private var number: Int

  init(_ number: Int = 0) { self.number = number }

  var value: Int { condition.withLock { number } }

  func add(_ difference: Int = 1) {
    condition.withLock {
      number += difference
      condition.broadcast()
    }
  }

  /// Blocks the thread until the count is there.
  @discardableResult
  func wait(until goal: Int, seconds: Double = 300) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    condition.lock()
    defer { condition.unlock() }
    while number != goal {
      guard condition.wait(until: end) else { return number == goal }
    }
    return true
  }

  /// Waits on a thread of its own, so that no thread of the pool is blocked.
  func reaches(_ goal: Int, seconds: Double = 300) async -> Bool {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: self.wait(until: goal, seconds: seconds))
      }
    }
  }
}

/// An object whose life is counted, to be captured or owned.
final class Tracked: Sendable {
  private let lives: Counter

  init(_ lives: Counter) {
    self.lives = lives
    lives.add()
  }

  deinit { lives.add(-1) }

  /// What a closure calls in order to capture it.
  func use() {}
}

/// Notes what happens, in order.
final class Log: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []

  func add(_ line: String) { lock.withLock { lines.append(line) } }

  var all: [String] { lock.withLock { lines } }
}
