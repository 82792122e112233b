#if PostgreSQL
  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif
  internal import PostgresConnections
  public import SessionStore

  /// A store in PostgreSQL, which the servers of several machines may share.
  ///
  ///     let store = PostgresSessionStore("postgres://shop@db.internal/shop")
  ///     try await store.open()
  ///
  /// It has a few connections, over each of which statements go without waiting for the answers to
  /// those before; the one with the least to do is asked. No thread that runs tasks waits for the
  /// server: one of their own waits for all connections of a process. A connection that is lost is
  /// made anew, and says so; statements that were under way are errors then.
  public final class PostgresSessionStore: VersionedSessionStore {
    /// The place of the server, as it may stand in a log: without a user, and without a password.
    public let name: String
    let connections: [PostgresConnection]
    let hints: HintExchange
    let now: @Sendable () -> Date
    private let sweeper: Task<Void, Never>

    /// Makes a store; nothing is connected yet.
    /// - Parameters:
    ///   - address: a URL, or keywords and values, as libpq and `psql` take them. With one that
    ///     cannot be read every call is an error.
    ///   - options: how it is written.
    ///   - now: returns the time.
    ///   - onEvent: the receiver of events; without it each is a line on standard error.
    public init(
      _ address: String,
      options: Options = Options(),
      now: @escaping @Sendable () -> Date = { Date() },
      onEvent: (@Sendable (Event) -> Void)? = nil
    ) {
      let address = PostgresAddress(address)
      let name = address.name
      let tell = onEvent ?? { Event.print("\($0)", of: name) }
      let onEvent: @Sendable (PostgresEvent) -> Void = { Event($0).map(tell) }
      self.name = name
      self.now = now
      let setup = Self.setup(address, options)
      let connections = (0..<max(1, options.connections)).map { _ in
        PostgresConnection(setup, onEvent: onEvent)
      }
      self.connections = connections
      hints = HintExchange(address, options, onEvent: onEvent)
      sweeper = SessionSweep.task(over: connections[0], every: options.sweepInterval, now)
    }

    deinit {
      sweeper.cancel()
      for connection in connections { connection.close() }
      hints.close()
    }

    /// Connects, so that what is wrong is known when a program starts.
    public func open() async throws(SessionStoreError) {
      for connection in connections {
        _ = try await run(SessionStatements.load, [.bytes([]), .integer(0)], over: connection)
      }
      do throws(PostgresFailure) { try await hints.connect() } catch { throw self.error(error) }
    }

    static func setup(
      _ address: PostgresAddress,
      _ options: Options,
      and others: [PostgresStatement] = []
    ) -> PostgresSetup {
      PostgresSetup(
        address: address,
        schema: SessionSchema.tables,
        statements: SessionStatements.all + others,
        settings: ["SET synchronous_commit = \(options.synchronousCommit.rawValue)"],
        answerLimit: options.answerLimit
      )
    }

    /// Runs a statement over the first of the connections that have the least to do.
    ///
    /// So one that is lost, hangs or waits for a lock keeps nobody waiting while another answers,
    /// but for those who ask in the moment before it is known to be silent, and meet the others
    /// busy. Where requests follow one another, they are all for one process of the server, whose
    /// memory is at hand.
    func run(
      _ statement: PostgresStatement,
      _ values: [PostgresValue]
    ) async throws(SessionStoreError) -> [PostgresRow] {
      var chosen = connections[0]
      var least = chosen.backlog
      for connection in connections.dropFirst() where least > 0 {
        let backlog = connection.backlog
        if backlog < least { (chosen, least) = (connection, backlog) }
      }
      return try await run(statement, values, over: chosen)
    }

    private func run(
      _ statement: PostgresStatement,
      _ values: [PostgresValue],
      over connection: PostgresConnection
    ) async throws(SessionStoreError) -> [PostgresRow] {
      do throws(PostgresFailure) {
        return try await connection.run(statement, values)
      } catch {
        // There is a session under the new key: as with another version, no row is written.
        if error.isUniqueViolation { return [] }
        throw self.error(error)
      }
    }

    private func error(_ failure: PostgresFailure) -> SessionStoreError {
      SessionStoreError(failure.storeCode, store: name, reason: failure.reason)
    }
  }
#endif
