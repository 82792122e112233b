extension Router {
  /// Finds mistakes among the routes: those that can never run, meet no other, or stand unguarded.
  ///
  ///     #expect(router.validate(requiring: ["private"]).isClean)
  ///
  /// Patterns are compared for all targets there can be; no handler and no closure runs. A question
  /// that cannot be decided is reported as unknown, and where a guard is required it counts as
  /// missing. All questions together may take a few seconds of work, which is counted and not
  /// timed: the same routes have the same report everywhere. What is left out then is a finding.
  ///
  /// - Parameter tags: the tags of the maps and fallbacks that guards must cover completely;
  ///   without tags no guard is required.
  /// - Returns: the findings, the worst first.
  /// - Complexity: mostly linear in the number of routes, times that of guards.
  public func validate(requiring tags: [RouteTag] = []) -> RouteReport {
    var validator = RouteValidator(core, requiring: tags)
    return validator.report()
  }
}
