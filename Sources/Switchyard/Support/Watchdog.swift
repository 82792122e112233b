import Synchronization

/// A look, now and then, at the handlers that threads are in, for those whose time is up.
///
/// A thread that calls a handler takes a slot and clears it when the handler has returned, which
/// takes two exchanges of a word and no look at a clock. While slots are taken, a timer fires
/// sixteen times in each limit, and what it meets in a slot for as long as its limit has expired.
/// So a limit is never too short, and longer by an eighth of it at most.
final class Watchdog: Sendable {
  /// A time limit, as slots keep it.
  struct Limit: Sendable {
    fileprivate let nanoseconds: Int64
    /// The time between two looks.
    fileprivate let period: Int64

    /// The limit; `nil` for one that is so short that its moment has to be met.
    init?(_ limit: Duration) {
      guard limit >= .milliseconds(100) else { return nil }
      nanoseconds = limit.wholeNanoseconds
      period = nanoseconds / 16
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
  }

  /// The one of the process, for the clock of the system.
  static let system = Watchdog(clock: .continuous)

  private let clock: RouterClock
  private let slots: [Slot]
  private let timer = Locked(Timer())
  /// The time between two looks; the greatest number as long as there are none.
  private let period = Atomic(Int64.max)

  init(clock: RouterClock, slots count: Int = 64) {
    precondition(count.nonzeroBitCount == 1, "The number of slots is a power of two.")
    self.clock = clock
    slots = (0..<count).map { _ in Slot() }
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

  /// The time for which an item has been watched at least; asked before that ends.
  func age(of ticket: Ticket) -> Duration {
    guard let seen = slots[ticket.slot].seen else { return .zero }
    return max(.nanoseconds(clock.now().wholeNanoseconds - seen), .zero)
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
      for slot in slots {
        guard let limit = slot.look(at: now, &due) else { continue }
        shortest = min(shortest ?? limit, limit)
      }
      if let shortest {
        if timer.isLast { period.store(shortest / 16, ordering: .relaxed) }
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
  /// The moment of the first look at what is in it; 0 before that.
  private let firstSeen = Atomic<Int64>(0)
  /// Of whom has claimed the slot, or holds it.
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
    firstSeen.store(0, ordering: .relaxed)
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

  var seen: Int64? {
    let seen = firstSeen.load(ordering: .relaxed)
    return seen == 0 ? nil : seen
  }

  /// Looks at what is in the slot.
  /// - Returns: its limit; `nil` where there is nothing, or nothing any more.
  func look(at now: Int64, _ due: inout [(item: any Expiring, number: Int)]) -> Int64? {
    let seenWord = word.load(ordering: .acquiring)
    guard seenWord & State.mask != State.free else { return nil }
    // Of one that is being taken the limit is not known yet.
    guard seenWord & State.mask == State.taken else { return 1_000_000_000 }
    let limit = limit.load(ordering: .relaxed)
    guard let seen else {
      firstSeen.store(max(now, 1), ordering: .relaxed)
      return limit
    }
    guard now - seen >= limit else { return limit }
    let mark = seenWord & ~State.mask
    guard
      word.compareExchange(
        expected: seenWord,
        desired: mark | State.held,
        ordering: .acquiringAndReleasing
      ).exchanged
    else { return limit }
    // Whoever has taken the slot waits for it, and so its item is alive.
    if let item = unsafe item?.takeUnretainedValue() as? any Expiring {
      due.append((item, unsafe number))
    }
    word.store(mark, ordering: .releasing)
    return nil
  }
}

extension Duration {
  /// The duration in nanoseconds, as far as they can be counted.
  fileprivate var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return isOver ? .max : whole.addingReportingOverflow(attoseconds / 1_000_000_000).0
  }
}
