#if PostgreSQL
  internal import CPostgres

  /// The address of a server, in either form of libpq, which is read once.
  package struct PostgresAddress: Sendable {
    /// The address as it may stand in a log: where the server is, without a user or a password.
    package let name: String
    /// The hosts, in the order in which they are tried; a failure if it cannot be read.
    let hosts: Result<[PostgresHost], PostgresFailure>

    /// Reads an address.
    ///
    /// What libpq says about one that it cannot read has parts of it, and so of its password: it is
    /// not asked for its words.
    package init(_ text: String) {
      let values = Self.values(of: text)
      let hosts = values.flatMap { Self.isMisread($0, in: text) ? nil : PostgresHost.all(of: $0) }
      self.hosts = hosts.map { .success($0) } ?? .failure(Self.isUnreadable)
      // One that is not understood has its password who knows where.
      name = hosts == nil ? Self.namelessServer : Self.name(of: values ?? [:])
    }

    private static let namelessServer = "PostgreSQL"

    private static let isUnreadable = PostgresFailure(
      state: PostgresFailure.unreadableAddress,
      reason: "its address cannot be read: in a URL, write all but letters and digits of the user "
        + "and the password as % and two digits; of keywords, put values with spaces in '…'"
    )

    /// Returns the values that an address has for the keywords of libpq.
    private static func values(of text: String) -> [String: String]? {
      // The library would read it up to there.
      if text.utf8.contains(0) { return nil }
      guard let options = unsafe PQconninfoParse(text, nil) else { return nil }
      defer { unsafe PQconninfoFree(options) }
      var values: [String: String] = [:]
      var option = unsafe options
      while let keyword = unsafe option.pointee.keyword {
        if let value = unsafe option.pointee.val {
          values[unsafe String(cString: keyword)] = unsafe String(cString: value)
        }
        unsafe option += 1
      }
      return values
    }

    /// Whether a URL has an `@` behind the first: that, or a `/` in front of it, is of a password.
    private static func isMisread(_ values: [String: String], in text: String) -> Bool {
      guard text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") else { return false }
      // The name of a socket may begin with one.
      return values["host", default: ""].dropFirst().contains("@")
        || values["dbname", default: ""].contains("@")
    }

    private static func name(of values: [String: String]) -> String {
      let words = ["host", "hostaddr", "port", "dbname"].compactMap { keyword in
        values[keyword].flatMap { isPlain($0) ? "\(keyword)=\($0)" : nil }
      }
      return words.isEmpty ? namelessServer : words.joined(separator: " ")
    }

    /// Whether a value is one word in a log.
    private static func isPlain(_ value: String) -> Bool {
      !value.isEmpty && value.allSatisfy { $0.isLetter || $0.isNumber || "_-./:,@%".contains($0) }
    }
  }
#endif
