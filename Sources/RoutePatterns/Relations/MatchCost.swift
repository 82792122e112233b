/// A bound of the steps that a router takes for one match by a pattern.
///
/// It is made of the tree alone and stays well above what PCRE2 counts, so that who adds bounds up
/// knows which targets no router gives up.
package struct MatchCost: Hashable, Sendable {
  private enum Form: Hashable {
    /// Matched without an expression, or found by the index.
    case plain
    /// Each byte is come to so many times at the most, as a shift of one.
    case linear(shift: Int)
    /// Counted: loops that give back, elements, runs, choices, whether rounds have elements, and
    /// the looks that one look is charged with, its bytes aside.
    case counted(
      loops: Int,
      elements: Int,
      runs: Int,
      choices: Int,
      hasRounds: Bool,
      charge: Int
    )
    /// Nothing is known but that it ends.
    case unknown
  }

  private let form: Form

  /// Finds the bound for a pattern.
  package init(of pattern: RoutePattern) {
    if pattern.storage.walker.isUsable {
      form = .plain
      return
    }
    let expression = pattern.storage.expression
    let effort = expression.written.effort
    if let shift = effort.shift {
      form = .linear(shift: shift)
      return
    }
    let node = RegexNode.sequence(Array(expression.nodes.dropFirst()))
      .hasty(before: ASCIISet(), ignoresCase: expression.ignoresCase)
    guard let loops = node.loopCount, loops <= 8, effort.choices <= 20,
      expression.expandedSize <= Self.markableSize
    else {
      form = .unknown
      return
    }
    form = .counted(
      loops: loops,
      elements: node.elementCount,
      runs: effort.runs,
      choices: effort.choices,
      hasRounds: node.hasRounds,
      charge: 1 + effort.depth / MatchBudget.bracketsOfLook
    )
  }

  /// Whether it is bounded by a small multiple of the length.
  package var isLinear: Bool {
    switch form {
    case .plain, .linear: true
    case .counted, .unknown: false
    }
  }

  /// Returns the most steps of a match on so many bytes, which is more for more of them; `nil`
  /// where there is no bound.
  package func steps(length: Int) -> Int? {
    switch form {
    case .plain: return 0
    case .linear(let shift):
      return MatchBudget.stepsOfMatch + (length << shift) / MatchBudget.bytesOfStep
    case .counted(let loops, let elements, let runs, let choices, let hasRounds, let charge):
      // All the ways in which loops share the bytes, and at each the rest of the expression.
      var looks = Double(elements + runs * length / MatchBudget.bytesOfLook + 1)
      if hasRounds { looks *= Double(length + 1) }
      for loop in 0..<loops { looks *= Double(length + 1 + loop) / Double(loop + 1) }
      looks *= Double(charge << choices)
      let steps = looks / Double(MatchBudget.looksOfStep)
      let own = MatchBudget.stepsOfCountedMatch + MatchBudget.stepsOfMatch
      return Int(min(steps, 1e15)) + own + length / MatchBudget.bytesOfLook
    case .unknown: return nil
    }
  }

  /// Returns the most bytes on which a match takes no more than some steps, up to a limit.
  package func length(within steps: Int, upTo limit: Int) -> Int {
    var (least, most) = (0, limit + 1)
    while least + 1 < most {
      let middle = (least + most) / 2
      if let bound = self.steps(length: middle), bound <= steps {
        least = middle
      } else {
        most = middle
      }
    }
    return least
  }

  /// The size of expressions up to which there is room for the calls that count.
  private static let markableSize = 8_192
}

extension RegexNode {
  /// Whether there is a loop over more than one byte.
  fileprivate var hasRounds: Bool {
    switch self {
    case .empty, .set, .literal, .assertion, .backreference: return false
    case .sequence(let items), .alternation(let items): return items.contains(where: \.hasRounds)
    case .group(let body), .capture(_, let body), .atomic(let body), .look(_, let body):
      return body.hasRounds
    case .repetition(let body, let quantifier):
      if case .set = body.core { return false }
      return quantifier.isLoop || body.hasRounds
    }
  }
}
