/// A component of a URL that a pattern has a part for.
public enum URLPatternComponent: String, CaseIterable, Hashable, Sendable, Codable {
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

  /// The part of a URL that it is for.
  var part: WebPart {
    switch self {
    case .protocol: .protocol
    case .username: .username
    case .password: .password
    case .hostname: .hostname
    case .port: .port
    case .pathname: .pathname
    case .search: .search
    case .hash: .hash
    }
  }

  /// The place among the components.
  var index: Int { part.rawValue }

  /// The bit among those of all components.
  var bit: UInt8 { 1 << UInt8(index) }
}
