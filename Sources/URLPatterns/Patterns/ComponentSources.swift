internal import RoutePatterns

/// The patterns of all components, in which what is not given comes from a base URL or is anything.
struct ComponentSources {
  private var sources: [URLPatternComponent: ComponentSource]

  /// Takes the components of a pattern's text, and of a base URL.
  init(
    parsing text: String,
    base: String?,
    limits: PatternLimits
  ) throws(URLPatternError) {
    sources = try ConstructorString(text, limits: limits).sources
    if base == nil, sources[.protocol] == nil {
      throw URLPatternError(.missingBase, text: text, offset: 0)
    }
    try complete(base: base)
  }

  /// Takes components that are given.
  init(_ components: URLPatternInit) throws(URLPatternError) {
    sources = [:]
    for component in URLPatternComponent.allCases {
      if let text = components[component] { sources[component] = ComponentSource(text) }
    }
    try complete(base: components.baseURL)
  }

  /// The pattern of a component.
  subscript(component: URLPatternComponent) -> ComponentSource {
    sources[component] ?? ComponentSource("*")
  }

  /// Takes from a base URL what is not given.
  private mutating func complete(base text: String?) throws(URLPatternError) {
    // What comes from a base has none of these signs.
    sources[.protocol]?.dropLast(":")
    sources[.search]?.dropFirst("?")
    sources[.hash]?.dropFirst("#")
    if let text {
      guard let base = WebAddress(parsing: text) else {
        throw URLPatternError(.invalidBase, text: text, offset: 0)
      }
      completePath(base)
      inherit(from: base)
    }
    // The port of a scheme is never written.
    let port = WebScheme.defaultPort(of: self[.protocol].value.utf8)
    if let port, self[.port].value == String(port) { sources[.port] = ComponentSource("") }
  }

  /// A component comes from the base as long as none before it is given.
  private mutating func inherit(from base: WebAddress) {
    for component in [URLPatternComponent.protocol, .hostname, .port, .pathname, .search, .hash] {
      if sources[component] != nil { return }
      sources[component] = ComponentSource(Self.escaped(base.text(of: component.part)))
    }
  }

  /// A relative path stands behind that of the base.
  private mutating func completePath(_ base: WebAddress) {
    guard let path = sources[.pathname]?.value, !base.hasOpaquePath, !Self.isAbsolute(path) else {
      return
    }
    let start = Self.escaped(base.text(of: .pathname))
    guard let slash = start.utf8.lastIndex(of: UInt8(ascii: "/")) else { return }
    sources[.pathname]?.prepend(String(start[...slash]))
  }

  private static func isAbsolute(_ path: String) -> Bool {
    // Of bytes, as a mark behind the slash would make one `Character` with it.
    ["/", "\\/", "{/"].contains { path.utf8.starts(with: $0.utf8) }
  }

  /// Text as a pattern that means it.
  private static func escaped(_ text: String) -> String {
    var out: [UInt8] = []
    for byte in text.utf8 {
      if "+*?:{}()\\".utf8.contains(byte) { out.append(UInt8(ascii: "\\")) }
      out.append(byte)
    }
    return String(decoding: out, as: UTF8.self)
  }
}
