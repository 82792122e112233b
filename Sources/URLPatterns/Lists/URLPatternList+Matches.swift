internal import RouteIndex
public import RoutePatterns

extension URLPatternList {
  /// A match of one of the patterns.
  public struct Match: Sendable {
    /// The pattern that matched, with its value and identifier.
    public let entry: Entry
    /// The values of its groups.
    public let match: URLPattern.Match

    /// The value that was added with the pattern.
    public var value: Value { entry.value }

    /// The match of a component.
    public subscript(component: URLPatternComponent) -> URLPattern.ComponentMatch {
      match[component]
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
    return try matches(of: address, .inputs(url, base), isForFirst: true).first
  }

  /// Finds the first pattern that the URL of some components matches.
  ///
  /// - Returns: the match, or `nil` where there is none, as for components that no URL can have.
  /// - Throws: `MatchError` when a limit is hit before it is known whether a pattern matches; no
  ///   later one is asked then.
  public func first(in components: URLPatternInit) throws(MatchError) -> Match? {
    guard let address = WebAddress(components) else { return nil }
    return try matches(of: address, [.components(components)], isForFirst: true).first
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
    return try matches(of: address, .inputs(url, base), isForFirst: false)
  }

  /// Finds all patterns that the URL of some components matches.
  ///
  /// - Returns: the matches, in the order of the list.
  /// - Throws: `MatchError` when a limit is hit before it is known whether a pattern matches.
  public func all(in components: URLPatternInit) throws(MatchError) -> [Match] {
    guard let address = WebAddress(components) else { return [] }
    return try matches(of: address, [.components(components)], isForFirst: false)
  }

  private func matches(
    of address: WebAddress,
    _ inputs: [URLPattern.Input],
    isForFirst: Bool
  ) throws(MatchError) -> [Match] {
    var found: [Match] = []
    for listed in candidates(for: address) {
      let match = try listed.entry.pattern.match(address, inputs: inputs)
      guard let match else { continue }
      found.append(Match(entry: listed.entry, match: match))
      if isForFirst { break }
    }
    return found
  }

  /// The patterns that host and path do not rule out, in the order in which they are asked.
  func candidates(for address: WebAddress) -> [Listed] {
    var found: [Listed] = []
    var isSorted = true
    do {
      // Before the anchors are looked at, so that there are those of all that is seen.
      var look = index.reader.look()
      unsafe anchors.forEachText(of: address) { text in
        unsafe look.searchAgain(text, lanes: .guards)
        for place in 0..<look.count {
          let listed = unsafe Unmanaged<Listed>.fromOpaque(look.payload(place))
            .takeUnretainedValue()
          if let last = found.last, !last.precedes(listed) { isSorted = false }
          found.append(listed)
        }
      }
    }
    return isSorted ? found : found.sorted { $0.precedes($1) }
  }
}

extension [URLPattern.Input] {
  /// The input of a match: a URL, and perhaps its base.
  static func inputs(_ url: String, _ base: String?) -> [URLPattern.Input] {
    base.map { [.url(url), .url($0)] } ?? [.url(url)]
  }
}
