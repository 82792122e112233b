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
    try complete(base: base, limits: limits)
  }

  /// Takes components that are given.
  init(_ components: URLPatternInit, limits: PatternLimits) throws(URLPatternError) {
    sources = [:]
    for component in URLPatternComponent.allCases {
      if let text = components[component] { sources[component] = ComponentSource(text) }
    }
    try complete(base: components.baseURL, limits: limits)
  }

  /// The pattern of a component.
  subscript(component: URLPatternComponent) -> ComponentSource {
    sources[component] ?? ComponentSource("*")
  }

  /// Takes from a base URL what is not given.
  private mutating func complete(
    base text: String?,
    limits: PatternLimits
  ) throws(URLPatternError) {
    // What comes from a base has none of these signs.
    sources[.protocol]?.dropLast(":")
    sources[.search]?.dropFirst("?")
    sources[.hash]?.dropFirst("#")
    if let text {
      let base = try PatternBase(text, limits: limits)
      try completePath(base)
      try inherit(from: base)
    }
    // The port of a scheme is never written.
    let port = WebScheme.defaultPort(of: self[.protocol].value.utf8)
    if let port, self[.port].value == String(port) { sources[.port] = ComponentSource("") }
  }

  /// A component comes from the base as long as none before it is given.
  private mutating func inherit(from base: PatternBase) throws(URLPatternError) {
    for component in [URLPatternComponent.protocol, .hostname, .port, .pathname, .search, .hash] {
      if sources[component] != nil { return }
      let text = try base.escaped(base.address.text(of: component.part), component)
      sources[component] = ComponentSource(text)
    }
  }

  /// A relative path stands behind that of the base.
  private mutating func completePath(_ base: PatternBase) throws(URLPatternError) {
    guard let path = sources[.pathname]?.value, !base.address.hasOpaquePath,
      !Self.isAbsolute(path)
    else { return }
    let start = base.address.text(of: .pathname)
    guard let slash = start.utf8.lastIndex(of: UInt8(ascii: "/")) else { return }
    let folder = try base.escaped(String(start[...slash]), .pathname)
    sources[.pathname]?.prepend(folder)
  }

  private static func isAbsolute(_ path: String) -> Bool {
    // Of bytes, as a mark behind the slash would make one `Character` with it.
    ["/", "\\/", "{/"].contains { path.utf8.starts(with: $0.utf8) }
  }
}

/// The base URL of a pattern, which takes some of its text.
private struct PatternBase {
  let address: WebAddress
  private let text: String
  private let limit: Int

  init(_ text: String, limits: PatternLimits) throws(URLPatternError) {
    guard let address = WebAddress(parsing: text) else {
      throw URLPatternError(.invalidBase, text: text, offset: 0)
    }
    self.address = address
    self.text = text
    limit = limits.patternLength
  }

  /// Text of a component as a pattern that means it.
  func escaped(
    _ part: String,
    _ component: URLPatternComponent
  ) throws(URLPatternError) -> String {
    let pattern = PatternText.escaped(part)
    // Of the component alone it would not be seen whose text is too long.
    guard pattern.utf8.count <= limit else {
      throw URLPatternError(.baseTooLong(component, limit: limit), text: text, offset: 0)
    }
    return pattern
  }
}
