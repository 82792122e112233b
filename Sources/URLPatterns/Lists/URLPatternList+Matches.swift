public import RoutePatterns

extension URLPatternList {
  /// A match of one of the patterns.
  public struct Match: Sendable {
    private let listed: ListedPattern
    private let address: WebAddress
    private let source: URLPattern.Match.Source
    private let ranges: [CaptureRanges]

    init(
      _ found: PatternTable.Found,
      _ address: WebAddress,
      _ source: URLPattern.Match.Source
    ) {
      listed = found.listed
      ranges = found.ranges
      self.address = address
      self.source = source
    }

    /// The values of its groups.
    public var match: URLPattern.Match {
      URLPattern.Match(listed.pattern, address, source, ranges)
    }

    /// The pattern that matched, with its value and identifier.
    public var entry: Entry { Entry(listed) }

    /// The value that was added with the pattern.
    public var value: Value { Entry.value(of: listed) }

    /// The match of a component.
    public subscript(component: URLPatternComponent) -> URLPattern.ComponentMatch {
      match[component]
    }

    /// The value of a group in a component, or `nil` where it took no part or there is none of the
    /// name.
    public subscript(component: URLPatternComponent, group: String) -> String? {
      listed.pattern.value(of: group, in: component, of: address, ranges)
    }
  }

  /// Finds the first pattern that a URL matches.
  ///
  /// - Parameters:
  ///   - url: the URL.
  ///   - base: the URL that it is relative to.
  /// - Returns: the match, or `nil` where there is none, as for text that is no URL.
  /// - Throws: `MatchError` when a limit is hit before it is known whether a pattern matches; no
  ///   later one is asked then.
  /// - Complexity: it grows with the length of the URL, and with the number of patterns that its
  ///   host and path do not rule out.
  public func first(in url: String, base: String? = nil) throws(MatchError) -> Match? {
    guard let address = WebAddress.resolving(url, base: base) else { return nil }
    guard let found = try table.first(of: address) else { return nil }
    return Match(found, address, .init(url, base: base, address))
  }

  /// Finds the first pattern that a URL matches which has a path alone, as `URLPatternInit` with
  /// nothing but `pathname` says it.
  ///
  /// - Returns: the match, or `nil` where there is none.
  /// - Throws: `MatchError` when a limit is hit before it is known whether a pattern matches; no
  ///   later one is asked then.
  public func first(path: String) throws(MatchError) -> Match? {
    guard let address = WebAddress(path: path) else { return nil }
    guard let found = try table.first(of: address) else { return nil }
    return Match(found, address, .init(path: path, address))
  }

  /// Finds the first pattern that the URL of some components matches.
  ///
  /// - Returns: the match, or `nil` where there is none, as for components that no URL can have.
  /// - Throws: `MatchError` when a limit is hit before it is known whether a pattern matches; no
  ///   later one is asked then.
  public func first(in components: URLPatternInit) throws(MatchError) -> Match? {
    guard let address = WebAddress(components) else { return nil }
    guard let found = try table.first(of: address) else { return nil }
    return Match(found, address, .components(components))
  }

  /// Finds all patterns that a URL matches.
  ///
  /// - Parameters:
  ///   - url: the URL.
  ///   - base: the URL that it is relative to.
  /// - Returns: the matches, in the order of the list.
  /// - Throws: `MatchError` when a limit is hit before it is known whether a pattern matches.
  public func all(in url: String, base: String? = nil) throws(MatchError) -> [Match] {
    guard let address = WebAddress.resolving(url, base: base) else { return [] }
    return try all(of: address, .init(url, base: base, address))
  }

  /// Finds all patterns that the URL of some components matches.
  ///
  /// - Returns: the matches, in the order of the list.
  /// - Throws: `MatchError` when a limit is hit before it is known whether a pattern matches.
  public func all(in components: URLPatternInit) throws(MatchError) -> [Match] {
    guard let address = WebAddress(components) else { return [] }
    return try all(of: address, .components(components))
  }

  /// Finds all patterns that a URL matches which has a path alone.
  ///
  /// - Returns: the matches, in the order of the list.
  /// - Throws: `MatchError` when a limit is hit before it is known whether a pattern matches.
  public func all(path: String) throws(MatchError) -> [Match] {
    guard let address = WebAddress(path: path) else { return [] }
    return try all(of: address, .init(path: path, address))
  }

  private func all(
    of address: WebAddress,
    _ source: URLPattern.Match.Source
  ) throws(MatchError) -> [Match] {
    try table.all(of: address).map { Match($0, address, source) }
  }
}
