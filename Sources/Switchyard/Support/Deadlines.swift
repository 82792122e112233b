import SwitchyardLocks

/// An item with a time limit.
///
/// A class, so that handing it on costs one reference.
protocol Expiring: AnyObject, Sendable {
  /// Called when the time is up.
  ///
  /// - Parameter number: the number that the item was added with.
  func expire(_ number: Int)
}

/// The place of an entry in the lists, by which it is removed.
struct DeadlineTicket: Sendable {
  /// The index of its list; there is one for each limit that has entries.
  fileprivate let list: Int
  fileprivate let slot: Int
  fileprivate let number: UInt64
}

/// The handlers that have a time limit, by the moment at which their time is up.
///
/// There is one timer for all. It is set when there is something to wait for, and handles the
/// entries that are due when it fires; an entry that ends before its time only leaves the list, so
/// that a handler which ends at once costs no timer at all. Limits are few, and handlers of one
/// limit end in the order they began in: each limit has a list of its own, to which entries are
/// added at the end, and which is left to another limit when it is empty.
final class Deadlines: Sendable {
  /// The entries of one limit, in the order they were added in: a linked list in an array.
  private struct List {
    /// The limit; while it is empty, it may come to be the list of another.
    var limit: Duration

    private struct Slot {
      /// The item that expires; `nil` in a slot that is free.
      var item: (any Expiring)?
      /// The number that it was added with.
      var itemNumber = 0
      var moment = Duration.zero
      /// Counts the entries that the slot has held, so that an old ticket removes no newer entry.
      var number: UInt64 = 0
      var previous = none
      var next = none
    }

    /// The index that stands for no slot.
    private static var none: Int { -1 }

    private var slots: [Slot] = []
    private var free: [Int] = []
    private var head = none
    private var tail = none

    init(limit: Duration) { self.limit = limit }

    var isEmpty: Bool { head == Self.none }

    /// The moment of the entry that is due first.
    var front: Duration? { head == Self.none ? nil : slots[head].moment }

    mutating func append(
      _ item: any Expiring,
      _ itemNumber: Int,
      _ moment: Duration
    ) -> (slot: Int, number: UInt64) {
      let slot = free.popLast() ?? slots.count
      if slot == slots.count { slots.append(Slot()) }
      slots[slot].item = item
      slots[slot].itemNumber = itemNumber
      slots[slot].moment = moment
      slots[slot].number &+= 1
      slots[slot].previous = tail
      slots[slot].next = Self.none
      if tail == Self.none { head = slot } else { slots[tail].next = slot }
      tail = slot
      return (slot, slots[slot].number)
    }

    /// Removes an entry, if it is still there.
    mutating func remove(slot: Int, number: UInt64) -> (any Expiring)? {
      guard slots[slot].number == number, let item = slots[slot].item.take() else { return nil }
      let (previous, next) = (slots[slot].previous, slots[slot].next)
      if previous == Self.none { head = next } else { slots[previous].next = next }
      if next == Self.none { tail = previous } else { slots[next].previous = previous }
      free.append(slot)
      return item
    }

    mutating func popFirst() -> Due? {
      guard head != Self.none else { return nil }
      let number = slots[head].itemNumber
      return remove(slot: head, number: slots[head].number).map { Due(item: $0, number: number) }
    }
  }

  private struct Due {
    let item: any Expiring
    let number: Int
  }

  private struct State {
    /// One for each limit that has entries: those of the router and of middleware, and their
    /// sixteenths.
    var lists: [List] = []
    /// The moments for which timers are set, the first one last; none can be taken back.
    var timers: [Duration] = []

    /// The earliest moment of all lists.
    var earliest: Duration? { lists.compactMap(\.front).min() }

    /// Whether a timer has to be set for a moment, as none fires by then; the moment is recorded.
    mutating func needsTimer(for moment: Duration) -> Bool {
      if let first = timers.last, first <= moment { return false }
      timers.append(moment)
      return true
    }

    mutating func takeDue(at now: Duration) -> [Due] {
      var due: [Due] = []
      for list in lists.indices {
        while let moment = lists[list].front, moment <= now, let item = lists[list].popFirst() {
          due.append(item)
        }
      }
      return due
    }

    mutating func list(of limit: Duration) -> Int {
      for list in lists.indices where lists[list].limit == limit { return list }
      guard let free = lists.firstIndex(where: \.isEmpty) else {
        lists.append(List(limit: limit))
        return lists.endIndex - 1
      }
      lists[free].limit = limit
      return free
    }
  }

  private let clock: RouterClock
  private let state = Locked(State())

  init(clock: RouterClock) { self.clock = clock }

  /// Schedules an item to expire after a limit, unless its ticket is removed before.
  ///
  /// - Parameters:
  ///   - item: the item.
  ///   - number: a number that it is told then.
  ///   - limit: the time that it has.
  /// - Returns: the ticket to remove it by.
  func add(_ item: any Expiring, number: Int = 0, after limit: Duration) -> DeadlineTicket {
    let now = clock.now()
    let moment = now + limit
    let (ticket, needsTimer) = state.withLock { state in
      let list = state.list(of: limit)
      let place = state.lists[list].append(item, number, moment)
      let ticket = DeadlineTicket(list: list, slot: place.slot, number: place.number)
      return (ticket, state.needsTimer(for: moment))
    }
    if needsTimer { setTimer(for: moment, after: limit) }
    return ticket
  }

  /// Cancels an item that was to expire.
  /// - Returns: whether it was still there; otherwise it has expired, or is about to.
  @discardableResult
  func remove(_ ticket: DeadlineTicket) -> Bool {
    let removed = state.withLock {
      $0.lists[ticket.list].remove(slot: ticket.slot, number: ticket.number)
    }
    // Objects that the item holds may be released with it, and that runs code of others: after the
    // lock.
    return removed != nil
  }

  private func setTimer(for moment: Duration, after delay: Duration) {
    // A clock that tests move by hand keeps what it is to wake.
    clock.wake(delay) { [weak self] in self?.fire(moment) }
  }

  /// Expires the items that are due, and sets the next timer unless one is set that fires by then.
  ///
  /// With limits that are far apart, timers of the long one would else pile up with each that is
  /// set for the short one.
  private func fire(_ moment: Duration) {
    let now = clock.now()
    let (due, next) = state.withLock { state -> ([Due], Duration?) in
      if let place = state.timers.lastIndex(of: moment) { state.timers.remove(at: place) }
      let due = state.takeDue(at: now)
      guard let next = state.earliest, state.needsTimer(for: next) else { return (due, nil) }
      return (due, next)
    }
    if let next { setTimer(for: next, after: next - now) }
    // What comes of one may take its time on the thread that it is told on.
    for due in due.dropFirst() { clock.wake(.zero) { due.item.expire(due.number) } }
    if let first = due.first { first.item.expire(first.number) }
  }
}
