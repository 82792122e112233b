import Foundation
import Synchronization

/// Runs something on threads of their own, and waits for all of them.
func inThreads<Result: Sendable>(
  _ count: Int,
  _ body: @escaping @Sendable (_ thread: Int) -> Result
) -> [Result] {
  let group = DispatchGroup()
  let results = Results<Result>(count)
  for index in 0..<count {
    group.enter()
    let thread = Thread {
      results.set(body(index), at: index)
      group.leave()
    }
    thread.stackSize = 1 << 20
    thread.start()
  }
  group.wait()
  return results.all
}

private final class Results<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var values: [Value?]

  init(_ count: Int) { values = Array(repeating: nil, count: count) }

  func set(_ value: Value, at index: Int) { lock.withLock { values[index] = value } }

  var all: [Value] { lock.withLock { values.compactMap(\.self) } }
}

/// What one of many operations takes that several threads do side by side, each as many in a time of its own.
func together(_ times: Int, _ spent: [Spent]) -> Spent {
  let rate = spent.reduce(0) { $0 + Double(times) / $1.nanoseconds }
  let blocks = spent.compactMap(\.allocations)
  return Spent(
    nanoseconds: Double(times) / rate,
    allocations: blocks.isEmpty ? nil : blocks.reduce(0, +) / Double(blocks.count),
    sleeps: spent.reduce(0) { sum, next in sum.flatMap { sum in next.sleeps.map { sum + $0 } } }
  )
}

/// Something that is done again and again meanwhile, on a thread of its own.
final class Background: Sendable {
  private let group = DispatchGroup()
  private let isStopped = Flag()

  /// Begins, and returns when it has been done once.
  init(_ body: @escaping @Sendable () -> Void) {
    let begun = DispatchSemaphore(value: 0)
    group.enter()
    let thread = Thread { [group, isStopped] in
      body()
      begun.signal()
      while !isStopped.isSet { body() }
      group.leave()
    }
    thread.start()
    begun.wait()
  }

  /// Ends it, and waits until it has.
  func stop() {
    isStopped.set()
    group.wait()
  }
}

/// Something that is set once, and seen by other threads.
private final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .acquiring) }

  func set() { value.store(true, ordering: .releasing) }
}
