extension RegexNode {
  /// The regex of a value that is matched in full, without the anchors that say so once more.
  ///
  /// Elsewhere an anchor could hardly ever match, as more than the value stands in the subject.
  func withoutAnchors(atStart: Bool, atEnd: Bool) throws(RegexSyntaxError) -> RegexNode {
    switch self {
    case .empty, .set, .literal, .backreference:
      return self
    case .assertion(.start, let offset):
      guard atStart else { throw RegexSyntaxError(code: .misplacedAnchor, offset: offset) }
      return .empty
    case .assertion(.end, let offset):
      guard atEnd else { throw RegexSyntaxError(code: .misplacedAnchor, offset: offset) }
      return .empty
    case .assertion:
      return self
    case .group(let body):
      return .group(try body.withoutAnchors(atStart: atStart, atEnd: atEnd))
    case .capture(let index, let body):
      return .capture(index, try body.withoutAnchors(atStart: atStart, atEnd: atEnd))
    case .atomic(let body):
      return .atomic(try body.withoutAnchors(atStart: atStart, atEnd: atEnd))
    case .look(let look, let body):
      return .look(look, try body.withoutAnchors(atStart: false, atEnd: false))
    case .repetition(let body, let quantifier):
      return .repetition(try body.withoutAnchors(atStart: false, atEnd: false), quantifier)
    case .alternation(let branches):
      var result: [RegexNode] = []
      for branch in branches {
        result.append(try branch.withoutAnchors(atStart: atStart, atEnd: atEnd))
      }
      return .alternation(result)
    case .sequence(let items):
      return try Self.withoutAnchors(items[...], atStart: atStart, atEnd: atEnd)
    }
  }

  private static func withoutAnchors(
    _ sequence: ArraySlice<RegexNode>,
    atStart: Bool,
    atEnd: Bool
  ) throws(RegexSyntaxError) -> RegexNode {
    var items = sequence
    while atStart, case .assertion(.start, _)? = items.first { items.removeFirst() }
    while atEnd, case .assertion(.end, _)? = items.last { items.removeLast() }
    var result: [RegexNode] = []
    for index in items.indices {
      result.append(
        try items[index].withoutAnchors(
          atStart: atStart && index == items.startIndex,
          atEnd: atEnd && index == items.endIndex - 1
        )
      )
    }
    return result.count == 1 ? result[0] : .sequence(result)
  }
}
