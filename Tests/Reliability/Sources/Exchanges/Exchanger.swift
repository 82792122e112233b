import Foundation
import Synchronization

/// A thread that exchanges something until it is told to end.
final class Exchanger: Sendable {
  private let isDone = Atomic(false)
  private let count = Atomic(0)
  private let ended = DispatchSemaphore(value: 0)

  init(_ exchange: @escaping @Sendable () -> Void) {
    Thread { [self] in
      while !isDone.load(ordering: .acquiring) {
        exchange()
        count.count()
      }
      ended.signal()
    }
    .start()
  }

  /// How often something was exchanged.
  var exchanges: Int { count.value }

  /// Ends it.
  func end() {
    isDone.store(true, ordering: .releasing)
    ended.wait()
  }
}
