#if PostgreSQL
  /// A statement that the server has refused, or a connection that is gone.
  package struct PostgresFailure: Error {
    /// The code of the SQL standard; empty if there is no connection.
    package let state: String
    /// The words of the server or the library.
    package let reason: String

    /// Makes the failure of a connection.
    init(_ reason: String) {
      self.init(state: "", reason: reason)
    }

    /// Makes the failure of all hosts, which is of the kind of the last.
    init(_ failures: [PostgresFailure]) {
      let reasons = failures.map(\.reason)
      self.init(state: failures.last?.state ?? "", reason: reasons.joined(separator: "\n"))
    }

    init(state: String, reason: String) {
      self.state = state
      // The words end in a line break, and may have several, some of which begin with a tab.
      let lines = reason.split(separator: "\n").map { $0.drop { $0.isWhitespace } }
      self.reason = lines.joined(separator: "; ")
    }

    /// The code of our own for tables of another form.
    package static let otherSchema = "SWOTH"
    /// The code of our own for an address that cannot be read, and never will be.
    package static let unreadableAddress = "SWADR"

    /// Whether there is a row of that key already.
    package var isUniqueViolation: Bool { state == "23505" }

    /// Whether a connection that is made anew may do better: the server was read-only when it
    /// began, or the tables and the statements on them are not what they were.
    var isOfSession: Bool {
      ["25006", "26000", "0A000"].contains(state) || state.hasPrefix("42")
    }
  }
#endif
