import CAllocations
import Foundation

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
  /// As many as each round has, where that takes no more than two seconds.
  var wanted: Int?
  /// Does a number of operations.
  var run: (_ times: Int) throws -> Spent
}

/// Runs something on this thread: the time is that which the thread had a core for.
func timed(_ body: () throws -> Void) rethrows -> Spent {
  let before = callocations_count()
  let start = coreTime(CLOCK_THREAD_CPUTIME_ID)
  try body()
  let time = coreTime(CLOCK_THREAD_CPUTIME_ID) - start
  let blocks = callocations_count() - before
  return Spent(nanoseconds: time, allocations: callocations_available() ? Double(blocks) : nil)
}

/// The time that a thread, or all of this process, has had cores for, in nanoseconds: what other programs of the
/// machine took meanwhile does not count.
func coreTime(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// A time in nanoseconds.
func nanoseconds(_ time: Duration) -> Double {
  Double(time.components.seconds) * 1e9 + Double(time.components.attoseconds) / 1e9
}
