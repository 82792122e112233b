import CAllocations
import Foundation

/// What a number of operations took.
struct Spent {
  var nanoseconds: Double
  /// Blocks asked of the heap; nothing where they are not counted.
  var allocations: Double?
  /// How often the thread slept, for what it waited for, on its own accord; nothing where that is not counted.
  var sleeps: Int?
  /// The bytes that stay in memory for one operation; nothing where they are not counted.
  var bytes: Double?
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
  /// Whether it looks routes up and does nothing else, so that it may ask for no block.
  var isLookup = false
  /// How many times the time of others it works in a round.
  var lengths = 1.0
  /// Does a number of operations.
  var run: (_ times: Int) throws -> Spent
}

/// How time is told: by what a thread had a core for, which others on the machine do not disturb, and by the clock on
/// the wall, where a thread that waits for another does not go on.
enum Watch: String, CaseIterable {
  case own = "in their own time"
  case wall = "by the wall"

  func now() -> Double {
    coreTime(self == .own ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC)
  }
}

/// Runs something on this thread.
func timed(_ watch: Watch = .own, _ body: () throws -> Void) rethrows -> Spent {
  let before = (blocks: callocations_count(), sleeps: sleeps())
  let start = watch.now()
  try body()
  let time = watch.now() - start
  let blocks = callocations_count() - before.blocks
  return Spent(
    nanoseconds: time,
    allocations: callocations_available() ? Double(blocks) : nil,
    sleeps: sleeps().flatMap { after in before.sleeps.map { after - $0 } }
  )
}

/// How often this thread has given its core away itself, and was not only interrupted.
private func sleeps() -> Int? {
  #if os(Linux)
    var usage = rusage()
    // RUSAGE_THREAD, which is not imported.
    return getrusage(__rusage_who_t(1), &usage) == 0 ? usage.ru_nvcsw : nil
  #else
    return nil
  #endif
}

/// The time of a clock, in nanoseconds; of that of a thread, or of all this process, what other programs of the machine
/// took meanwhile does not count.
func coreTime(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// A time in nanoseconds.
func nanoseconds(_ time: Duration) -> Double {
  Double(time.components.seconds) * 1e9 + Double(time.components.attoseconds) / 1e9
}
