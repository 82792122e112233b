extension RoutePattern {
  /// Matches a target, with a budget of its own.
  ///
  /// - Returns: how the target matches, or nothing when it does not.
  /// - Throws: `MatchError` when a limit is hit before that is known; it must not be taken for "no match".
  /// - Complexity: for patterns without ambiguous parts linear in the length of the target.
  public func match(_ target: RouteTarget) throws(MatchError) -> RouteMatch? {
    var budget = MatchBudget(steps: storage.options.limits.matchSteps)
    return try outcome(target, &budget)
  }

  /// Matches a target, with a budget that other matches share.
  public func match(
    _ target: RouteTarget,
    budget: inout MatchBudget
  ) throws(MatchError) -> RouteMatch? {
    try outcome(target, &budget)
  }

  /// The ranges alone, of which with target and pattern a match is made, for those who have both at
  /// hand: a pattern is shared by all threads, and to hand it on is not for nothing.
  package func captures(
    of target: RouteTarget,
    budget: inout MatchBudget
  ) throws(MatchError) -> CaptureRanges? {
    try storage.captures(of: target, budget: &budget)
  }

  @inline(__always)
  private func outcome(
    _ target: RouteTarget,
    _ budget: inout MatchBudget
  ) throws(MatchError) -> RouteMatch? {
    guard storage.plain.isUsable else { return try regexOutcome(target, &budget) }
    return try result(storage.match(target, &budget), target, budget)
  }

  /// By itself, so that neither way of matching has the other's registers to save.
  @inline(never)
  private func regexOutcome(
    _ target: RouteTarget,
    _ budget: inout MatchBudget
  ) throws(MatchError) -> RouteMatch? {
    try result(storage.matchRegex(target, &budget), target, budget)
  }

  @inline(__always)
  private func result(
    _ outcome: MatchOutcome,
    _ target: RouteTarget,
    _ budget: borrowing MatchBudget
  ) throws(MatchError) -> RouteMatch? {
    switch outcome {
    case .unmatched: return nil
    case .failed(let error): throw matchError(error, target, budget)
    case .matched(let ranges):
      guard !storage.hasChecks || satisfiesChecks(target, ranges) else { return nil }
      return match(target, ranges)
    }
  }

  @inline(__always)
  private func match(_ target: RouteTarget, _ ranges: CaptureRanges) -> RouteMatch {
    RouteMatch(text: target.text, layout: target.layout, pattern: self, ranges: ranges)
  }

  @inline(never)
  fileprivate func matchError(
    _ error: Int32,
    _ target: RouteTarget,
    _ budget: borrowing MatchBudget
  ) -> MatchError {
    let code = MatchOutcome.code(of: error)
    var spender: String?
    if code == .stepLimit, let other = budget.spender, other !== storage { spender = other.text }
    return MatchError(
      code: code,
      pattern: text,
      subject: target.description,
      spender: spender
    )
  }

  /// Whether the closures accept the values; one of a parameter that took no part has nothing to
  /// say.
  @inline(never)
  fileprivate func satisfiesChecks(_ target: RouteTarget, _ ranges: CaptureRanges) -> Bool {
    let match = match(target, ranges)
    return storage.known.checks.allSatisfy { index, check in
      guard match.range(at: index) != nil else { return true }
      return match[parameterNames[index]].map(check) ?? false
    }
  }
}

extension RoutePattern.Storage: StepSpender {
  /// The ranges of a match.
  final func captures(
    of target: RouteTarget,
    budget: inout MatchBudget
  ) throws(MatchError) -> CaptureRanges? {
    let outcome =
      plain.isUsable ? match(target, &budget) : matchRegex(target, &budget)
    switch outcome {
    case .unmatched: return nil
    case .failed(let error): throw RoutePattern(storage: self).matchError(error, target, budget)
    case .matched(let ranges):
      let isAccepted =
        !hasChecks || RoutePattern(storage: self).satisfiesChecks(target, ranges)
      return isAccepted ? ranges : nil
    }
  }

  /// Matches a target's bytes: from its scheme on where the pattern has one, else its path alone.
  @inline(__always)
  fileprivate final func match(_ target: RouteTarget, _ budget: inout MatchBudget) -> MatchOutcome {
    let start = seesScheme ? 0 : target.pathStart
    let end = target.pathEnd
    // Offsets of 16 bits have to reach through what is looked at.
    guard end < CaptureRanges.inlineEnd else { return matchLong(target, &budget) }
    return unsafe target.withUTF8 { bytes in
      let subject = unsafe bytes.span.extracting(start..<end)
      return plain.match(subject, base: start).map(MatchOutcome.matched) ?? .unmatched
    }
  }

  @inline(never)
  private final func matchLong(
    _ target: RouteTarget,
    _ budget: inout MatchBudget
  ) -> MatchOutcome {
    full.matchRegex(target, &budget)
  }

  /// As `match`, by the regular expression of what is known not to be lean; written out, for one
  /// function that both call costs a tenth of a plain match.
  @inline(__always)
  fileprivate final func matchRegex(
    _ target: RouteTarget,
    _ budget: inout MatchBudget
  ) -> MatchOutcome {
    let start = seesScheme ? 0 : target.pathStart
    let end = target.pathEnd
    let before = budget.remaining
    let outcome = unsafe target.withUTF8 { bytes in
      let subject = unsafe bytes.span.extracting(start..<end)
      return known.ownCompiled.matchRegex(subject, offset: start, budget: &budget)
    }
    let steps = before &- budget.remaining
    if steps >= MatchBudget.notable { budget.note(steps, of: self) }
    return outcome
  }
}
