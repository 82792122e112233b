#if PostgreSQL
  /// The address of a server, in either form of libpq.
  package enum PostgresAddress {
    /// Returns the address as it may stand in a log.
    ///
    /// Of a URL the user and all behind a question mark is left out with the password, and of
    /// keywords all but those that say where the server is: both can hold a password in several
    /// spellings.
    package static func withoutPassword(_ address: String) -> String {
      guard let scheme = address.range(of: "://") else {
        let known = ["host=", "hostaddr=", "port=", "dbname="]
        let words = address.split(separator: " ").filter { word in
          known.contains { word.hasPrefix($0) }
        }
        return words.isEmpty ? "PostgreSQL" : words.joined(separator: " ")
      }
      let rest = address[scheme.upperBound...].prefix { $0 != "?" }
      let host = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
      return "postgres://" + host
    }
  }

  extension String {
    fileprivate func range(of text: String) -> Range<Index>? {
      indices.lazy.compactMap { start in
        self[start...].hasPrefix(text)
          ? start..<self.index(start, offsetBy: text.count) : nil
      }.first
    }
  }
#endif
