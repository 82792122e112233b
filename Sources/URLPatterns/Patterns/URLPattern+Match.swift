public import RoutePatterns

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
    return try match(address, inputs: .inputs(url, base))
  }

  /// Matches the URL of some components.
  ///
  /// - Returns: the match, or `nil` where there is none, as for components that no URL can have.
  /// - Throws: `MatchError` when a limit is hit before that is known.
  public func exec(_ components: URLPatternInit) throws(MatchError) -> Match? {
    guard let address = WebAddress(components) else { return nil }
    return try match(address, inputs: [.components(components)])
  }

  /// Matches a URL that is read already.
  func match(_ address: WebAddress, inputs: [Input]) throws(MatchError) -> Match? {
    guard let ranges = try ranges(in: address) else { return nil }
    return Match(inputs: inputs, pattern: self, address: address, ranges: ranges)
  }

  /// The places of the values of each component within it; `nil` where one does not match.
  private func ranges(in address: WebAddress) throws(MatchError) -> [CaptureRanges]? {
    var ranges: [CaptureRanges] = []
    ranges.reserveCapacity(8)
    // All components share it: a URL is one input.
    var budget = MatchBudget(steps: storage.options.limits.matchSteps)
    let bytes = address.bytes.span
    for component in URLPatternComponent.allCases {
      let subject = bytes.extracting(address.range(of: component.part))
      guard let found = try compiled(component).ranges(in: subject, budget: &budget) else {
        return nil
      }
      ranges.append(found)
    }
    return ranges
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
