/// How two patterns compare in how specific they are.
public enum SpecificityOrder: Int, Hashable, Sendable {
  /// The first is less specific than the second.
  case lessSpecific = -1
  /// Neither is more specific than the other.
  case same = 0
  /// The first is more specific than the second.
  case moreSpecific = 1

  /// This order, or where it does not tell, the next.
  func then(_ next: @autoclosure () -> SpecificityOrder) -> SpecificityOrder {
    self == .same ? next() : self
  }

  init<Value: Comparable>(_ first: Value, _ second: Value) {
    self = first < second ? .lessSpecific : first == second ? .same : .moreSpecific
  }
}

/// The order of the URLPattern proposal: by part, literal text first, then what may stand once.
enum PatternOrder {
  static func compare(_ first: [PatternPart], _ second: [PatternPart]) -> SpecificityOrder {
    for (one, other) in zip(first, second) {
      let order = compare(one, other)
      if order != .same { return order }
    }
    // The shorter list goes on with nothing, which is an empty literal.
    let end = PatternPart.fixed("", at: 0)
    if first.count > second.count { return compare(first[second.count], end) }
    if first.count < second.count { return compare(end, second[first.count]) }
    return .same
  }

  private static func compare(_ one: PatternPart, _ other: PatternPart) -> SpecificityOrder {
    SpecificityOrder(one.kind.rawValue, other.kind.rawValue)
      .then(SpecificityOrder(one.modifier.rawValue, other.modifier.rawValue))
      .then(compare(one.prefix, other.prefix))
      .then(compare(one.value, other.value))
      .then(compare(one.suffix, other.suffix))
  }

  /// By bytes, and not as `String` compares, which makes canonically equivalent texts equal.
  private static func compare(_ one: String, _ other: String) -> SpecificityOrder {
    if one.utf8.elementsEqual(other.utf8) { return .same }
    return one.utf8.lexicographicallyPrecedes(other.utf8) ? .lessSpecific : .moreSpecific
  }
}
