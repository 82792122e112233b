/// An exception of a guard, with the values that comparisons need.
final class ComparedException {
  let exception: GuardException
  private let budget: RelationBudget
  /// The language of its pattern, whatever closures it has.
  private(set) lazy var language = PatternLanguage(exception.pattern.withoutChecks, budget: budget)

  init(_ exception: GuardException, _ budget: RelationBudget) {
    self.exception = exception
    self.budget = budget
  }

  /// Whether it may match a part of a route.
  func mayMeet(_ end: ComparedRoute) -> Bool {
    // A comparison of two that were compared before costs something, too.
    budget.spend(4)
    return language.overlaps(end.plainLanguage) != .no
  }

  /// A target of a route that it matches, if one is known.
  func target(of end: ComparedRoute) -> RouteTarget? {
    exception.pattern.hasOpaqueValidations ? nil : language.targetShared(with: end.plainLanguage)
  }

  /// Whether it surely matches a target.
  func surelyMatches(_ target: RouteTarget) -> Bool {
    !exception.pattern.hasOpaqueValidations && budget.matches(target, exception.pattern) == true
  }
}

extension ComparedRoute {
  /// Whether a guard has an exception for a lookup that may leave out a part of a map.
  func excepts(_ end: ComparedRoute, in lookup: [RouteTag]) -> Bool {
    exceptions.contains { $0.exception.isFor(lookup) && $0.mayMeet(end) }
  }

  /// Whether a guard may be asked about a target in a lookup.
  func mayBeAsked(about target: RouteTarget, in lookup: [RouteTag]) -> Bool {
    entry.fits(lookup) && mayMatch(target)
      && !exceptions.contains { $0.exception.isFor(lookup) && $0.surelyMatches(target) }
  }
}
