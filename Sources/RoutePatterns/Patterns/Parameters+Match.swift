/// A match, from which parameters are made when they are asked for.
private final class MatchValues: MatchedValues {
  private let match: RouteMatch

  init(_ match: RouteMatch) { self.match = match }

  var items: [PathParameters.Item] { match.items }
  var pattern: (text: String, names: [String]) {
    (match.pattern.text, match.pattern.parameterNames)
  }

  func value(of name: String) -> ParameterValue? { match.value(of: name) }
}

extension Parameters {
  /// The parameters of a match, of which those of the path are made when they are asked for.
  package init(_ target: RouteTarget, _ pattern: RoutePattern, _ captures: CaptureRanges) {
    let path = PathParameters(of: MatchValues(RouteMatch(target, pattern, captures)))
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
