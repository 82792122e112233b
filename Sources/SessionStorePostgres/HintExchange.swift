#if PostgreSQL
  internal import Dispatch
  internal import PostgresConnections
  internal import SessionStore
  internal import SwitchyardLocks

  /// The hints that servers give one another, over a connection of its own.
  ///
  /// They go out in batches, and never in the transaction of a session: PostgreSQL lets only one
  /// transaction with a notification commit at a time.
  final class HintExchange: Sendable {
    private struct State {
      /// The changes that wait to be told, to which those who write add without a hop to a thread.
      var pending: Set<SessionChange> = []
      /// The end of the batches that are under way.
      var batches: Task<Void, Never>?
    }

    private let state = Locked(State())
    private let connection: PostgresConnection
    private let queue = DispatchQueue(label: "switchyard.sessions.hints")
    private let interval: DispatchTimeInterval
    private let readers: HintReaders

    /// The most keys of one notification, which has fewer than the 8,000 bytes that PostgreSQL
    /// takes.
    private static let limit = 120
    /// The most keys that wait.
    private static let mostPending = 10_000

    init(
      _ address: PostgresAddress,
      _ options: PostgresSessionStore.Options,
      onEvent: @escaping @Sendable (PostgresEvent) -> Void
    ) {
      let readers = HintReaders()
      self.readers = readers
      interval = .nanoseconds(Int(options.hintInterval / .nanoseconds(1)))
      let setup = PostgresSetup(
        address: address,
        schema: SessionSchema.tables,
        statements: [SessionStatements.notify],
        // While one commits no other server's hints do.
        settings: ["SET synchronous_commit = off"],
        channel: SessionStatements.channel,
        answerLimit: options.answerLimit
      )
      connection = PostgresConnection(setup) { event in
        switch event {
        case .notified(let text): readers.take(text)
        case .missed: readers.miss()
        case .lost, .unreachable, .connected: onEvent(event)
        }
      }
    }

    /// Tells all servers, this one among them, that a session has changed.
    func give(_ key: SessionKey) { give([.session(key)], after: interval) }

    private func give(_ changes: [SessionChange], after interval: DispatchTimeInterval) {
      let isFirst = state.withLock { state in
        defer {
          state.pending.formUnion(changes)
          // Of so many, anything may have changed.
          if state.pending.count > Self.mostPending { state.pending = [.anything] }
        }
        return state.pending.isEmpty
      }
      guard isFirst else { return }
      queue.asyncAfter(deadline: .now() + interval) { [weak self] in self?.send() }
    }

    private func send() {
      state.withLock { state in
        let changes = Array(state.pending)
        state.pending = []
        for start in stride(from: 0, to: changes.count, by: Self.limit) {
          let batch = Array(changes[start..<min(start + Self.limit, changes.count)])
          let bytes = Array(batch.map(\.word).joined(separator: " ").utf8)
          state.batches = Task { [connection, before = state.batches, weak self] in
            let isGiven = try? await connection.run(SessionStatements.notify, [.bytes(bytes)])
            // Other servers do not know that this one has lost its connection.
            if isGiven == nil { self?.give(batch, after: .milliseconds(500)) }
            await before?.value
          }
        }
      }
    }

    /// Sends what waits, and waits until the server has it, or is not there.
    func finish() async {
      send()
      await state.withLock { $0.batches }?.value
    }

    /// Returns the changes from now on; the first may be that anything has changed.
    func changes() async -> AsyncStream<SessionChange> {
      let stream = readers.add()
      // What is written from now on is heard when the connection listens.
      if (try? await connect()) == nil { readers.miss() }
      return stream
    }

    /// Waits until the connection listens.
    func connect() async throws(PostgresFailure) {
      // No key: nobody is told anything.
      _ = try await connection.run(SessionStatements.notify, [.bytes([])])
    }

    func close() {
      connection.close()
      readers.finish()
    }
  }
#endif
