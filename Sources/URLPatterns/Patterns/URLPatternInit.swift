/// The texts of a pattern's components, or of those of a URL to be matched.
///
///     let pattern = try URLPattern(.init(hostname: "*.example.com", pathname: "/books/:id"))
///
/// What a pattern leaves out is anything, or, where there is a base URL, what that has, as far as
/// nothing before it is given. What a URL leaves out is empty.
public struct URLPatternInit: Hashable, Sendable, Codable {
  /// The scheme; a colon at its end is left out.
  public var `protocol`: String?
  /// The name of a user.
  public var username: String?
  /// The password.
  public var password: String?
  /// The host, without the port.
  public var hostname: String?
  /// The port.
  public var port: String?
  /// The path.
  public var pathname: String?
  /// The query; a question mark at its beginning is left out.
  public var search: String?
  /// The fragment; a number sign at its beginning is left out.
  public var hash: String?
  /// The URL that fills in what is not given.
  public var baseURL: String?

  /// Makes components; none is given that is left out.
  public init(
    protocol: String? = nil,
    username: String? = nil,
    password: String? = nil,
    hostname: String? = nil,
    port: String? = nil,
    pathname: String? = nil,
    search: String? = nil,
    hash: String? = nil,
    baseURL: String? = nil
  ) {
    self.protocol = `protocol`
    self.username = username
    self.password = password
    self.hostname = hostname
    self.port = port
    self.pathname = pathname
    self.search = search
    self.hash = hash
    self.baseURL = baseURL
  }

  /// The text of a component.
  public subscript(component: URLPatternComponent) -> String? {
    get {
      switch component {
      case .protocol: `protocol`
      case .username: username
      case .password: password
      case .hostname: hostname
      case .port: port
      case .pathname: pathname
      case .search: search
      case .hash: hash
      }
    }
    set {
      switch component {
      case .protocol: `protocol` = newValue
      case .username: username = newValue
      case .password: password = newValue
      case .hostname: hostname = newValue
      case .port: port = newValue
      case .pathname: pathname = newValue
      case .search: search = newValue
      case .hash: hash = newValue
      }
    }
  }

  /// Whether none of some components is given.
  func hasNone(of components: URLPatternComponent...) -> Bool {
    components.allSatisfy { self[$0] == nil }
  }
}
