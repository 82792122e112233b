/// The time limits of handlers, each from its start.
///
/// Most handlers answer in their call, long before their time is up: a watchdog looks at them now
/// and then. What outlives its call has a moment of its own, and so has all that a clock of tests
/// measures or that has less than a tenth of a second.
struct TimeLimits: Sendable {
  /// A limit.
  struct Limit: Sendable {
    let duration: Duration
    fileprivate let watched: Watchdog.Limit?

    init(_ duration: Duration) {
      self.duration = duration
      watched = Watchdog.Limit(duration)
    }
  }

  /// An item that has a limit, by which that is taken away again.
  enum Ticket: Sendable {
    case watched(Watchdog.Ticket)
    case listed(DeadlineShards.Ticket)
  }

  private let deadlines: DeadlineShards
  private let watchdog: Watchdog?

  init(clock: RouterClock) {
    deadlines = DeadlineShards(clock: clock)
    watchdog = clock.isSystem ? .system : nil
  }

  /// Limits the time of an item, to the moment.
  ///
  /// - Parameters:
  ///   - item: the item, which is told when its time is up.
  ///   - number: a number that it is told then.
  ///   - limit: the time that it has.
  /// - Returns: the ticket to take the limit away by.
  func add(_ item: any Expiring, number: Int = 0, _ limit: Limit) -> Ticket {
    .listed(deadlines.add(item, number: number, after: limit.duration))
  }

  /// Limits the time of an item that lives until its limit is taken away: of a call, by its caller.
  func addCall(_ item: any Expiring, number: Int = 0, _ limit: Limit) -> Ticket {
    if let watchdog, let watched = limit.watched,
      let ticket = watchdog.begin(item, number: number, watched)
    {
      return .watched(ticket)
    }
    return add(item, number: number, limit)
  }

  /// Takes a limit away.
  /// - Returns: whether it was still there; otherwise the item has expired, or is about to.
  @discardableResult
  func remove(_ ticket: Ticket) -> Bool {
    switch ticket {
    case .watched(let ticket): watchdog?.end(ticket) ?? false
    case .listed(let ticket): deadlines.remove(ticket)
    }
  }

  /// Gives an item whose call has ended what is left of its time.
  /// - Returns: the ticket from now on; `nil` when its time is up.
  func outlive(
    _ item: any Expiring,
    number: Int,
    _ ticket: Ticket,
    _ limit: Limit
  ) -> Ticket? {
    guard case .watched(let watched) = ticket, let watchdog else { return ticket }
    let left = limit.duration - watchdog.age(of: watched)
    guard watchdog.end(watched) else { return nil }
    return .listed(deadlines.add(item, number: number, after: max(left, .zero)))
  }
}
