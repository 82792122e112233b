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
      ///
      /// The server ends one that still runs a tenth earlier, as `busy`, but no commit that waits
      /// for a standby: this is ended with its connection. It is at least 10 milliseconds, and at
      /// most a day.
      public var answerLimit: Duration {
        didSet { answerLimit = Self.bound(answerLimit, from: .milliseconds(10)) }
      }
      /// The time between two searches for sessions that have expired, of at least 100 milliseconds
      /// and at most a day.
      public var sweepInterval: Duration {
        didSet { sweepInterval = Self.bound(sweepInterval, from: .milliseconds(100)) }
      }
      /// The time for which hints wait for others to go with them, of at most a day.
      public var hintInterval: Duration {
        didSet { hintInterval = Self.bound(hintInterval, from: .zero) }
      }

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
        self.answerLimit = Self.bound(answerLimit, from: .milliseconds(10))
        self.sweepInterval = Self.bound(sweepInterval, from: .milliseconds(100))
        self.hintInterval = Self.bound(hintInterval, from: .zero)
      }

      /// Returns the nearest duration that can be counted in nanoseconds, and waited for.
      private static func bound(_ duration: Duration, from least: Duration) -> Duration {
        min(max(duration, least), .seconds(86_400))
      }
    }
  }
#endif
