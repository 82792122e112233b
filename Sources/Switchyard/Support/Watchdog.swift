import Synchronization

/// A look, now and then, at the handlers that threads are in, for those whose time is up.
///
/// A thread that calls a handler takes a slot and clears it when the handler has returned, which
/// takes two exchanges of a word and no look at a clock. While slots are taken, a timer fires at
/// least sixteen times in each limit, and what it meets in a slot for as long as its limit has
/// expired.
/// So a limit is never too short, and longer by an eighth of it at most.
final class Watchdog: Sendable {
  /// A time limit, as slots keep it.
  struct Limit: Sendable {
    fileprivate let nanoseconds: Int64
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
    /// The taking that was met in each slot, and a moment at which it was there already.
    var seen: [(mark: UInt, moment: Int64)]
  }

  /// The one of the process, for the clock of the system.
  static let system = Watchdog(clock: .continuous)

  private let clock: RouterClock
  private let slots: [Slot]
  private let timer: Locked<Timer>
  /// The time between two looks; the greatest number as long as there are none.
  private let period = Atomic(Int64.max)

  init(clock: RouterClock, slots count: Int = 64) {
    precondition(count.nonzeroBitCount == 1, "The number of slots is a power of two.")
    self.clock = clock
    slots = (0..<count).map { _ in Slot() }
    timer = Locked(Timer(seen: Array(repeating: (mark: 0, moment: 0), count: count)))
  }

  /// Begins to watch an item, which must be alive until its ticket is given back.
  ///
  /// - Parameters:
  ///   - item: the item.
  ///   - number: a number that it is told when its time is up.
  ///   - limit: the time that it has.
  /// - Returns: the ticket; `nil` where no slot is free nearby.
  func begin(_ item: any Expiring, number: Int, _ limit: Limit) -> Ticket? {
    let start = ThreadID.current.spread
    for probe in 0..<4 {
      let index = (start &+ probe) & (slots.count &- 1)
      guard let mark = slots[index].take(item, number, limit.nanoseconds) else { continue }
      if period.load(ordering: .relaxed) > limit.period { setTimer(limit.period) }
      return Ticket(slot: index, mark: mark)
    }
    return nil
  }

  /// Ends the watch over an item.
  /// - Returns: whether it was watched still; otherwise its time is up, and it is told so.
  @discardableResult
  func end(_ ticket: Ticket) -> Bool { slots[ticket.slot].clear(ticket.mark) }

  /// The whole sixteenths of a limit for which an item has been watched at least; asked before that
  /// ends.
  func sixteenths(of limit: Duration, watched ticket: Ticket) -> Int {
    let seen = timer.withLock { $0.seen[ticket.slot] }
    guard seen.mark == ticket.mark else { return 0 }
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
    var due: [(item: any Expiring, number: Int)] = []
    let next = timer.withLock { timer -> Int64? in
      guard timer.number == number else { return nil }
      var shortest: Int64?
      for index in slots.indices {
        guard let (mark, limit) = slots[index].taking else { continue }
        if timer.seen[index].mark != mark {
          // It was there before this moment, and not always at that at which the look began.
          timer.seen[index] = (mark, clock.now().wholeNanoseconds)
        } else if now - timer.seen[index].moment >= limit {
          guard let item = slots[index].takeAway(mark) else { continue }
          due.append(item)
          continue
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
private final class Slot: Sendable {
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
  nonisolated(unsafe) private var item: Unmanaged<AnyObject>?
  nonisolated(unsafe) private var number = 0

  func take(_ item: any Expiring, _ number: Int, _ limit: Int64) -> UInt? {
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
    unsafe self.item = Unmanaged.passUnretained(item)
    unsafe self.number = number
    self.limit.store(limit, ordering: .relaxed)
    word.store(mark | State.taken, ordering: .releasing)
    return mark
  }

  func clear(_ mark: UInt) -> Bool {
    while true {
      let (isCleared, found) = word.compareExchange(
        expected: mark | State.taken,
        desired: mark,
        ordering: .acquiringAndReleasing
      )
      if isCleared { return true }
      guard found == mark | State.held else { return false }
    }
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

  /// Frees the slot, if it is still taken as it was.
  /// - Returns: the item that was in it, and its number.
  func takeAway(_ mark: UInt) -> (item: any Expiring, number: Int)? {
    let isHeld = word.compareExchange(
      expected: mark | State.taken,
      desired: mark | State.held,
      ordering: .acquiringAndReleasing
    ).exchanged
    guard isHeld else { return nil }
    // Whoever has taken the slot waits for it, and so its item is alive.
    let (item, number) = unsafe (item?.takeUnretainedValue(), self.number)
    word.store(mark, ordering: .releasing)
    return (item as? any Expiring).map { ($0, number) }
  }
}

extension Duration {
  /// The duration in nanoseconds, as far as they can be counted.
  fileprivate var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isBeyond) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return isOver || isBeyond ? .max : sum
  }
}
