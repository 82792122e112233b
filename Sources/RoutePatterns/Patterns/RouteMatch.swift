/// The match of a target and a pattern: which of the target's bytes each parameter took.
///
/// It holds ranges alone; texts are made when they are asked for.
public struct RouteMatch: Sendable {
  // The target in its parts: taking it over as a whole calls into the runtime.
  private let text: String
  private let layout: TargetLayout
  /// The pattern it was matched with.
  public let pattern: RoutePattern
  private let ranges: CaptureRanges

  @inline(__always)
  init(text: String, layout: TargetLayout, pattern: RoutePattern, ranges: CaptureRanges) {
    self.text = text
    self.layout = layout
    self.pattern = pattern
    self.ranges = ranges
  }

  /// Makes a match of a target, a pattern and the ranges of their values.
  package init(_ target: RouteTarget, _ pattern: RoutePattern, _ captures: CaptureRanges) {
    self.init(text: target.text, layout: target.layout, pattern: pattern, ranges: captures)
  }

  /// The target that was matched.
  public var target: RouteTarget { RouteTarget(text: text, layout: layout) }

  /// The decoded value of a parameter; `nil` when it took no part in the match.
  ///
  /// Where a parameter can hold several segments, escaped slashes, backslashes and dots stay
  /// escaped.
  public subscript(name: String) -> String? { value(of: name)?.text }

  /// The value of a parameter in all its forms; `nil` when it took no part in the match.
  public func value(of name: String) -> ParameterValue? {
    let captures = pattern.storage.captures
    for index in captures.indices where captures[index].name.hasSameBytes(as: name) {
      return value(at: index, spansSegments: captures[index].spansSegments)
    }
    return nil
  }

  /// The bytes of the target's text that a parameter took, by its place in the pattern's names.
  public func range(at index: Int) -> Range<Int>? {
    ranges[index]
  }

  /// All parameters: of the path, as the pattern names them, and of the query, and the fragment.
  public var parameters: Parameters { Parameters(target, pattern, ranges) }

  /// The parameters of the path that took part in the match.
  var items: [PathParameters.Item] {
    let captures = pattern.storage.captures
    var items: [PathParameters.Item] = []
    items.reserveCapacity(captures.count)
    for index in captures.indices {
      guard let value = value(at: index, spansSegments: captures[index].spansSegments) else {
        continue
      }
      items.append(PathParameters.Item(name: captures[index].name, value: value))
    }
    return items
  }

  private func value(at index: Int, spansSegments: Bool) -> ParameterValue? {
    guard let range = ranges[index] else { return nil }
    // By its bytes, as it is ASCII: the ways over indices look for the ends of characters.
    return ParameterValue(raw: text.text(at: range), spansSegments: spansSegments)
  }
}

extension RouteMatch: CustomStringConvertible {
  /// The target, the pattern and the values.
  public var description: String { "\(target) matches \(pattern) with \(parameters.path)" }
}

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
