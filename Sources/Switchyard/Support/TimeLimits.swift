/// The time limits of a router's handlers, each from its start.
///
/// Most handlers answer in their call, long before their time is up: a watchdog looks at the
/// dispatches now and then whose callers are in one. What outlives its call has a moment of its
/// own, and so has all that a clock of tests measures or that has less than a tenth of a second.
final class TimeLimits: Sendable {
  /// An item that has a moment of its own, by which that is taken away again.
  typealias Ticket = DeadlineShards.Ticket

  /// The limit of an item.
  enum Limit {
    case guards
    /// All that are no guards.
    case handlers
    /// One that differs from the router's.
    case own(Duration)
  }

  /// The limits in nanoseconds where an item is watched for them, else 0.
  struct WatchedLimits: Sendable {
    let guards: Int64
    let others: Int64
  }

  private let guards: Duration?
  private let others: Duration?
  /// The same, as a dispatch is watched for them.
  let watched: WatchedLimits
  /// The shorter one of those that are watched.
  private let shortest: Watchdog.Limit?
  private let deadlines: DeadlineShards
  private let watchdog = Watchdog.system
  /// Whether the clock is that of the system.
  private let isSystem: Bool

  init(clock: RouterClock, guards: Duration?, others: Duration?) {
    self.guards = guards
    self.others = others
    isSystem = clock.isSystem
    let limits = [guards, others].map { limit in
      clock.isSystem ? limit.flatMap { Watchdog.Limit($0) } : nil
    }
    watched = WatchedLimits(
      guards: limits[0]?.nanoseconds ?? 0,
      others: limits[1]?.nanoseconds ?? 0
    )
    shortest = limits.compactMap(\.self).min { $0.nanoseconds < $1.nanoseconds }
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

  // MARK: - Watches

  /// Watches an item for the calls that it is in, until the watch is ended by the same thread,
  /// which holds the item.
  /// - Returns: the watch; `nil` where there is nothing to be watched for, or no room.
  @inline(__always)
  func watch(_ item: any Watched) -> Watchdog.Ticket? {
    shortest.flatMap { watchdog.begin(item, $0) }
  }

  /// Ends a watch.
  func end(_ watch: Watchdog.Ticket) { watchdog.end(watch) }

  /// A limit in nanoseconds, as a watched item says it; 0 where it needs a moment of its own, or
  /// none.
  func watched(_ limit: Limit) -> Int64 {
    switch limit {
    case .guards: watched.guards
    case .handlers: watched.others
    case .own(let limit):
      // Looks may be too far apart for one that is shorter than the router's.
      isSystem && limit >= shortest.map { .nanoseconds($0.nanoseconds) } ?? limit * 2
        ? Watchdog.Limit(limit)?.nanoseconds ?? 0 : 0
    }
  }

  /// Gives an item whose call has ended what is left of its time.
  func outlive(
    _ item: any Expiring,
    number: Int,
    _ limit: Limit,
    _ watch: Watchdog.Ticket
  ) -> Ticket? {
    duration(limit).map { limit in
      let left = 16 - watchdog.sixteenths(of: limit, number, watched: watch)
      return list(item, number: number, sixteenths: left, of: limit)
    }
  }

  // MARK: - Moments

  /// Limits the time of an item, to the moment.
  ///
  /// - Parameters:
  ///   - item: the item, which is told when its time is up.
  ///   - number: a number that it is told then.
  ///   - limit: its limit.
  /// - Returns: the ticket to take the limit away by; `nil` where there is none.
  func add(_ item: any Expiring, number: Int = 0, _ limit: Limit) -> Ticket? {
    duration(limit).map { deadlines.add(item, number: number, after: $0) }
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
    deadlines.add(item, number: number, after: limit / 16 * sixteenths)
  }

  /// Takes a limit away.
  /// - Returns: whether it was still there; otherwise the item has expired, or is about to.
  @discardableResult
  func remove(_ ticket: Ticket) -> Bool { deadlines.remove(ticket) }
}
