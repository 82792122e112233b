extension RegexNode {
  /// The expression when no value holds a byte outside some set.
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
    // What lies outside the value is none of its business either.
    case .look(let look, let body): .look(look, body.restricted(to: alphabet))
    case .repetition(let body, let quantifier):
      .repetition(body.restricted(to: alphabet), quantifier)
    case .empty, .assertion, .backreference: self
    }
  }
}
