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

  @inline(__always)
  private func outcome(
    _ target: RouteTarget,
    _ budget: inout MatchBudget
  ) throws(MatchError) -> RouteMatch? {
    switch storage.match(target, &budget) {
    case .unmatched: return nil
    case .failed(let error): throw matchError(error, target)
    case .matched(let ranges):
      let match = RouteMatch(target: target, pattern: self, ranges: ranges)
      return !storage.hasChecks || satisfiesChecks(match) ? match : nil
    }
  }

  @inline(never)
  private func matchError(_ error: Int32, _ target: RouteTarget) -> MatchError {
    MatchError(code: MatchOutcome.code(of: error), pattern: text, subject: target.description)
  }

  /// Whether the closures accept the values; one of a parameter that took no part has nothing to say.
  private func satisfiesChecks(_ match: RouteMatch) -> Bool {
    storage.checks.allSatisfy { index, check in
      guard match.range(at: index) != nil else { return true }
      return match[parameterNames[index]].map(check) ?? false
    }
  }
}

extension RoutePattern.Storage {
  /// Matches a target's bytes: from its scheme on where the pattern has one, else its path alone.
  @inline(__always)
  fileprivate func match(_ target: RouteTarget, _ budget: inout MatchBudget) -> MatchOutcome {
    let start = seesScheme ? 0 : target.pathStart
    let end = target.pathEnd
    return unsafe target.withUTF8 { bytes in
      let subject = unsafe UnsafeBufferPointer(rebasing: bytes[start..<end])
      return unsafe compiled.match(subject, offset: start, budget: &budget)
    }
  }
}
