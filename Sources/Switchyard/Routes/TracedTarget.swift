import RoutePatterns

/// A target as a trace shows it: without the values that are withheld.
struct TracedTarget {
  private let target: RouteTarget
  private let values: RouteTrace.Values

  init(_ target: RouteTarget, _ values: RouteTrace.Values) {
    self.target = target
    self.values = values
  }

  /// Returns the text.
  /// - Parameters:
  ///   - hidden: the ranges of values in the target.
  ///   - segments: the segments that were withheld before, and may have been taken over from there.
  /// - Returns: the text.
  func text(without hidden: [Range<Int>], _ segments: Set<Substring>) -> String {
    guard !values.contains(.path) else { return target.withoutQuery + textBehindPath }
    var (text, end) = ("", 0)
    // A value can be one of several routes.
    for range in hidden.sorted(by: { $0.lowerBound < $1.lowerBound })
    where !range.isEmpty && range.upperBound > end && range.upperBound <= target.pathEnd {
      if range.lowerBound >= end {
        text += part(end..<range.lowerBound, segments) + RouteTrace.withheld
      }
      end = range.upperBound
    }
    return text + part(end..<target.pathEnd, segments) + textBehindPath
  }

  /// Returns the plain text of a range.
  private func part(_ range: Range<Int>, _ segments: Set<Substring>) -> String {
    guard range.lowerBound < target.pathStart, range.upperBound >= target.pathStart else {
      return known(range, segments)
    }
    // The slash of an empty host, which the text of the target does not have.
    let hasEmptyHost = target.description.utf8.count > target.text.utf8.count
    return target.text[utf8: range.lowerBound..<target.pathStart] + (hasEmptyHost ? "/" : "")
      + known(target.pathStart..<range.upperBound, segments)
  }

  private func known(_ range: Range<Int>, _ segments: Set<Substring>) -> String {
    let text = target.text[utf8: range]
    guard !segments.isEmpty else { return String(text) }
    return text.split(separator: "/", omittingEmptySubsequences: false)
      .map { segments.contains($0) ? RouteTrace.withheld : String($0) }
      .joined(separator: "/")
  }

  private var textBehindPath: String {
    var text = ""
    if let query = target.query {
      text += "?" + (values.contains(.query) ? String(query) : Self.names(of: query))
    }
    if let fragment = target.fragment {
      text += "#" + (values.contains(.query) ? String(fragment) : RouteTrace.withheld)
    }
    return text
  }

  /// Returns a query without its values; what has no name may be one.
  private static func names(of query: Substring) -> String {
    query.split(separator: "&", omittingEmptySubsequences: false)
      .map { item in
        item.firstIndex(of: "=").map { "\(item[..<$0])=\(RouteTrace.withheld)" }
          ?? (item.isEmpty ? "" : RouteTrace.withheld)
      }
      .joined(separator: "&")
  }
}
