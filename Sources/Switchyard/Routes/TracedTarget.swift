/// A target as a trace shows it: without the values that are withheld.
struct TracedTarget {
  private let target: RouteTarget
  private let values: RouteTrace.Values
  private let isHostKnown: Bool
  private let withheld: WithheldTexts

  /// Makes it of a target.
  /// - Parameters:
  ///   - target: the target.
  ///   - values: the values that are shown.
  ///   - isHostKnown: whether the host is no value that came with another target.
  ///   - withheld: the values of targets before, which may have been taken over into this one.
  init(
    _ target: RouteTarget,
    _ values: RouteTrace.Values,
    isHostKnown: Bool,
    _ withheld: WithheldTexts
  ) {
    self.target = target
    self.values = values
    self.isHostKnown = isHostKnown
    self.withheld = withheld
  }

  /// Returns the text.
  /// - Parameter hidden: the ranges that may be values.
  /// - Returns: the text.
  func text(without hidden: [Range<Int>]) -> String {
    let hidden = hidden.filter { !$0.isEmpty && $0.upperBound <= target.pathEnd }
    // The slash of an empty host, which the text of the target does not have.
    let hasEmptyHost = target.description.utf8.count > target.text.utf8.count
    return beforePath(without: hidden.filter { $0.upperBound <= target.pathStart })
      + (hasEmptyHost ? "/" : "") + path(without: hidden) + behindPath
  }

  private func beforePath(without hidden: [Range<Int>]) -> String {
    guard let scheme = target.scheme, target.host != nil else {
      return String(target.text[utf8: 0..<target.pathStart])
    }
    let start = min(scheme.utf8.count + 3, target.pathStart)
    let host = target.text[utf8: start..<target.pathStart]
    if values.contains(.path) ? withheld.isFound(in: host) : !isHostKnown {
      return target.text[utf8: 0..<start] + RouteTrace.withheld
    }
    return text(of: 0..<target.pathStart, without: values.contains(.path) ? [] : hidden)
  }

  private func path(without hidden: [Range<Int>]) -> String {
    let hidden = hidden.filter { $0.lowerBound >= target.pathStart }
    let path = target.pathStart..<target.pathEnd
    guard values.contains(.path) else { return text(of: path, without: hidden) }
    // A path that is asked for may have taken over what is not.
    return withheld.isEmpty ? String(target.path) : text(of: path, without: taken(from: hidden))
  }

  /// Returns the segments within ranges that hold a value of a target before.
  private func taken(from hidden: [Range<Int>]) -> [Range<Int>] {
    hidden.flatMap { range in
      var start = range.lowerBound
      return target.text[utf8: range].split(at: UInt8(ascii: "/"), omittingEmpty: false)
        .compactMap { segment in
          let end = start + segment.utf8.count
          defer { start = end + 1 }
          return withheld.isFound(in: segment) ? start..<end : nil
        }
    }
  }

  private func text(of whole: Range<Int>, without hidden: [Range<Int>]) -> String {
    var (text, end) = ("", whole.lowerBound)
    // A value can be one of several routes.
    for range in hidden.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound > end {
      if range.lowerBound >= end {
        text += target.text[utf8: end..<range.lowerBound] + RouteTrace.withheld
      }
      end = range.upperBound
    }
    return text + target.text[utf8: end..<whole.upperBound]
  }

  private var behindPath: String {
    var text = ""
    if let query = target.query {
      text += "?" + (values.contains(.query) ? String(query) : names(of: query))
    }
    if let fragment = target.fragment {
      text += "#" + (values.contains(.query) ? String(fragment) : RouteTrace.withheld)
    }
    return text
  }

  /// Returns a query without its values; what has no name may be one.
  private func names(of query: Substring) -> String {
    query.split(at: UInt8(ascii: "&"), omittingEmpty: false)
      .map { item in
        // A token may end with the signs that fill base64 up.
        guard let end = item.utf8.firstIndex(of: UInt8(ascii: "=")),
          item.utf8[end...].contains(where: { $0 != UInt8(ascii: "=") })
        else {
          return item.isEmpty ? "" : RouteTrace.withheld
        }
        let name = item[..<end]
        let isKnown = !withheld.isFound(in: name)
        return "\(isKnown ? String(name) : RouteTrace.withheld)=\(RouteTrace.withheld)"
      }
      .joined(separator: "&")
  }
}
