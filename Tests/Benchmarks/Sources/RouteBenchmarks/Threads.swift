import Foundation

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

/// The time that this thread has had a core for, in nanoseconds.
@Sendable func threadTime() -> Double { coreTime(CLOCK_THREAD_CPUTIME_ID) }

/// The time by the clock on the wall, in nanoseconds.
@Sendable func wallTime() -> Double { nanoseconds(ContinuousClock.now - wallStart) }

private let wallStart = ContinuousClock.now

/// The time of one of many operations that several threads do side by side, each as many in its own time.
func together(_ times: Int, _ spent: [Double]) -> Spent {
  let rate = spent.reduce(0) { $0 + Double(times) / $1 }
  return Spent(nanoseconds: Double(times) / rate)
}

/// Something that runs on a thread of its own meanwhile.
final class Background: Sendable {
  private let group = DispatchGroup()

  init(_ body: @escaping @Sendable () -> Void) {
    group.enter()
    let thread = Thread { [group] in
      body()
      group.leave()
    }
    thread.start()
  }

  func wait() { group.wait() }
}
