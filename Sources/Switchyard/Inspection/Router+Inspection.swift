extension Router {
  /// Finds mistakes among the routes: those that can never run, meet no other, or stand unguarded.
  ///
  ///     #expect(router.validate(requiring: ["private"]).isClean)
  ///
  /// Patterns are compared for all targets there can be; no handler and no closure runs. A question
  /// that cannot be decided is reported as unknown, and where a guard is required it counts as
  /// missing.
  ///
  /// - Parameter tags: the tags of the maps and fallbacks that guards must cover completely;
  ///   without tags no guard is required.
  /// - Returns: the findings, the worst first.
  /// - Complexity: seldom more than the square of the number of routes, each step cheap.
  public func validate(requiring tags: [RouteTag] = []) -> RouteReport {
    RouteValidator(core, requiring: tags).report()
  }
}
