/// The time limits of a router's handlers, each from its start.
///
/// Most handlers answer in their call, long before their time is up: a watchdog looks at them now
/// and then. What outlives its call has a moment of its own, and so has all that a clock of tests
/// measures or that has less than a tenth of a second.
final class TimeLimits: Sendable {
  /// An item that has a limit, by which that is taken away again.
  enum Ticket: Sendable {
    case watched(Watchdog.Ticket)
    case listed(DeadlineShards.Ticket)
  }

  /// The limit of an item.
  enum Limit {
    case guards
    /// All that are no guards.
    case handlers
    /// One that differs from the router's.
    case own(Duration)
  }

  private let guards: Duration?
  private let others: Duration?
  /// The same, where the watchdog is told of them.
  private let watchedGuards: Watchdog.Limit?
  private let watchedOthers: Watchdog.Limit?
  private let deadlines: DeadlineShards
  private let watchdog = Watchdog.system
  /// Whether the clock is that of the system.
  private let isSystem: Bool

  init(clock: RouterClock, guards: Duration?, others: Duration?) {
    self.guards = guards
    self.others = others
    isSystem = clock.isSystem
    watchedGuards = clock.isSystem ? guards.flatMap { Watchdog.Limit($0) } : nil
    watchedOthers = clock.isSystem ? others.flatMap { Watchdog.Limit($0) } : nil
    deadlines = DeadlineShards(clock: clock)
  }

  /// The time that an item has; `nil` for all of it.
  func duration(_ limit: Limit) -> Duration? {
    switch limit {
    case .guards: guards
    case .handlers: others
    case .own(let limit): limit
    }
  }

  private func watched(_ limit: Limit) -> Watchdog.Limit? {
    switch limit {
    case .guards: watchedGuards
    case .handlers: watchedOthers
    case .own(let limit): isSystem ? Watchdog.Limit(limit) : nil
    }
  }

  /// Limits the time of an item, to the moment.
  ///
  /// - Parameters:
  ///   - item: the item, which is told when its time is up.
  ///   - number: a number that it is told then.
  ///   - limit: its limit.
  /// - Returns: the ticket to take the limit away by; `nil` where there is none.
  func add(_ item: any Expiring, number: Int = 0, _ limit: Limit) -> Ticket? {
    duration(limit).map {
      .listed(deadlines.add(item, number: number, after: $0))
    }
  }

  /// Limits the time of an item to what is left of a limit.
  func add(_ item: any Expiring, left: Duration, of limit: Duration) -> Ticket {
    let parts = (1..<16).first { limit / 16 * $0 >= left } ?? 16
    return list(item, number: 0, sixteenths: parts, of: limit)
  }

  /// Limits the time of an item to a part of a limit, to the moment: there is a list of deadlines
  /// for each time that differs.
  private func list(
    _ item: any Expiring,
    number: Int,
    sixteenths: Int,
    of limit: Duration
  ) -> Ticket {
    .listed(deadlines.add(item, number: number, after: limit / 16 * sixteenths))
  }

  /// Limits the time of an item that lives until its limit is taken away: of a call, by its caller.
  func addCall(_ item: any Expiring, number: Int = 0, _ limit: Limit) -> Ticket? {
    if let watched = watched(limit), let ticket = watchdog.begin(item, number: number, watched) {
      return .watched(ticket)
    }
    return add(item, number: number, limit)
  }

  /// Takes a limit away.
  /// - Returns: whether it was still there; otherwise the item has expired, or is about to.
  @discardableResult
  func remove(_ ticket: Ticket) -> Bool {
    switch ticket {
    case .watched(let ticket): watchdog.end(ticket)
    case .listed(let ticket): deadlines.remove(ticket)
    }
  }

  /// Gives an item whose call has ended what is left of its time.
  /// - Returns: the ticket from now on; `nil` when its time is up.
  func outlive(
    _ item: any Expiring,
    number: Int,
    _ limit: Limit,
    _ ticket: Ticket
  ) -> Ticket? {
    guard case .watched(let watched) = ticket, let limit = duration(limit) else {
      return ticket
    }
    let left = 16 - watchdog.sixteenths(of: limit, watched: watched)
    guard watchdog.end(watched) else { return nil }
    return list(item, number: number, sixteenths: left, of: limit)
  }
}
