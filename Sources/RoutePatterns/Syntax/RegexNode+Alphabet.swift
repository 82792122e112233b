extension RegexNode {
  /// Returns the expression for values that hold no byte outside a set.
  ///
  /// Sets shrink after they were negated, so that `[^.]` reaches neither from a host into the path
  /// nor from one segment into the next.
  ///
  /// - Complexity: linear in the size of the expression, whose nesting is limited.
  func restricted(to alphabet: ASCIISet) -> RegexNode {
    // Text outside the value is not for a lookaround to read either.
    if case .set(let set) = self { return .set(set.intersection(alphabet)) }
    return mapChildren { $0.restricted(to: alphabet) }
  }

  /// Whether all that is said is that there may be any text, or any but the empty one, as `.*` and
  /// `.+` do.
  var takesAnyText: Bool {
    switch self {
    case .group(let body), .capture(_, let body), .atomic(let body): body.takesAnyText
    case .repetition(let body, let quantifier):
      body.core == .set(.all) && quantifier.minimum <= 1 && quantifier.maximum == nil
    default: false
    }
  }
}
