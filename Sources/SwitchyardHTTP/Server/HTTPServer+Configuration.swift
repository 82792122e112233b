extension HTTPServer {
  /// Where a server listens, and what it puts up with; it is given once and stays.
  public struct Configuration: Sendable {
    /// The address to listen at: `127.0.0.1` for this machine alone, `0.0.0.0` or `::` for all.
    public var address = "127.0.0.1"
    /// The port to listen at; 0 picks a free one, which the server's `port` tells.
    public var port: UInt16 = 8080
    /// How many threads the server has for reading, for handlers that end at once and for writing.
    public var threads = systemProcessorCount()
    /// How many connections may be open; further clients wait until one closes.
    public var connectionLimit = 10_000
    /// How long a connection may be silent while the server waits for the client, in whole seconds.
    public var idleTimeLimit: Duration = .seconds(60)
    /// How long a connection's first line may take to come, and the rest of any head, however steadily they come.
    ///
    /// Where a connection is used again, the limit of a silent one holds for the next request's first line.
    public var headTimeLimit: Duration = .seconds(30)
    /// How long a body is read on whose request was answered before its end, so that the client sees the answer.
    public var lingerTimeLimit: Duration = .seconds(10)
    /// How many connections may be open from one address; nothing for any number.
    ///
    /// Further ones are closed at once. Behind a proxy all clients have the proxy's address.
    public var connectionLimitPerAddress: Int?
    /// The certificate and the key to serve https with; nothing for http.
    public var tls: TLS?
    /// Limits of requests, the log, and all else that the responder is made with where a router is served.
    public var responder = HTTPResponder.Configuration()

    /// Makes the configuration of a server for this machine alone, at port 8080.
    public init() {}
  }

  /// The files that TLS needs.
  public struct TLS: Hashable, Sendable {
    /// The path of a PEM file with the certificate, and those that it stands on.
    public var certificatePath: String
    /// The path of a PEM file with the private key.
    public var keyPath: String

    /// Names the two files.
    public init(certificatePath: String, keyPath: String) {
      self.certificatePath = certificatePath
      self.keyPath = keyPath
    }
  }
}

extension HTTPServer.Configuration {
  /// Finds the first value that makes no sense.
  func check() throws(HTTPServerError) {
    let values = [
      ("threads", threads, 1...1024), ("connectionLimit", connectionLimit, 1...1_000_000),
      ("idleTimeLimit", Int(idleTimeLimit.components.seconds), 1...1_000_000),
      ("headTimeLimit", Int(headTimeLimit.components.seconds), 1...1_000_000),
      ("lingerTimeLimit", Int(lingerTimeLimit.components.seconds), 1...1_000_000),
      ("connectionLimitPerAddress", connectionLimitPerAddress ?? 1, 1...1_000_000),
    ]
    for (name, value, range) in values where !range.contains(value) {
      throw HTTPServerError(.badConfiguration, name, reason: "\(value) is not within \(range)")
    }
  }
}
