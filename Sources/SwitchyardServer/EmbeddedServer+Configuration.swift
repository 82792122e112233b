extension EmbeddedServer {
  /// The configuration of a server: its address and its limits; it is set once and stays.
  public struct Configuration: Sendable {
    /// The address to listen at: `127.0.0.1` for this machine alone, `0.0.0.0` or `::` for all.
    public var address = "127.0.0.1"
    /// The port to listen at; 0 picks a free one, which the server's `port` gives.
    public var port: UInt16 = 8080
    /// The number of threads for reading, for handlers that end at once and for writing.
    public var threads = systemProcessorCount()
    /// The number of connections that may be open; further clients wait until one closes.
    ///
    /// It is 10,000, or three quarters of the descriptors that the process may have if these are
    /// fewer: the rest is for files and for sockets that linger, an eighth of this number. A limit
    /// that leaves no descriptor is reported on standard error when the server starts.
    public var connectionLimit = min(10_000, max(1, systemDescriptorLimit() / 4 * 3))
    /// The time for which a connection may be silent while the server waits for the client, in
    /// whole seconds.
    public var idleTimeLimit: Duration = .seconds(60)
    /// The time in which a connection's first line must come, and then the rest of any head,
    /// however steadily they come.
    ///
    /// If a connection is used again, the limit of a silent one holds for the next request's first
    /// line.
    public var headTimeLimit: Duration = .seconds(30)
    /// The time for which bytes are read and dropped behind a response with which the server closes
    /// a connection, so that its client receives all of it.
    ///
    /// It holds for a body that is read on after an early answer, and again for bytes that come
    /// when the connection is over: sockets of an eighth of `connectionLimit`, from all addresses
    /// together, linger for these.
    public var lingerTimeLimit: Duration = .seconds(10)
    /// The number of connections that may be open from one address; `nil` for any number.
    ///
    /// Further ones are closed at once. Behind a reverse proxy all clients have its address.
    public var connectionLimitPerAddress: Int?
    /// The certificate and the key to serve https with; `nil` for http.
    public var tls: TLS?
    /// The value that a route for readiness answers with; the server sets whether it serves.
    public var readiness: ServerReadiness?
    /// The configuration of the responder that is made if a router is served: limits of requests,
    /// the log and the rest.
    public var responder = RouteResponder.Configuration()

    /// Makes the configuration of a server for this machine alone, at port 8080.
    public init() {}
  }

  /// The files that TLS needs.
  public struct TLS: Hashable, Sendable {
    /// The path of a PEM file with the certificate, and those of its issuers.
    public var certificatePath: String
    /// The path of a PEM file with the private key.
    public var keyPath: String
    /// The versions and ciphers that clients may use, in the words of GnuTLS: TLS 1.2 and 1.3
    /// without more.
    ///
    ///     tls.priorities = "SECURE192:-VERS-ALL:+VERS-TLS1.3"
    ///
    /// With a text that GnuTLS does not understand the server does not start.
    public var priorities = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"

    /// Names the two files.
    public init(certificatePath: String, keyPath: String) {
      self.certificatePath = certificatePath
      self.keyPath = keyPath
    }
  }
}

extension EmbeddedServer.Configuration {
  /// The address and port as they are written.
  var place: String { address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)" }

  /// Finds the first value that is out of its range, here or among the limits of the responder,
  /// which was given these or others.
  func check(_ limits: RouteResponder.Configuration) throws(EmbeddedServerError) {
    // Each connection has memory for a head as long as the limits of the responder let it be.
    let values = [
      ("threads", threads, 1...1024), ("connectionLimit", connectionLimit, 1...1_000_000),
      ("connectionLimitPerAddress", connectionLimitPerAddress ?? 1, 1...1_000_000),
      ("responder.targetLength", limits.targetLength, 1...(1 << 30)),
      ("responder.fieldsLength", limits.fieldsLength, 0...(1 << 30)),
      ("responder.fieldCount", limits.fieldCount, 0...1_000_000),
    ]
    for (name, value, range) in values where !range.contains(value) {
      throw EmbeddedServerError(.badConfiguration, name, reason: "\(value) is not within \(range)")
    }
    let times = [
      ("idleTimeLimit", idleTimeLimit), ("headTimeLimit", headTimeLimit),
      ("lingerTimeLimit", lingerTimeLimit),
    ]
    for (name, time) in times where !(1...1_000_000).contains(time.components.seconds) {
      let reason = "\(time) is not within 1 to 1000000 seconds"
      throw EmbeddedServerError(.badConfiguration, name, reason: reason)
    }
  }

  /// The number of sockets that may linger.
  var lingeringLimit: Int { max(1, connectionLimit / 8) }

  /// The warning for limits that the system does not let the server reach.
  var warning: String? {
    let most = systemDescriptorLimit()
    guard connectionLimit + lingeringLimit >= most else { return nil }
    return "EmbeddedServer.Configuration.connectionLimit is \(connectionLimit), \(lingeringLimit) "
      + "sockets more may linger, and the process may have no more than \(most) descriptors. "
      + "Raise that limit (ulimit -n), or lower this one."
  }
}
