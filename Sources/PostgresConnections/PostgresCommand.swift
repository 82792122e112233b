#if PostgreSQL
  internal import Dispatch

  /// A statement that somebody waits for.
  struct PostgresCommand {
    /// The thing that is sent.
    enum Content: Sendable {
      case text(String)
      case preparation(PostgresStatement)
      case statement(PostgresStatement, [PostgresValue])
    }

    typealias Answer = Result<[PostgresRow], PostgresFailure>

    /// The one who waits for the answer.
    enum Receiver {
      /// The connection itself, which goes on within its lock.
      case connection((Answer) -> Void)
      /// A task, which goes on when the lock is free again: it may ask for the next thing at once.
      case task(CheckedContinuation<Answer, Never>)
    }

    let content: Content
    /// The time from which on somebody waits.
    let start: DispatchTime
    let receiver: Receiver
    /// The answer so far: the end comes behind it.
    var answer = Answer.success([])

    func send(over link: PostgresLink) throws(PostgresFailure) {
      switch content {
      case .text(let text): try link.send(text)
      case .preparation(let statement): try link.prepare(statement)
      case .statement(let statement, let values): try link.send(statement, values)
      }
    }
  }
#endif
