#if PostgreSQL
  extension PostgresSessionStore {
    /// The ways in which the server is used.
    public struct Options: Hashable, Sendable {
      /// The part of the last writes that is on the server's disk when they are acknowledged.
      public enum SynchronousCommit: String, Hashable, Sendable {
        /// All survives a crash of the server, and reaches the standbys that it waits for.
        case on
        /// As `on`, and standbys show it already.
        case remoteApply = "remote_apply"
        /// All survives a crash of the server, and standbys have received it.
        case remoteWrite = "remote_write"
        /// All survives a crash of the server; standbys are not waited for.
        case local
        /// A crash of the server may cost the writes of the last moments, by default up to 0.6
        /// seconds, and damages nothing. The end of a process of yours costs none.
        case off
      }

      /// The part of the last writes that is on the server's disk when they are acknowledged.
      public var synchronousCommit: SynchronousCommit
      /// The number of connections, besides the one for hints.
      public var connections: Int
      /// The time after which a statement without an answer is an error, and its connection lost.
      public var answerLimit: Duration
      /// The time between two searches for sessions that have expired.
      public var sweepInterval: Duration
      /// The time for which hints wait for others to go with them.
      public var hintInterval: Duration

      /// Makes options.
      public init(
        synchronousCommit: SynchronousCommit = .on,
        connections: Int = 2,
        answerLimit: Duration = .seconds(5),
        sweepInterval: Duration = .seconds(60),
        hintInterval: Duration = .milliseconds(4)
      ) {
        self.synchronousCommit = synchronousCommit
        self.connections = connections
        self.answerLimit = answerLimit
        self.sweepInterval = sweepInterval
        self.hintInterval = hintInterval
      }
    }
  }
#endif
