extension URLPatternList {
  /// A match of one of the patterns.
  public struct Match: Sendable {
    private let found: FoundPattern

    @inline(__always)
    fileprivate init(_ found: consuming FoundPattern) { self.found = found }

    /// The values of its groups.
    public var match: URLPattern.Match { found.match }

    /// The pattern that matched, with its value and identifier.
    public var entry: Entry { Entry(found.listed) }

    /// The value that was added with the pattern.
    public var value: Value { Entry.value(of: found.listed) }

    /// The match of a component.
    public subscript(component: URLPatternComponent) -> URLPattern.ComponentMatch {
      match[component]
    }

    /// The value of a group in a component, or `nil` where it took no part or there is none of the
    /// name.
    public subscript(component: URLPatternComponent, group: String) -> String? {
      if component == .pathname {
        guard let index = found.index(ofPath: group) else { return nil }
        if let value = found.markedValue(at: index) { return value }
      }
      return value(of: group, in: component)
    }

    /// The value of a group whose place is not marked.
    @inline(never)
    private func value(of group: String, in component: URLPatternComponent) -> String? {
      found.value(of: group, in: component)
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
    guard let found = try table.first(url, base: base) else { return nil }
    return Match(found)
  }

  /// Finds the first pattern that a URL matches which has a path alone, as `URLPatternInit` with
  /// nothing but `pathname` says it.
  ///
  /// - Returns: the match, or `nil` where there is none.
  /// - Throws: `MatchError` when a limit is hit before it is known whether a pattern matches; no
  ///   later one is asked then.
  public func first(path: consuming String) throws(MatchError) -> Match? {
    guard let found = try table.first(path: consume path) else { return nil }
    return Match(found)
  }

  /// Finds the first pattern that the URL of some components matches.
  ///
  /// - Returns: the match, or `nil` where there is none, as for components that no URL can have.
  /// - Throws: `MatchError` when a limit is hit before it is known whether a pattern matches; no
  ///   later one is asked then.
  public func first(in components: URLPatternInit) throws(MatchError) -> Match? {
    guard let address = WebAddress(components) else { return nil }
    guard let found = try table.first(of: consume address, .components(components)) else {
      return nil
    }
    return Match(found)
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
    let source = URLPattern.Match.Source(url, base: base, address)
    return try table.all(of: address, source).map { Match($0) }
  }

  /// Finds all patterns that the URL of some components matches.
  ///
  /// - Returns: the matches, in the order of the list.
  /// - Throws: `MatchError` when a limit is hit before it is known whether a pattern matches.
  public func all(in components: URLPatternInit) throws(MatchError) -> [Match] {
    guard let address = WebAddress(components) else { return [] }
    return try table.all(of: address, .components(components)).map { Match($0) }
  }

  /// Finds all patterns that a URL matches which has a path alone.
  ///
  /// - Returns: the matches, in the order of the list.
  /// - Throws: `MatchError` when a limit is hit before it is known whether a pattern matches.
  public func all(path: String) throws(MatchError) -> [Match] {
    try all(in: URLPatternInit(pathname: path))
  }
}
