/// The matches of one target with some patterns.
package protocol TargetMatches: MatchedValues {
  /// Returns one of the matches.
  func match(at index: Int) -> RouteMatch
}

extension TargetMatches {
  package func items(at index: Int) -> [PathParameters.Item] { match(at: index).items }

  package func value(of name: String, at index: Int) -> ParameterValue? {
    match(at: index).value(of: name)
  }
}

/// A match by itself.
private final class SingleMatch: TargetMatches {
  private let match: RouteMatch

  init(_ match: RouteMatch) { self.match = match }

  func match(at index: Int) -> RouteMatch { match }
}

extension Parameters {
  /// The parameters of a match, of which those of the path are made when they are asked for.
  package init(_ target: RouteTarget, _ pattern: RoutePattern, _ captures: CaptureRanges) {
    self.init(target, in: SingleMatch(RouteMatch(target, pattern, captures)), at: 0)
  }

  /// The parameters of one of the matches of a target.
  package init(_ target: RouteTarget, in matches: some TargetMatches, at index: Int) {
    let path = PathParameters(of: matches, at: index)
    guard target.pathEnd < target.text.utf8.count else {
      self.init(path: path)
      return
    }
    self.init(
      path: path,
      query: target.query.map { QueryParameters(parsing: $0) } ?? QueryParameters(),
      fragment: target.fragment?.decodingPercent()
    )
  }
}
