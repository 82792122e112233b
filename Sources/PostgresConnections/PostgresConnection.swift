#if PostgreSQL
  internal import Dispatch
  internal import SwitchyardLocks
  internal import Synchronization

  /// A connection that makes itself anew, and sends statements without waiting for the answers to
  /// those before.
  ///
  /// All of its properties are touched within its lock alone, hence `@unchecked`: by the thread
  /// that waits for sockets, on the queue, or by a task that finds the lock free and so sends
  /// without a hop to another thread. No thread that runs tasks waits for the server, for names or
  /// for the lock.
  package final class PostgresConnection: @unchecked Sendable {
    /// The life of the connection.
    enum State {
      /// Nobody has asked for anything yet.
      case idle
      /// The name of the host is looked up, for as long as that takes, by a thread of its own.
      case resolving
      case connecting(PostgresLink)
      /// Connected, while tables are looked for and statements prepared.
      case preparing(PostgresLink)
      case ready(PostgresLink)
      /// It could not be made for a reason, and is tried again after a while.
      case resting(PostgresFailure)
      /// It is not made again, for a reason.
      case closed(PostgresFailure)
    }

    let setup: PostgresSetup
    let queue = DispatchQueue(label: "switchyard.postgres")
    /// The queue for the looking up of names.
    let resolver = DispatchQueue(label: "switchyard.postgres.names")
    /// The queue for requests to end a statement.
    let canceller = DispatchQueue(label: "switchyard.postgres.cancellations")
    private let onEvent: @Sendable (PostgresEvent) -> Void
    private let lock = Locked(())
    let knownBacklog = Atomic(0)
    /// The time since which the server owes an answer or the connection, and has said nothing, in
    /// nanoseconds.
    let knownSilence = Atomic<UInt64>(0)
    /// The time that an answer may take.
    private let limit: DispatchTimeInterval

    var state = State.idle
    var watch: SocketWatch?
    /// The number of the watch: one before it may still say something.
    var watches = 0
    /// Commands that are sent, the earliest first.
    var sent: [PostgresCommand] = []
    /// Commands that are sent when the connection is ready.
    var waiting: [PostgresCommand] = []
    /// Answers whose tasks go on when the lock is free.
    private var answers:
      [(CheckedContinuation<PostgresCommand.Answer, Never>, PostgresCommand.Answer)] = []
    var pause = Pause()
    /// The failures of the hosts that have been tried, up to the one whose turn it is.
    var failures: [PostgresFailure] = []
    /// Begins a connection to a host.
    var open: @Sendable (PostgresHost) throws(PostgresFailure) -> PostgresLink = {
      host throws(PostgresFailure) in try PostgresLink(host)
    }
    /// The clock of commands; it is set before the first.
    var now: @Sendable () -> DispatchTime = { .now() }
    /// The time at which the connection began to be made; `nil` if a try has failed since.
    var begun: DispatchTime?
    /// The time at which the server last said something, and owed more.
    var heard = DispatchTime(uptimeNanoseconds: 0)
    /// Whether a look at the deadlines is planned.
    var isTimed = false
    /// Whether the loss of the connection was said, and not yet its return.
    var isLost = false
    /// Whether somebody has waited for it for as long as they may, and goes by what is told.
    var isGivenUp = false
    /// Whether the connection is made anew when all answers have come.
    var isStale = false
    /// The number of requests to end a statement that are under way.
    var cancellations = 0
    /// The time from which on it may be made anew once more because of an answer.
    var nextRenewal = DispatchTime.now()

    /// Makes a connection, which connects when it is used.
    /// - Parameters:
    ///   - setup: what it is for.
    ///   - onEvent: receives events, on a queue of the connection that it must not keep waiting.
    package init(_ setup: PostgresSetup, onEvent: @escaping @Sendable (PostgresEvent) -> Void) {
      self.setup = setup
      limit = .nanoseconds(Int(setup.answerLimit / .nanoseconds(1)))
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
        let isSent = lock.withLockIfAvailable { _ in
          defer { noteBacklog() }
          return sendAtOnce(command(content, .task(continuation)))
        }
        guard isSent != true else { return }
        // No task's thread waits for what the queue may be busy with.
        queue.async { [self] in locked { $0.submit($0.command(content, .task(continuation))) } }
      }
      return try answer.get()
    }

    /// Touches the properties, on the queue or the thread that waits for sockets, and lets tasks
    /// go on whose answers have come with that.
    func locked(_ body: (PostgresConnection) -> Void) {
      let answers = lock.withLock { _ in
        body(self)
        // Before anybody goes on who may ask for the next thing.
        noteBacklog()
        defer { self.answers = [] }
        return self.answers
      }
      for (task, answer) in answers { task.resume(returning: answer) }
    }

    /// Ends the connection; what waits for an answer receives an error.
    package func close() {
      queue.async { [self] in
        locked { $0.end(with: Self.isClosed, next: .closed(Self.isClosed)) }
      }
    }

    private static let isClosed = PostgresFailure("the store is closed")

    // MARK: - Within the lock

    /// Tells of an event on the queue, in turn: it may take as long as it likes.
    func tell(_ event: PostgresEvent) { queue.async { [onEvent] in onEvent(event) } }

    func command(
      _ content: PostgresCommand.Content,
      _ receiver: PostgresCommand.Receiver
    ) -> PostgresCommand {
      PostgresCommand(content: content, start: now(), receiver: receiver)
    }

    /// Makes a command of the connection's own, which goes on with the answer.
    func command(
      _ text: String,
      _ body: @escaping (PostgresCommand.Answer) -> Void
    ) -> PostgresCommand {
      command(.text(text), .connection(body))
    }

    func complete(_ command: PostgresCommand, _ answer: PostgresCommand.Answer) {
      switch command.receiver {
      case .connection(let body): body(answer)
      case .task(let task): answers.append((task, answer))
      }
    }

    /// Sends a command if the connection is ready.
    /// - Returns: whether it was.
    private func sendAtOnce(_ command: PostgresCommand) -> Bool {
      guard case .ready(let link) = state, !isStale else { return false }
      send(command, over: link)
      return true
    }

    private func submit(_ command: PostgresCommand) {
      switch state {
      case .ready(let link) where !isStale: send(command, over: link)
      case .ready, .resolving, .connecting, .preparing: waiting.append(command)
      case .idle:
        waiting.append(command)
        connect()
      // Nobody waits for a server that has just been found away: it may be for long.
      case .resting(let failure), .closed(let failure): complete(command, .failure(failure))
      }
      watchDeadlines()
    }

    /// Sends a command over a connection, unless that is lost.
    func send(_ command: PostgresCommand, over link: PostgresLink) {
      guard isCurrent(link) else {
        return complete(command, .failure(PostgresFailure("the connection is lost")))
      }
      do throws(PostgresFailure) {
        sent.append(command)
        watchDeadlines()
        try command.send(over: link)
        watch?.awaitsWriting = try !link.flush()
      } catch {
        // By the queue, as a task has sent it that is to wait for nothing else.
        queue.async { [weak self, weak link] in
          self?.locked { if let link, $0.isCurrent(link) { $0.lose(error) } }
        }
      }
    }

    func isCurrent(_ link: PostgresLink) -> Bool {
      switch state {
      case .connecting(let current), .preparing(let current), .ready(let current): current === link
      case .idle, .resolving, .resting, .closed: false
      }
    }

    /// Sees to it that nobody waits beyond a deadline.
    private func watchDeadlines() {
      guard !isTimed, !sent.isEmpty || !waiting.isEmpty else { return }
      isTimed = true
      queue.asyncAfter(deadline: .now() + .milliseconds(500)) { [weak self] in
        self?.locked { $0.endOverdue() }
      }
    }

    private func endOverdue() {
      isTimed = false
      let time = now()
      if let first = sent.first, first.start + limit < time {
        switch state {
        case .ready(let link), .preparing(let link): cancel(over: link)
        default: break
        }
        lose(PostgresFailure("no answer within \(setup.answerLimit)"))
      }
      // The next host may be there, or the name be found.
      let overdue = waiting.prefix { $0.start + limit < time }
      waiting.removeFirst(overdue.count)
      isGivenUp = isGivenUp || !overdue.isEmpty
      for command in overdue {
        complete(command, .failure(PostgresFailure("no connection within \(setup.answerLimit)")))
      }
      watchDeadlines()
    }
  }
#endif
