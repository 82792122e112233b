extension RegexNode {
  /// Returns the expression for values that hold no byte outside a set.
  ///
  /// Sets shrink after they were negated, so that `[^.]` in a host does not reach into the path.
  ///
  /// - Complexity: linear in the size of the expression, whose nesting is limited.
  func restricted(to alphabet: ASCIISet) -> RegexNode {
    // Text outside the value is not for a lookaround to read either.
    if case .set(let set) = self { return .set(set.intersection(alphabet)) }
    return mapChildren { $0.restricted(to: alphabet) }
  }
}
