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
  /// Routes that say which guards they require are asked whether these decide about all that comes
  /// to them. `allExceptPublic` asks that of the others as well, but for those that are public with
  /// a reason; so a route that somebody has added and forgotten is a finding:
  ///
  ///     #expect(router.validate(allExceptPublic: true).isClean)
  ///
  /// Each such finding has an example, and the method of a request, which comes to the route where
  /// no guard is asked; unless it cannot be decided, as where a pattern has a closure. Requests are
  /// asked for, and views by each tag that is no method, not those by the tag of a method alone.
  /// The report is of one version: a map that keeps others away counts until it is disposed of or
  /// its owner is gone.
  ///
  /// - Parameters:
  ///   - tags: the tags of the maps and fallbacks that guards must cover completely; without tags
  ///     no guard is required.
  ///   - allExceptPublic: whether guards must decide about all that comes to maps and fallbacks of
  ///     which it is not declared that they are public.
  /// - Returns: the findings, the worst first.
  /// - Complexity: mostly linear in the number of routes, times that of guards.
  public func validate(
    requiring tags: [RouteTag] = [],
    allExceptPublic: Bool = false
  ) -> RouteReport {
    var validator = RouteValidator(core, requiring: tags, allExceptPublic: allExceptPublic)
    return validator.report()
  }

  /// All routes that there are now, in the order in which a dispatch asks them.
  package var routesAsAsked: [RouteDescription] {
    core.registry.liveTable.all.map { RouteDescription($0, in: core) }
  }
}
