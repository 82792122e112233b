import Dispatch
import SwitchyardLocks

/// The place that the presenters of a store run in.
struct PresentationPlace: Sendable {
  /// The queue; `nil` for any thread that has something to show.
  private let queue: (queue: DispatchQueue, number: UInt64)?
  /// Whether the queue is that of the main actor.
  let isMain: Bool

  /// The main queue.
  static let main = PresentationPlace(.main)

  init(_ queue: DispatchQueue?) {
    self.queue = queue.map { ($0, QueueNumber.of($0)) }
    // By its number: on Linux no two accesses to the main queue give one object.
    isMain = self.queue.map { $0.number == QueueNumber.of(.main) } ?? false
  }

  /// Whether the current thread is at the place.
  var isHere: Bool { queue.map { $0.number == QueueNumber.current } ?? true }

  /// Runs a closure at the place as soon as possible, or at once if the place is any thread.
  func perform(_ body: @escaping @Sendable () -> Void) {
    if let queue { queue.queue.async(execute: body) } else { body() }
  }
}

/// Tells queues apart by numbers that they are given once and keep.
private enum QueueNumber {
  // One key for all stores: keys that come and go would leave values behind in the queues.
  private static let key = DispatchSpecificKey<UInt64>()
  private static let last = Locked<UInt64>(0)

  /// The number of the queue that the current thread is on, if it has one.
  static var current: UInt64? { DispatchQueue.getSpecific(key: key) }

  static func of(_ queue: DispatchQueue) -> UInt64 {
    last.withLock { last in
      if let number = queue.getSpecific(key: key) { return number }
      last += 1
      queue.setSpecific(key: key, value: last)
      return last
    }
  }
}
