import CAllocations

/// What a number of operations took.
struct Spent {
  var nanoseconds: Double
  /// Blocks asked of the heap; nothing where they are not counted.
  var allocations: Double?
}

/// Something that is measured in each round.
struct Contestant {
  /// What it is set beside: a table of routes, or a subject.
  var group: String
  var name: String
  /// The most operations of one round.
  var most = Int.max
  /// Does a number of operations.
  var run: (_ times: Int) throws -> Spent
}

/// Runs something on this thread.
func timed(_ body: () throws -> Void) rethrows -> Spent {
  let before = callocations_count()
  let clock = ContinuousClock()
  let start = clock.now
  try body()
  let time = clock.now - start
  let blocks = callocations_count() - before
  return Spent(
    nanoseconds: nanoseconds(time),
    allocations: callocations_available() ? Double(blocks) : nil
  )
}

/// A time in nanoseconds.
func nanoseconds(_ time: Duration) -> Double {
  Double(time.components.seconds) * 1e9 + Double(time.components.attoseconds) / 1e9
}
