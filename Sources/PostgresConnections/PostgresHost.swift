#if PostgreSQL
  /// One of the hosts of an address.
  ///
  /// libpq is given one at a time: it would wait for the first for ever, as it keeps no time for a
  /// connection that is made without waiting, and look up the names of the others in between.
  struct PostgresHost: Sendable {
    /// The keywords of libpq, and their values.
    let values: [String: String]
    /// The seconds within which it has to be connected, from when its name is known.
    let limit: Int

    var name: String { values["host"] ?? values["hostaddr"] ?? "the server" }

    /// Returns the hosts that values are about, or `nil` if these do not fit together.
    static func all(of values: [String: String]) -> [PostgresHost]? {
      let hosts = list(values["host"])
      let addresses = list(values["hostaddr"])
      let ports = list(values["port"])
      let count = max(1, addresses.isEmpty ? hosts.count : addresses.count)
      guard hosts.isEmpty || hosts.count == count,
        ports.count < 2 || ports.count == count,
        ports.allSatisfy({ $0.isEmpty || (Int($0) ?? 0).isPort })
      else { return nil }
      // libpq takes none for no limit, and is asked again all the same.
      guard let given = Int(values["connect_timeout"] ?? "0") else { return nil }
      // Of several the next has to have its turn before statements are given up.
      let limit = given > 0 ? min(given, 3600) : count > 1 ? 2 : 10
      return (0..<count).map { index in
        var own = values
        own["host"] = hosts.isEmpty ? nil : hosts[index]
        own["hostaddr"] = addresses.isEmpty ? nil : addresses[index]
        own["port"] = ports.count > 1 ? ports[index] : ports.first
        return PostgresHost(values: own, limit: limit)
      }
    }

    private static func list(_ value: String?) -> [String] {
      guard let value, !value.isEmpty else { return [] }
      return value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  extension Int {
    fileprivate var isPort: Bool { (1...65_535).contains(self) }
  }
#endif
