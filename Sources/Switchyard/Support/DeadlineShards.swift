/// Deadlines in several parts, so that handlers that begin and end on two cores at once seldom wait for one another.
///
/// A thread takes the same part each time; nothing keeps two threads from taking the same one.
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

  /// Has something expire when a time has passed, unless the ticket is given back before, by whatever thread.
  func add(_ item: Item, after limit: Duration) -> Ticket {
    let shard = ThreadID.current.spread & (shards.count - 1)
    return Ticket(shard: shard, ticket: shards[shard].add(item, after: limit))
  }

  /// Takes back what was to expire.
  /// - Returns: whether it was there still; otherwise it has expired, or is about to.
  @discardableResult
  func remove(_ ticket: Ticket) -> Bool { shards[ticket.shard].remove(ticket.ticket) }
}
