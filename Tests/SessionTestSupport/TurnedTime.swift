package import Foundation

/// A time of day that tests turn; stores of several tests do not share it.
package final class TurnedTime: @unchecked Sendable {
  private let lock = NSLock()
  // Touched within the lock alone. Far ahead, as stores that go by the machine's clock keep what is
  // written at it.
  private var time = Date(timeIntervalSince1970: 2_600_000_000)

  package init() {}

  package var now: Date { lock.withLock { time } }

  package func advance(by seconds: Double) { lock.withLock { time += seconds } }

  /// A time from now on.
  package func after(_ seconds: Double) -> Date { now.addingTimeInterval(seconds) }
}
