extension RegexNode {
  /// Returns the expression for values that hold no byte outside a set.
  ///
  /// Sets shrink after they were negated, so that `[^.]` in a host does not reach into the path.
  ///
  /// - Complexity: linear in the size of the expression, whose nesting is limited.
  func restricted(to alphabet: ASCIISet) -> RegexNode {
    switch self {
    case .set(let set): .set(set.intersection(alphabet))
    case .sequence(let items): .sequence(items.map { $0.restricted(to: alphabet) })
    case .alternation(let branches): .alternation(branches.map { $0.restricted(to: alphabet) })
    case .group(let body): .group(body.restricted(to: alphabet))
    case .atomic(let body): .atomic(body.restricted(to: alphabet))
    case .capture(let index, let body): .capture(index, body.restricted(to: alphabet))
    // Text outside the value is not for a lookaround to read either.
    case .look(let look, let body): .look(look, body.restricted(to: alphabet))
    case .repetition(let body, let quantifier):
      .repetition(body.restricted(to: alphabet), quantifier)
    case .empty, .assertion, .backreference: self
    }
  }
}
