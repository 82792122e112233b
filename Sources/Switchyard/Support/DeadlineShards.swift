/// Deadlines in several parts, so that handlers on different cores seldom wait for one another.
///
/// A thread uses the same part each time; two threads may share one.
struct DeadlineShards<Item: Expiring>: Sendable {
  /// A place in one of the parts.
  struct Ticket: Sendable {
    fileprivate let shard: Int
    fileprivate let ticket: DeadlineTicket
  }

  private let shards: [Deadlines<Item>]

  // A power of two, and of the order of threads that are busy at once.
  init(clock: RouterClock, count: Int = 16) {
    shards = (0..<count).map { _ in Deadlines(clock: clock) }
  }

  /// Schedules an item to expire after a limit, unless its ticket is removed before, by any thread.
  func add(_ item: Item, after limit: Duration) -> Ticket {
    let shard = ThreadID.current.spread & (shards.count - 1)
    return Ticket(shard: shard, ticket: shards[shard].add(item, after: limit))
  }

  /// Cancels an item that was to expire.
  /// - Returns: whether it was still there; otherwise it has expired, or is about to.
  @discardableResult
  func remove(_ ticket: Ticket) -> Bool { shards[ticket.shard].remove(ticket.ticket) }
}
