/// The head of a request as it came in, uninterpreted.
public struct RequestHead: Sendable {
  /// A version of HTTP.
  public enum Version: String, Sendable {
    /// HTTP/1.0.
    case http1_0 = "HTTP/1.0"
    /// HTTP/1.1.
    case http1_1 = "HTTP/1.1"
    /// HTTP/2.
    case http2 = "HTTP/2.0"
    /// HTTP/3.
    case http3 = "HTTP/3.0"

    /// Makes the version with some numbers, or the one that it can be read as: HTTP/1.1 for others.
    public init(major: Int, minor: Int) {
      switch (major, minor) {
      case (1, 0): self = .http1_0
      case (2, _): self = .http2
      case (3, _): self = .http3
      default: self = .http1_1
      }
    }
  }

  /// The method as it was sent.
  public var method: String
  /// The bytes between the method and the version.
  public var target: [UInt8]
  /// The header fields.
  public var fields: HeaderFields
  /// The scheme that the server listens for, whatever the client says, or that a trusted proxy was
  /// asked by; a target with another one is refused.
  public var scheme: RouteTarget.ServerScheme
  /// The version of HTTP that the client speaks; HTTP/1.1 where the server around does not say it.
  public var version = Version.http1_1
  /// The address that the request came from, as far as it is known; behind a trusted proxy that of
  /// the client.
  public var remoteAddress: String? {
    get {
      switch client {
      case .known(let text): text
      case .asked(let text): text()
      }
    }
    set { client = .known(newValue) }
  }

  private var client: Client

  private enum Client {
    case known(String?)
    /// Few ask, and the text takes as long as the search for a route.
    case asked(@Sendable () -> String?)
  }

  /// Makes a head of bytes.
  public init(
    method: String,
    target: [UInt8],
    fields: HeaderFields = HeaderFields(),
    scheme: RouteTarget.ServerScheme = .http,
    remoteAddress: String? = nil
  ) {
    self.method = method
    self.target = target
    self.fields = fields
    self.scheme = scheme
    client = .known(remoteAddress)
  }

  /// Leaves the text of the address that the request came from to be made when somebody asks.
  package mutating func setRemoteAddress(_ text: @escaping @Sendable () -> String?) {
    client = .asked(text)
  }

  /// Makes a head for a test: a method and a target, on a host.
  ///
  ///     let response = await responder.respond(to: RequestHead(.get, "/books/1"))
  public init(
    _ method: RequestMethod,
    _ target: String,
    host: String = "localhost",
    fields: HeaderFields = HeaderFields()
  ) {
    self.init(method: method.rawValue, target: Array(target.utf8), fields: fields)
    if !fields.contains(.host) { self.fields.append(.host, value: host) }
  }
}
