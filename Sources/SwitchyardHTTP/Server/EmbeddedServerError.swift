/// An error thrown when a server could not start.
public struct EmbeddedServerError: Error, Hashable, Sendable {
  /// The kinds of failure.
  ///
  /// More may come: a `switch` over them wants a `default`.
  public enum Code: String, Hashable, Sendable, Codable {
    /// The server is running or stopping.
    case alreadyRunning
    /// The address is not one of this machine.
    case badAddress
    /// The system does not let the server listen there.
    case cannotListen
    /// A value of the configuration is out of its range.
    case badConfiguration
    /// A file with a certificate or a key cannot be read.
    case unreadableFile
    /// The HTTP library was built without TLS.
    case noTLS
    /// The HTTP library has refused to start; the reason holds its message.
    case libraryRefused
    /// The system has no threads or descriptors left.
    case noResources
  }

  /// The kind of failure.
  public let code: Code
  /// The subject of the failure: an address with its port, a path, or the name of a value.
  public let subject: String
  /// The message of the system or the library, if there is one.
  public let reason: String?

  init(_ code: Code, _ subject: String, reason: String? = nil) {
    self.code = code
    self.subject = subject
    self.reason = reason
  }
}
