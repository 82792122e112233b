#if PostgreSQL
  internal import Dispatch
  internal import Synchronization

  extension PostgresConnection {
    /// The number of commands without an answer, and more than any number where the connection is
    /// being made, is silent, or cannot be made: of several the one with the fewest is asked.
    ///
    /// It may be behind, as it is read without the lock.
    package var backlog: Int {
      let count = knownBacklog.load(ordering: .acquiring)
      // The clock is asked only where there is a choice.
      guard count > 0, count <= Self.beingMade else { return count }
      let silence = knownSilence.load(ordering: .relaxed)
      guard now().uptimeNanoseconds >= silence + Self.patience else { return count }
      return count == Self.beingMade ? Self.madeInVain : Self.beingMade + count
    }

    /// The backlog of a connection that is being made, which takes some milliseconds; above it are
    /// those of silent ones.
    package static let beingMade = Int.max / 2
    /// The backlog of a connection that is being made for long, or again: maybe its host is gone.
    package static let madeInVain = Int.max - 1
    /// The nanoseconds for which a server may owe an answer, or the connection, and say nothing.
    ///
    /// A statement takes a millisecond at most, and a commit that waits for a slow disk some 30; a
    /// person begins to notice at 100. Who is taken for silent and is not loses nothing: others
    /// are asked first until it answers.
    private static let patience: UInt64 = 100_000_000

    /// Notes what is to be known outside the lock, within which this is called.
    func noteBacklog() {
      let backlog =
        switch state {
        // It is connected when somebody asks.
        case .idle: 0
        case .ready where !isStale: sent.count
        case .ready: Self.beingMade
        case .resolving, .connecting, .preparing:
          begun == nil ? Self.madeInVain : Self.beingMade
        case .resting, .closed: Int.max
        }
      let silence: DispatchTime? =
        switch state {
        case .ready: sent.first.map { max($0.start, heard) }
        case .resolving, .connecting, .preparing: begun
        case .idle, .resting, .closed: nil
        }
      if let silence { knownSilence.store(silence.uptimeNanoseconds, ordering: .relaxed) }
      // Behind the time that belongs to it.
      knownBacklog.store(backlog, ordering: .releasing)
    }
  }
#endif
