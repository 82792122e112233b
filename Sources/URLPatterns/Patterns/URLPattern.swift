/// A pattern of URLs, as the URLPattern standard defines it and browsers have it.
///
///     let pattern = try URLPattern(parsing: "https://*.example.com/books/:id(\\d+)?*")
///     try pattern.test("https://shop.example.com/books/42")                       // true
///     try pattern.exec("https://shop.example.com/books/42?page=7")?[.pathname]["id"]   // "42"
///
/// A pattern has eight components, each matched against that of a URL, and a URL matches when all
/// of them do. A component that is not given is anything.
///
/// It is a value, cheap to copy and safe to match on any number of threads at once. There are no
/// literals of it: a text that is no pattern is an error, which no literal can throw.
public struct URLPattern: Sendable {
  /// The options of a pattern.
  public struct Options: Hashable, Sendable {
    /// Whether path, query and fragment are matched without regard to the case of letters; users
    /// never are.
    ///
    /// Schemes, and hosts of the web's schemes, always are, but for expressions, which are asked
    /// about lower case. Literal text of any other host is put in lower case too, which its URL
    /// need not be in: the pattern `app://Shop/` does not match that URL, but `app://shop/`.
    public var ignoreCase: Bool
    /// The limits of the pattern's text, and of each match.
    public var limits: PatternLimits

    /// Makes options; what is left out is the default.
    public init(ignoreCase: Bool = false, limits: PatternLimits = PatternLimits()) {
      self.ignoreCase = ignoreCase
      self.limits = limits
    }
  }

  let storage: Storage

  /// The compiled components, in their order.
  final class Storage: Sendable {
    let components: [PatternComponent]
    /// The deciding part of each.
    let matchers: [ComponentMatcher]
    let options: Options
    /// A bit for each component that asks for something.
    let demands: UInt8

    init(_ components: [PatternComponent], _ options: Options) {
      self.components = components
      self.options = options
      matchers = components.map(\.matcher)
      var demands: UInt8 = 0
      for (index, matcher) in matchers.enumerated() where !matcher.isAnything {
        demands |= 1 << UInt8(index)
      }
      self.demands = demands
    }
  }

  /// Reads the pattern of a whole URL, or of one that is relative to a base URL.
  ///
  /// - Parameters:
  ///   - text: the pattern.
  ///   - base: a URL, not a pattern, whose components count where the text leaves them out before
  ///     those that it has; needed for a text without a scheme.
  ///   - options: whether letter case counts, and the limits.
  /// - Throws: `URLPatternError` with the fault, and its place.
  public init(
    parsing text: String,
    base: String? = nil,
    options: Options = Options()
  ) throws(URLPatternError) {
    try self.init(
      sources: ComponentSources(parsing: text, base: base, limits: options.limits),
      options
    )
  }

  /// Reads the patterns of components.
  ///
  /// - Throws: `URLPatternError` with the fault, and its place.
  public init(
    _ components: URLPatternInit,
    options: Options = Options()
  ) throws(URLPatternError) {
    try self.init(sources: ComponentSources(components, limits: options.limits), options)
  }

  private init(sources: ComponentSources, _ options: Options) throws(URLPatternError) {
    var components: [PatternComponent] = []
    components.reserveCapacity(8)
    for component in URLPatternComponent.allCases {
      let kind: PatternComponent.Options.Kind =
        switch component {
        case .protocol: .protocol
        case .username: .username
        case .password: .password
        case .hostname: .hostname
        case .port: .port
        case .pathname: components[0].matchesSpecial ? .pathname : .opaquePathname
        case .search: .search
        case .hash: .hash
        }
      let isFree = component == .pathname || component == .search || component == .hash
      components.append(
        try sources[component].compile(
          component,
          kind,
          ignoresCase: isFree && options.ignoreCase,
          limits: options.limits
        )
      )
    }
    storage = Storage(components, options)
  }
}

// MARK: - Contents

extension URLPattern {
  /// The normalised pattern of a component.
  public subscript(component: URLPatternComponent) -> String { compiled(component).text }

  /// The pattern of the scheme.
  public var `protocol`: String { self[.protocol] }
  /// The pattern of the user's name.
  public var username: String { self[.username] }
  /// The pattern of the password.
  public var password: String { self[.password] }
  /// The pattern of the host.
  public var hostname: String { self[.hostname] }
  /// The pattern of the port.
  public var port: String { self[.port] }
  /// The pattern of the path.
  public var pathname: String { self[.pathname] }
  /// The pattern of the query.
  public var search: String { self[.search] }
  /// The pattern of the fragment.
  public var hash: String { self[.hash] }

  /// The options that the pattern was made with.
  public var options: Options { storage.options }

  /// Whether a component holds a regular expression of its author.
  public var hasRegExpGroups: Bool { storage.components.contains(where: \.hasRegexGroups) }

  /// The normalised patterns of all components.
  public var components: URLPatternInit {
    var components = URLPatternInit()
    for component in URLPatternComponent.allCases { components[component] = self[component] }
    return components
  }

  func compiled(_ component: URLPatternComponent) -> PatternComponent {
    storage.components[component.index]
  }
}

extension URLPattern: Hashable {
  /// Two patterns are equal when all components are read into the same parts, under the same
  /// options.
  public static func == (one: URLPattern, other: URLPattern) -> Bool {
    one.storage === other.storage || one.storage.components == other.storage.components
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage.components) }
}

extension URLPattern: CustomStringConvertible {
  /// The components that ask for something, with their names.
  public var description: String {
    let parts = URLPatternComponent.allCases.filter { self[$0] != "*" }
    let texts = parts.map { "\($0.rawValue): \(self[$0])" }
    return texts.isEmpty ? "any URL" : texts.joined(separator: ", ")
  }
}
