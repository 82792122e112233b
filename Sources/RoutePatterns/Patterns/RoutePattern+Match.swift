extension RoutePattern {
  /// Matches a target, with a budget of its own.
  ///
  /// - Returns: how the target matches, or nothing when it does not.
  /// - Throws: `MatchError` when a limit is hit before that is known; it must not be taken for "no
  ///   match".
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
    guard storage.walker.isUsable else { return try regexOutcome(target, &budget) }
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
    return MatchError(
      code: code,
      pattern: text,
      subject: target.description,
      spender: code == .stepLimit ? budget.spender : nil
    )
  }

  /// Whether the closures accept the values; one of a parameter that took no part has nothing to
  /// say.
  @inline(never)
  fileprivate func satisfiesChecks(_ target: RouteTarget, _ ranges: CaptureRanges) -> Bool {
    let match = match(target, ranges)
    return storage.withDetails { details in
      details.checks.allSatisfy { index, check in
        guard match.range(at: index) != nil else { return true }
        return match.value(of: storage.captures[index].name).map(check) ?? false
      }
    }
  }
}

extension RoutePattern {
  /// Returns whether the closures of the pattern accept the values of a match.
  package func accepts(_ captures: CaptureRanges, of target: RouteTarget) -> Bool {
    !storage.hasChecks || satisfiesChecks(target, captures)
  }
}

extension RoutePattern.Storage {
  /// The ranges of a match.
  func captures(
    of target: RouteTarget,
    budget: inout MatchBudget
  ) throws(MatchError) -> CaptureRanges? {
    guard let ranges = try capturesBeforeChecks(of: target, budget: &budget) else { return nil }
    return RoutePattern(storage: self).accepts(ranges, of: target) ? ranges : nil
  }

  /// The ranges of a match, whatever the pattern's closures would say of them.
  final func capturesBeforeChecks(
    of target: RouteTarget,
    budget: inout MatchBudget
  ) throws(MatchError) -> CaptureRanges? {
    let outcome =
      walker.isUsable ? match(target, &budget) : matchRegex(target, &budget)
    switch outcome {
    case .unmatched: return nil
    case .failed(let error): throw RoutePattern(storage: self).matchError(error, target, budget)
    case .matched(let ranges): return ranges
    }
  }

  /// Matches a target's bytes: from its scheme on where the pattern has one, else its path alone.
  @inline(__always)
  fileprivate func match(_ target: RouteTarget, _ budget: inout MatchBudget) -> MatchOutcome {
    let start = seesScheme ? 0 : target.pathStart
    let end = target.pathEnd
    // Offsets of 16 bits have to reach through what is looked at.
    guard end < CaptureRanges.inlineEnd else { return matchLong(target, &budget) }
    return target.text.withBytes { walker.match($0.extracting(start..<end), base: start) }
  }

  @inline(never)
  private func matchLong(
    _ target: RouteTarget,
    _ budget: inout MatchBudget
  ) -> MatchOutcome {
    matchRegex(target, &budget)
  }

  /// Matches the same bytes by the regular expression.
  @inline(__always)
  fileprivate func matchRegex(
    _ target: RouteTarget,
    _ budget: inout MatchBudget
  ) -> MatchOutcome {
    let start = seesScheme ? 0 : target.pathStart
    let end = target.pathEnd
    let before = budget.remaining
    let outcome = target.text.withBytes { bytes in
      let subject = bytes.extracting(start..<end)
      return withDetails { details in
        details.compiled.match(subject, offset: start, budget: &budget)
      }
    }
    let steps = before &- budget.remaining
    if steps >= MatchBudget.notable { budget.note(steps, of: text) }
    return outcome
  }
}
