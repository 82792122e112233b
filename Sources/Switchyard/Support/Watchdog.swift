import SwitchyardLocks
import Synchronization

/// An item that is watched.
protocol Watched: Expiring {
  /// The call that it is in; `nil` between two.
  ///
  /// Asked for on any thread, and by itself: it takes no lock.
  var watchedCall: WatchedCall? { get }
}

/// A call of a watched item.
struct WatchedCall {
  /// The number of the call, which no other call of the item has.
  let number: Int
  /// The time that it may take.
  let nanoseconds: Int64
}

/// A look, now and then, at the calls that threads are in, for those whose time is up.
///
/// A thread takes a slot for the item whose calls it makes, and clears it when it has made the
/// last; a call is but a number that the item says. While slots are taken, a timer fires at least
/// sixteen times in each limit, and a call that it meets in a slot for as long as its limit has
/// expired.
/// So a limit is never too short, and longer by an eighth of it at most.
///
/// `@unchecked` because of the memory of the slots, in which all is atomic.
@safe
final class Watchdog: @unchecked Sendable {
  /// A time limit, as slots keep it.
  struct Limit: Sendable {
    let nanoseconds: Int64
    /// The time between two looks: a sixteenth of the limit, but a second at most, so that timers
    /// which are no longer needed are soon gone.
    fileprivate var period: Int64 { Self.period(of: nanoseconds) }

    fileprivate static func period(of nanoseconds: Int64) -> Int64 {
      min(nanoseconds / 16, 1_000_000_000)
    }

    /// The limit; `nil` for one that is so short that its moment has to be met.
    init?(_ limit: Duration) {
      guard limit >= .milliseconds(100) else { return nil }
      nanoseconds = limit.wholeNanoseconds
    }
  }

  /// The taking of a slot, by which it is cleared.
  struct Ticket: Sendable {
    fileprivate let slot: Int
    fileprivate let mark: UInt
  }

  private struct Timer {
    /// The number of the timer that counts; those set before it do nothing.
    var number = 0
    /// Whether no look is needed any more, but for one that finds what came at the last moment.
    var isLast = false
    /// The call that was met in each slot, and a moment at which it was there already.
    var seen: [(mark: UInt, number: Int, moment: Int64)]
  }

  /// The one of the process, for the clock of the system.
  static let system = Watchdog(clock: .continuous)

  private let clock: RouterClock
  private let slots: UnsafeMutablePointer<Slot>
  private let slotCount: Int
  private let timer: Locked<Timer>
  /// The time between two looks; the greatest number as long as there are none.
  private let period = Atomic(Int64.max)

  init(clock: RouterClock, slots count: Int = 64) {
    precondition(count.nonzeroBitCount == 1, "The number of slots is a power of two.")
    self.clock = clock
    slotCount = count
    unsafe slots = .allocate(capacity: count)
    for index in 0..<count { unsafe (slots + index).initialize(to: Slot()) }
    timer = Locked(Timer(seen: Array(repeating: (mark: 0, number: 0, moment: 0), count: count)))
  }

  deinit {
    unsafe slots.deinitialize(count: slotCount)
    unsafe slots.deallocate()
  }

  /// Calls a closure with a slot.
  @inline(__always)
  private func withSlot<Result>(_ index: Int, _ body: (borrowing Slot) -> Result) -> Result {
    unsafe body(slots[index])
  }

  /// Begins to watch an item, which must be alive until its ticket is given back.
  ///
  /// - Parameters:
  ///   - item: the item.
  ///   - limit: the shortest time that a call of it has.
  /// - Returns: the ticket; `nil` where no slot is free nearby.
  func begin(_ item: any Watched, _ limit: Limit) -> Ticket? {
    let start = ThreadID.current.spread
    for probe in 0..<4 {
      let index = (start &+ probe) & (slotCount &- 1)
      guard let mark = withSlot(index, { $0.take(item, limit.nanoseconds) }) else { continue }
      if period.load(ordering: .relaxed) > limit.period { setTimer(limit.period) }
      return Ticket(slot: index, mark: mark)
    }
    return nil
  }

  /// Ends the watch over an item: from here on nobody looks at it, but a call that has been met may
  /// expire still.
  func end(_ ticket: Ticket) { withSlot(ticket.slot) { $0.clear(ticket.mark) } }

  /// The whole sixteenths of a limit for which a call has been watched at least; asked before the
  /// watch ends.
  func sixteenths(of limit: Duration, _ number: Int, watched ticket: Ticket) -> Int {
    let seen = timer.withLock { $0.seen[ticket.slot] }
    guard seen.mark == ticket.mark, seen.number == number else { return 0 }
    let (age, part) = (clock.now().wholeNanoseconds - seen.moment, limit.wholeNanoseconds / 16)
    return min(max(Int(age / max(part, 1)), 0), 16)
  }

  // MARK: - Looks

  private func setTimer(_ wanted: Int64) {
    let number = timer.withLock { timer -> Int? in
      // Another thread may have set it.
      guard period.load(ordering: .relaxed) > wanted else { return nil }
      period.store(wanted, ordering: .relaxed)
      timer.isLast = false
      timer.number += 1
      return timer.number
    }
    if let number { wake(after: wanted, number) }
  }

  private func wake(after period: Int64, _ number: Int) {
    clock.wake(.nanoseconds(period)) { self.look(number) }
  }

  private func look(_ number: Int) {
    let now = clock.now().wholeNanoseconds
    var due: [(item: any Watched, number: Int)] = []
    let next = timer.withLock { timer -> Int64? in
      guard timer.number == number else { return nil }
      var shortest: Int64?
      for index in 0..<slotCount {
        guard let (mark, limit) = withSlot(index, { $0.taking }) else { continue }
        let seen = timer.seen[index]
        let (call, item) = withSlot(index) { slot in
          slot.look(mark) { call in
            (seen.mark, seen.number) == (mark, call.number) && now - seen.moment >= call.nanoseconds
          }
        }
        if let call, let item { due.append((item, call.number)) }
        if let call, item != nil || (seen.mark, seen.number) != (mark, call.number) {
          // It was there before this moment, and not always at that at which the look began.
          timer.seen[index] = (mark, call.number, clock.now().wholeNanoseconds)
        }
        shortest = min(shortest ?? limit, limit)
      }
      if let shortest {
        if timer.isLast { period.store(Limit.period(of: shortest), ordering: .relaxed) }
        timer.isLast = false
        return period.load(ordering: .relaxed)
      }
      guard !timer.isLast else { return nil }
      // A thread may have taken a slot behind this look, and have seen that there would be another.
      timer.isLast = true
      return period.exchange(.max, ordering: .relaxed)
    }
    if let next { wake(after: next, number) }
    // What comes of one may take its time on the thread that it is told on.
    for due in due.dropFirst() { clock.wake(.zero) { due.item.expire(due.number) } }
    if let first = due.first { first.item.expire(first.number) }
  }
}

/// A place for one item, which one thread takes and clears.
@safe
private struct Slot: ~Copyable {
  /// The state of a slot, in the lowest bits of its word; the others count how often it was taken.
  private enum State {
    static let free: UInt = 0
    /// Its fields are being written.
    static let claimed: UInt = 1
    static let taken: UInt = 2
    /// Its item is being retained by who looks.
    static let held: UInt = 3
    static let mask: UInt = 3
    static let step: UInt = 4
  }

  private let word = Atomic<UInt>(State.free)
  private let limit = Atomic<Int64>(0)
  /// Belongs to whoever has claimed the slot or holds it.
  private let item = Atomic<UInt>(0)
  // Threads take those next to one another: each fills a line of a cache.
  private let padding: (UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, 0)

  func take(_ item: any Watched, _ limit: Int64) -> UInt? {
    let old = word.load(ordering: .relaxed)
    guard old & State.mask == State.free else { return nil }
    let mark = old &+ State.step
    guard
      word.compareExchange(
        expected: old,
        desired: mark | State.claimed,
        ordering: .acquiring
      ).exchanged
    else { return nil }
    let address = unsafe UInt(bitPattern: Unmanaged<AnyObject>.passUnretained(item).toOpaque())
    self.item.store(address, ordering: .relaxed)
    self.limit.store(limit, ordering: .relaxed)
    word.store(mark | State.taken, ordering: .releasing)
    return mark
  }

  func clear(_ mark: UInt) {
    // Who looks at it is soon done.
    while !word.compareExchange(
      expected: mark | State.taken,
      desired: mark,
      ordering: .acquiringAndReleasing
    ).exchanged {}
  }

  /// The taking of the slot, and its limit; `nil` where it is free.
  var taking: (mark: UInt, limit: Int64)? {
    let word = word.load(ordering: .acquiring)
    switch word & State.mask {
    case State.free: return nil
    case State.taken: return (word & ~State.mask, limit.load(ordering: .relaxed))
    // Of one that is being taken the limit is not known yet.
    default: return (word & ~State.mask, 16_000_000_000)
    }
  }

  /// Looks at the item that has taken it, if it is still there.
  /// - Returns: the call that it is in, and the item itself if a closure says so of the call.
  func look(
    _ mark: UInt,
    isDue: (WatchedCall) -> Bool
  ) -> (call: WatchedCall?, item: (any Watched)?) {
    let isHeld = word.compareExchange(
      expected: mark | State.taken,
      desired: mark | State.held,
      ordering: .acquiringAndReleasing
    ).exchanged
    guard isHeld else { return (nil, nil) }
    // Whoever has taken the slot waits for it, and so its item is alive.
    defer { word.store(mark | State.taken, ordering: .releasing) }
    return lookAtItem(isDue)
  }

  // By itself, so that it has let go of the item when the slot is given back: the last reference
  // must not end here.
  @inline(never)
  private func lookAtItem(
    _ isDue: (WatchedCall) -> Bool
  ) -> (call: WatchedCall?, item: (any Watched)?) {
    guard let address = unsafe UnsafeRawPointer(bitPattern: item.load(ordering: .relaxed)),
      let item = unsafe Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue()
        as? any Watched,
      let call = item.watchedCall
    else { return (nil, nil) }
    return (call, isDue(call) ? item : nil)
  }
}

extension Duration {
  /// The duration in nanoseconds, as far as they can be counted.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isBeyond) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return isOver || isBeyond ? .max : sum
  }
}
