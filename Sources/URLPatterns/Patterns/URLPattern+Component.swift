extension URLPattern {
  /// A component of a URL that a pattern has a part for.
  public enum Component: String, CaseIterable, Hashable, Sendable, Codable {
    /// The scheme, without its colon.
    case `protocol`
    /// The name of a user.
    case username
    /// The password.
    case password
    /// The host, without the port.
    case hostname
    /// The port, which is empty where it is that of the scheme.
    case port
    /// The path.
    case pathname
    /// The query, without its question mark.
    case search
    /// The fragment, without its number sign.
    case hash

    /// The place among the components.
    var index: Int {
      switch self {
      case .protocol: 0
      case .username: 1
      case .password: 2
      case .hostname: 3
      case .port: 4
      case .pathname: 5
      case .search: 6
      case .hash: 7
      }
    }
  }
}
