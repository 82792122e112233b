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

    let content: Content
    /// The time at which nobody waits any more.
    let deadline: DispatchTime
    let completion: (Answer) -> Void
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
