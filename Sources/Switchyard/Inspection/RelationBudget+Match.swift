extension RelationBudget {
  /// Asks a pattern for a target, with the steps that the pattern has, and pays for those.
  /// - Returns: whether it matches; `nil` where a limit was hit before that was known.
  func matches(_ target: RouteTarget, _ pattern: RoutePattern) -> Bool? {
    let steps = pattern.options.limits.matchSteps
    var matching = MatchBudget(steps: steps)
    defer { spend(4 + (steps - matching.remaining) / 4) }
    do throws(MatchError) {
      return try pattern.match(target, budget: &matching) != nil
    } catch {
      return nil
    }
  }
}
