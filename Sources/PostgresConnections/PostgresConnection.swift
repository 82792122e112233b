#if PostgreSQL
  internal import Dispatch

  /// A connection that makes itself anew, and sends statements without waiting for the answers to
  /// those before.
  ///
  /// All of its properties are touched on its queue alone, hence `@unchecked`; no thread waits for
  /// the server.
  package final class PostgresConnection: @unchecked Sendable {
    /// The life of the connection.
    enum State {
      /// Nobody has asked for anything yet.
      case idle
      case connecting(PostgresLink)
      /// Connected, while tables are looked for and statements prepared.
      case preparing(PostgresLink)
      case ready(PostgresLink)
      /// It could not be made for a reason, and is tried again after a while.
      case resting(PostgresFailure)
      case closed
    }

    let setup: PostgresSetup
    let queue = DispatchQueue(label: "switchyard.postgres")
    let onEvent: @Sendable (PostgresEvent) -> Void

    var state = State.idle
    var watch: SocketWatch?
    /// Commands that are sent, the earliest first.
    var sent: [PostgresCommand] = []
    /// Commands that are sent when the connection is ready.
    var waiting: [PostgresCommand] = []
    var pause = Pause()
    /// The number of tries to connect.
    var tries = 0
    /// Whether a look at the deadlines is planned.
    var isTimed = false
    /// Whether the loss of the connection was said, and not yet its return.
    var isLost = false
    /// Whether the connection is made anew when all answers have come.
    var isStale = false
    /// The time from which on it may be made anew once more because of an answer.
    var nextRenewal = DispatchTime.now()

    /// Makes a connection, which connects when it is used.
    /// - Parameters:
    ///   - setup: what it is for.
    ///   - onEvent: receives events, on a queue of the connection that it must not keep waiting.
    package init(_ setup: PostgresSetup, onEvent: @escaping @Sendable (PostgresEvent) -> Void) {
      self.setup = setup
      self.onEvent = onEvent
    }

    /// Runs a statement of the setup, as soon as there is a connection.
    package func run(
      _ statement: PostgresStatement,
      _ values: [PostgresValue] = []
    ) async throws(PostgresFailure) -> [PostgresRow] {
      try await run(.statement(statement, values))
    }

    func run(_ content: PostgresCommand.Content) async throws(PostgresFailure) -> [PostgresRow] {
      let answer = await withCheckedContinuation { continuation in
        // It is sent from this thread, and nothing on the queue waits.
        queue.sync { submit(command(content) { continuation.resume(returning: $0) }) }
      }
      return try answer.get()
    }

    /// Ends the connection; what waits for an answer receives an error.
    package func close() {
      queue.async { [self] in end(with: Self.isClosed, next: .closed) }
    }

    private static let isClosed = PostgresFailure("the store is closed")

    // MARK: - On the queue

    func command(
      _ content: PostgresCommand.Content,
      _ completion: @escaping (PostgresCommand.Answer) -> Void
    ) -> PostgresCommand {
      let limit = DispatchTimeInterval.nanoseconds(Int(setup.answerLimit / .nanoseconds(1)))
      return PostgresCommand(content: content, deadline: .now() + limit, completion: completion)
    }

    private func submit(_ command: PostgresCommand) {
      switch state {
      case .ready(let link) where !isStale: send(command, over: link)
      case .ready, .connecting, .preparing: waiting.append(command)
      case .idle:
        waiting.append(command)
        connect()
      // Nobody waits for a server that has just been found away: it may be for long.
      case .resting(let failure): command.completion(.failure(failure))
      case .closed: command.completion(.failure(Self.isClosed))
      }
      watchDeadlines()
    }

    /// Sends a command over a connection, unless that is lost.
    func send(_ command: PostgresCommand, over link: PostgresLink) {
      guard isCurrent(link) else {
        return command.completion(.failure(PostgresFailure("the connection is lost")))
      }
      do throws(PostgresFailure) {
        sent.append(command)
        try command.send(over: link)
        watch?.awaitsWriting = try !link.flush()
      } catch {
        lose(error)
      }
    }

    func isCurrent(_ link: PostgresLink) -> Bool {
      switch state {
      case .connecting(let current), .preparing(let current), .ready(let current): current === link
      case .idle, .resting, .closed: false
      }
    }

    /// Sees to it that nobody waits beyond a deadline.
    private func watchDeadlines() {
      guard !isTimed, !sent.isEmpty || !waiting.isEmpty else { return }
      isTimed = true
      queue.asyncAfter(deadline: .now() + .milliseconds(500)) { [weak self] in
        guard let self else { return }
        isTimed = false
        if let first = sent.first ?? waiting.first, first.deadline < .now() {
          lose(PostgresFailure("no answer within \(setup.answerLimit)"))
        }
        watchDeadlines()
      }
    }
  }
#endif
