import RoutePatterns

/// The handlers that may not run for ever, by the moment at which their time is up.
///
/// There is one timer for all. It is set when there is something to wait for and looks at what is due when it
/// fires; an entry that goes before its time only leaves the list, so that a handler which ends at once costs
/// no timer at all. Limits are few, and handlers of one limit end in the order they began in: each limit has a list
/// of its own, to which is added at the end.
final class Deadlines: Sendable {
  /// What is called when the time is up.
  typealias Action = @Sendable () -> Void

  /// A place in the lists, with which an entry is taken away again.
  struct Ticket: Sendable {
    /// Which list it is, of those there are for each limit.
    fileprivate let list: Int
    fileprivate let slot: Int
    fileprivate let number: UInt64
  }

  private struct Entry {
    let moment: Duration
    let action: Action
  }

  /// The entries of one limit, in the order they were added in: a linked list in an array.
  private struct List {
    let limit: Duration

    private struct Slot {
      var entry: Entry?
      /// Counts the entries that the slot has held, so that an old ticket takes nothing away.
      var number: UInt64 = 0
      var previous: Int?
      var next: Int?
    }

    private var slots: [Slot] = []
    private var free: [Int] = []
    private var head: Int?
    private var tail: Int?

    init(limit: Duration) { self.limit = limit }

    /// The entry that is due first.
    var front: Entry? { head.flatMap { slots[$0].entry } }

    mutating func append(_ entry: Entry) -> (slot: Int, number: UInt64) {
      let slot = free.popLast() ?? slots.count
      if slot == slots.count { slots.append(Slot()) }
      slots[slot].entry = entry
      slots[slot].number += 1
      slots[slot].previous = tail
      slots[slot].next = nil
      if let tail { slots[tail].next = slot } else { head = slot }
      tail = slot
      return (slot, slots[slot].number)
    }

    mutating func remove(slot: Int, number: UInt64) -> Entry? {
      guard slots[slot].number == number, let entry = slots[slot].entry else { return nil }
      let (previous, next) = (slots[slot].previous, slots[slot].next)
      if let previous { slots[previous].next = next } else { head = next }
      if let next { slots[next].previous = previous } else { tail = previous }
      slots[slot].entry = nil
      free.append(slot)
      return entry
    }

    mutating func popFirst() -> Entry? {
      head.flatMap { remove(slot: $0, number: slots[$0].number) }
    }
  }

  private struct State {
    /// One for each limit, of which a router has two.
    var lists: [List] = []
    /// The moment for which the timer is set.
    var timer: Duration?

    /// The earliest moment of all lists.
    var earliest: Duration? { lists.compactMap { $0.front?.moment }.min() }

    mutating func takeDue(at now: Duration) -> [Action] {
      var due: [Action] = []
      for list in lists.indices {
        while let moment = lists[list].front?.moment, moment <= now,
          let entry = lists[list].popFirst()
        {
          due.append(entry.action)
        }
      }
      return due
    }

    mutating func list(of limit: Duration) -> Int {
      for list in lists.indices where lists[list].limit == limit { return list }
      lists.append(List(limit: limit))
      return lists.endIndex - 1
    }
  }

  private let clock: RouterClock
  private let state = Locked(State())

  init(clock: RouterClock) { self.clock = clock }

  /// Calls an action when a time has passed, unless the ticket is given back before.
  func add(after limit: Duration, _ action: @escaping Action) -> Ticket {
    let now = clock.now()
    let moment = now + limit
    let (ticket, needsTimer) = state.withLock { state in
      let list = state.list(of: limit)
      let place = state.lists[list].append(Entry(moment: moment, action: action))
      let ticket = Ticket(list: list, slot: place.slot, number: place.number)
      let needsTimer = state.timer.map { moment < $0 } ?? true
      if needsTimer { state.timer = moment }
      return (ticket, needsTimer)
    }
    if needsTimer { setTimer(for: moment, after: limit) }
    return ticket
  }

  /// Takes back what was to be called.
  func remove(_ ticket: Ticket) {
    let removed = state.withLock {
      $0.lists[ticket.list].remove(slot: ticket.slot, number: ticket.number)
    }
    // What the action holds may go with it, and that runs code of others: after the lock.
    _ = removed
  }

  private func setTimer(for moment: Duration, after delay: Duration) {
    clock.wake(delay) { [weak self] in self?.fire(moment) }
  }

  /// Looks at what is due, unless another timer has taken the place of the one that fires.
  private func fire(_ moment: Duration) {
    let now = clock.now()
    let (due, next) = state.withLock { state -> ([Action], Duration?) in
      guard state.timer == moment else { return ([], nil) }
      let due = state.takeDue(at: now)
      state.timer = state.earliest
      return (due, state.timer)
    }
    if let next { setTimer(for: next, after: next - now) }
    for action in due { action() }
  }
}
