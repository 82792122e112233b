#if PostgreSQL
  /// The setup of a connection: where it leads, and the statements that it runs.
  package struct PostgresSetup: Sendable {
    /// The tables that have to be there.
    package struct Schema: Sendable {
      /// A statement that returns the form of the tables, and an empty text where there are none.
      let find: String
      /// A statement that makes the tables; of several at once the first makes them.
      let make: String
      /// The form that this program reads and writes.
      let form: String

      package init(find: String, make: String, form: String) {
        self.find = find
        self.make = make
        self.form = form
      }
    }

    let address: PostgresAddress
    let schema: Schema
    /// The statements that `PostgresConnection.run` is called with.
    let statements: [PostgresStatement]
    /// Statements that are run first, such as `SET`.
    ///
    /// The first ends what takes too long at the server also: a connection that is lost does not.
    /// It does not hold for a commit that waits for a standby. By the second a write that has
    /// waited for another of its row finds no row, where with a higher level it is an error.
    let settings: [String]
    /// The channel that is listened to, if there is one.
    let channel: String?
    /// The time after which a statement without an answer is an error.
    let answerLimit: Duration

    package init(
      address: PostgresAddress,
      schema: Schema,
      statements: [PostgresStatement],
      settings: [String] = [],
      channel: String? = nil,
      answerLimit: Duration = .seconds(5)
    ) {
      self.address = address
      self.schema = schema
      self.statements = statements
      let limit = max(1, Int(answerLimit / .milliseconds(1)) * 9 / 10)
      let first = [
        "SET statement_timeout = \(limit)",
        "SET default_transaction_isolation = 'read committed'",
      ]
      self.settings = first + settings
      self.channel = channel
      self.answerLimit = answerLimit
    }
  }
#endif
