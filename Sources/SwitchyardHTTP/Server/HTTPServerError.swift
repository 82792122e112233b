/// Why a server did not start.
public struct HTTPServerError: Error, Hashable, Sendable {
  /// The kinds of failure.
  ///
  /// More may come: a `switch` over them wants a `default`.
  public enum Code: String, Hashable, Sendable, Codable {
    /// The server is running or stopping.
    case alreadyRunning
    /// The address is none that this machine knows.
    case badAddress
    /// The system does not let the server listen there.
    case cannotListen
    /// A value of the configuration is out of its range.
    case badConfiguration
    /// A file with a certificate or a key cannot be read.
    case unreadableFile
    /// The HTTP library was built without TLS.
    case noTLS
    /// The HTTP library has refused to start; the reason has what it said.
    case libraryRefused
    /// The system has no threads or descriptors left.
    case noResources
  }

  /// What went wrong.
  public let code: Code
  /// What was asked for: an address with its port, a path, or the name of a value.
  public let subject: String
  /// What the system or the library says of it, if anything.
  public let reason: String?

  init(_ code: Code, _ subject: String, reason: String? = nil) {
    self.code = code
    self.subject = subject
    self.reason = reason
  }
}
