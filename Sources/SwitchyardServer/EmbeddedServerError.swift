/// An error thrown when a server could not start.
public struct EmbeddedServerError: Error, Hashable, Sendable {
  /// The kinds of failure.
  public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    package enum Value: String, Hashable, Sendable {
      case alreadyRunning, badAddress, cannotListen, badConfiguration, unreadableFile, noTLS,
        libraryRefused, noResources
    }

    package let value: Value

    private init(_ value: Value) { self.value = value }

    /// Makes the code with a name, or `nil` when there is none.
    public init?(rawValue: String) {
      guard let value = Value(rawValue: rawValue) else { return nil }
      self.value = value
    }

    /// The name of the code.
    public var rawValue: String { value.rawValue }

    /// The name of the code.
    public var description: String { rawValue }

    /// The server is running or stopping.
    public static var alreadyRunning: Code { Code(.alreadyRunning) }

    /// The address is not one of this machine.
    public static var badAddress: Code { Code(.badAddress) }

    /// The system does not let the server listen there.
    public static var cannotListen: Code { Code(.cannotListen) }

    /// A value of the configuration is out of its range.
    public static var badConfiguration: Code { Code(.badConfiguration) }

    /// A file with a certificate or a key cannot be read.
    public static var unreadableFile: Code { Code(.unreadableFile) }

    /// The HTTP library was built without TLS.
    public static var noTLS: Code { Code(.noTLS) }

    /// The HTTP library has refused to start; the reason holds its message.
    public static var libraryRefused: Code { Code(.libraryRefused) }

    /// The system has no threads or descriptors left.
    public static var noResources: Code { Code(.noResources) }
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
