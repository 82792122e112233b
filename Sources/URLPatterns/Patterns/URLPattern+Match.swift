extension URLPattern {
  /// The input of a match.
  public enum Input: Hashable, Sendable {
    /// A URL, or a base URL.
    case url(String)
    /// The components of a URL.
    case components(URLPatternInit)
  }

  /// Tests whether a URL matches.
  ///
  /// - Parameters:
  ///   - url: the URL.
  ///   - base: the URL that it is relative to.
  /// - Returns: whether there is a match; text that is no URL has none.
  /// - Throws: `MatchError` when a limit is hit before that is known.
  public func test(_ url: String, base: String? = nil) throws(MatchError) -> Bool {
    guard let address = WebAddress.resolving(url, base: base) else { return false }
    return try ranges(in: address) != nil
  }

  /// Whether the URL of some components matches; components that no URL can have do not.
  ///
  /// - Throws: `MatchError` when a limit is hit before that is known.
  public func test(_ components: URLPatternInit) throws(MatchError) -> Bool {
    guard let address = WebAddress(components) else { return false }
    return try ranges(in: address) != nil
  }

  /// Matches a URL.
  ///
  ///     let match = try pattern.exec("/books/42", base: "https://example.com")
  ///     match?[.pathname]["id"]           // "42"
  ///
  /// - Parameters:
  ///   - url: the URL.
  ///   - base: the URL that it is relative to.
  /// - Returns: the match, or `nil` where there is none, as for text that is no URL.
  /// - Throws: `MatchError` when a limit is hit before that is known.
  public func exec(_ url: String, base: String? = nil) throws(MatchError) -> Match? {
    guard let address = WebAddress.resolving(url, base: base) else { return nil }
    return try match(address, .init(url, base: base, address))
  }

  /// Matches the URL of some components.
  ///
  /// - Returns: the match, or `nil` where there is none, as for components that no URL can have.
  /// - Throws: `MatchError` when a limit is hit before that is known.
  public func exec(_ components: URLPatternInit) throws(MatchError) -> Match? {
    guard let address = WebAddress(components) else { return nil }
    return try match(address, .components(components))
  }

  /// Matches a URL that is read already.
  func match(_ address: WebAddress, _ source: Match.Source) throws(MatchError) -> Match? {
    guard let ranges = try ranges(in: address) else { return nil }
    return Match(self, address, source, ranges)
  }

  /// The places of the values in each component that its expression was asked about; `nil` where
  /// one does not match.
  ///
  /// A component with a bit in `known` is known to match; of its expression nothing is asked.
  func ranges(
    in address: WebAddress,
    known: UInt8 = 0
  ) throws(MatchError) -> [CaptureRanges]? {
    // All components share it: a URL is one input.
    var budget = MatchBudget(steps: storage.options.limits.matchSteps)
    return try address.text.withBytes { text throws(MatchError) in
      var ranges: [CaptureRanges] = []
      var demands = storage.demands & ~known
      while demands != 0 {
        let index = demands.trailingZeroBitCount
        demands &= demands - 1
        let place = address.range(of: index)
        let matcher = storage.matchers[index]
        let subject = text.extracting(place)
        if let isMatch = matcher.decides(subject) {
          if !isMatch { return nil }
          continue
        }
        guard let found = try matcher.ranges(in: subject, budget: &budget) else { return nil }
        ranges.append(found)
      }
      return ranges
    }
  }
}

extension WebAddress {
  /// Reads a URL relative to another, if there is one; `nil` where either is none.
  static func resolving(_ url: String, base: String?) -> WebAddress? {
    guard let base else { return WebAddress(parsing: url) }
    guard let address = WebAddress(parsing: base) else { return nil }
    return WebAddress(parsing: url, base: address)
  }
}
