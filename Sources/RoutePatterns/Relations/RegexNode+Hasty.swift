extension RegexNode {
  /// Returns the same, with loops that never give back where to do that never helps.
  ///
  /// The set `follow` holds every byte that the text behind the node may begin with, none for the
  /// end of the subject; it is `nil` when that is unknown. Letters may stand for both of their
  /// cases. An engine that goes back need then not remember the rounds of such a loop, for which
  /// some have little room.
  func hasty(before follow: ASCIISet?, ignoresCase: Bool) -> RegexNode {
    switch self {
    case .sequence(let items):
      var follow = follow
      var result: [RegexNode] = []
      for item in items.reversed() {
        result.append(item.hasty(before: follow, ignoresCase: ignoresCase))
        guard let first = item.first else {
          follow = nil
          continue
        }
        follow = item.isNullable ? follow.map(first.union) : first
      }
      return .sequence(result.reversed())
    case .alternation(let branches):
      return .alternation(branches.map { $0.hasty(before: follow, ignoresCase: ignoresCase) })
    case .group(let body): return .group(body.hasty(before: follow, ignoresCase: ignoresCase))
    case .capture(let index, let body):
      return .capture(index, body.hasty(before: follow, ignoresCase: ignoresCase))
    case .repetition(let body, let quantifier):
      return Self.hasty(body, quantifier, before: follow, ignoresCase: ignoresCase)
    default: return self
    }
  }

  private static func hasty(
    _ body: RegexNode,
    _ quantifier: RegexQuantifier,
    before follow: ASCIISet?,
    ignoresCase: Bool
  ) -> RegexNode {
    // As in an atomic group, what is taken first stays: a lazy loop must not take more.
    if quantifier.mode == .possessive { return .repetition(body, quantifier) }
    let first = body.first
    let inner = quantifier.isLoop ? follow.flatMap { follow in first?.union(follow) } : follow
    let hasty = body.hasty(before: inner, ignoresCase: ignoresCase)
    guard quantifier.isLoop, !quantifier.isExact, !body.isNullable,
      let first, let follow = ignoresCase ? follow?.caseFolded : follow,
      first.isDisjoint(with: follow), hasty.isReadAtSight(ignoresCase: ignoresCase)
    else { return .repetition(hasty, quantifier) }
    // A run makes one round of many, which changes nothing where rounds are not counted.
    let countsRounds = quantifier.minimum > 1 || quantifier.maximum != nil
    var quantifier = quantifier
    quantifier.mode = .possessive
    return .repetition(countsRounds ? hasty : hasty.withRuns, quantifier)
  }

  /// The number of loops over one byte that may give back what they took; `nil` where there are
  /// others, or where the text of a group is asked for again.
  var loopCount: Int? {
    switch self {
    case .empty, .set, .literal, .assertion: return 0
    case .backreference: return nil
    case .sequence(let items), .alternation(let items):
      return items.reduce(0) { sum, item in
        item.loopCount.flatMap { count in sum.map { $0 + count } }
      }
    case .group(let body), .capture(_, let body), .atomic(let body), .look(_, let body):
      return body.loopCount
    case .repetition(let body, let quantifier):
      guard let count = body.loopCount else { return nil }
      guard quantifier.isLoop, !quantifier.isExact || count > 0 else { return count }
      if quantifier.mode == .possessive { return count == 0 ? 0 : nil }
      // One byte a round has one way to each number of rounds; other bodies may have many.
      guard case .set = body.core else { return nil }
      return 1
    }
  }

  /// Whether each byte tells how a match goes on, and whether it has ended.
  private func isReadAtSight(ignoresCase: Bool) -> Bool {
    switch self {
    case .set(let set): return !set.isEmpty
    case .literal: return true
    case .group(let body), .capture(_, let body):
      return body.isReadAtSight(ignoresCase: ignoresCase)
    case .sequence(let items):
      return items.allSatisfy { $0.isReadAtSight(ignoresCase: ignoresCase) }
    case .repetition(let body, let quantifier):
      return (quantifier.isExact || quantifier.mode == .possessive)
        && body.isReadAtSight(ignoresCase: ignoresCase)
    case .alternation(let branches):
      var seen = ASCIISet()
      for branch in branches {
        guard branch.isReadAtSight(ignoresCase: ignoresCase), !branch.isNullable,
          let first = branch.first, first.isDisjoint(with: seen)
        else { return false }
        seen.formUnion(ignoresCase ? first.caseFolded : first)
      }
      return true
    default: return false
    }
  }

  /// The body of a loop with as many bytes in one round as there are, where one is an alternative;
  /// for a loop that takes any number of rounds.
  private var withRuns: RegexNode {
    guard case .alternation(let branches) = core else { return self }
    return .group(
      .alternation(
        branches.map { branch in
          guard case .set = branch else { return branch }
          return .repetition(branch, RegexQuantifier(minimum: 1, mode: .possessive))
        }
      )
    )
  }
}
