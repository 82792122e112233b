/// A match stored in one place, so that the parameters given to handlers are a few words.
///
/// It changes only while its one reference is held by the code that changes it, hence `@unchecked`.
private final class MatchBox: MatchedValues, @unchecked Sendable {
  fileprivate(set) var match: RouteMatch

  init(_ target: RouteTarget, _ pattern: RoutePattern, _ captures: CaptureRanges) {
    match = RouteMatch(target, pattern, captures)
  }

  var items: [PathParameters.Item] { match.items }

  func value(of name: String) -> ParameterValue? { match.value(of: name) }
}

extension Parameters {
  /// The parameters of a match, of which those of the path are made when they are asked for.
  package init(_ target: RouteTarget, _ pattern: RoutePattern, _ captures: CaptureRanges) {
    self.init(of: MatchBox(target, pattern, captures), target)
  }

  @inline(__always)
  fileprivate init(of box: MatchBox, _ target: RouteTarget) {
    self.init(path: PathParameters(of: box))
    if target.pathEnd < target.text.utf8.count { addBehindPath(of: target) }
  }

  @inline(never)
  private mutating func addBehindPath(of target: RouteTarget) {
    if let text = target.query { query = QueryParameters(parsing: text) }
    fragment = target.fragment?.decodingPercent()
  }
}

/// Makes the parameters of one match after another, in the same storage unless the previous ones
/// are still held.
package struct ParametersMaker {
  private var box: MatchBox?

  package init() {}

  /// The parameters of a match.
  package mutating func parameters(
    _ target: RouteTarget,
    _ pattern: RoutePattern,
    _ captures: CaptureRanges
  ) -> Parameters {
    if isKnownUniquelyReferenced(&box), let box {
      box.match = RouteMatch(target, pattern, captures)
      return Parameters(of: box, target)
    }
    let made = MatchBox(target, pattern, captures)
    box = made
    return Parameters(of: made, target)
  }
}
