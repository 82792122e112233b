import RouteIndex
import RoutePatterns

/// An exception of a guard, with the values that comparisons need.
final class ComparedException {
  private let exception: GuardException
  private let budget: RelationBudget
  /// The language of its pattern, whatever closures it has.
  private lazy var language = PatternLanguage(exception.pattern.withoutChecks, budget: budget)

  init(_ exception: GuardException, _ budget: RelationBudget) {
    self.exception = exception
    self.budget = budget
  }

  /// Whether it is for some requests that a map answers; `nil` stands for all of its methods.
  private func isFor(_ end: ComparedRoute, _ method: RouteTag?) -> Bool {
    if exception.methods.isEmpty { return true }
    guard end.isForRequests else { return false }
    guard let method else { return true }
    // HEAD finds the maps of GET.
    return exception.methods.contains(method)
      || method.methodToken == "GET" && exception.methods.contains(RouteTag(method: "HEAD"))
  }

  /// Whether it may leave out a part of a map.
  func mayMeet(_ end: ComparedRoute, _ method: RouteTag?) -> Bool {
    isFor(end, method) && language.overlaps(end.plainLanguage) != .no
  }

  /// A target of a map that it leaves out, if one is known.
  func target(of end: ComparedRoute, _ method: RouteTag?) -> RouteTarget? {
    guard isFor(end, method), !exception.pattern.hasOpaqueValidations else { return nil }
    return language.targetShared(with: end.plainLanguage)
  }

  /// Whether it surely leaves out a target, whatever the request is.
  func surelyMatches(_ target: RouteTarget, _ method: RouteTag?) -> Bool {
    guard exception.methods.isEmpty || method.map(exception.methods.contains) == true,
      !exception.pattern.hasOpaqueValidations
    else { return false }
    var matching = MatchBudget(steps: exception.pattern.options.limits.matchSteps)
    return ((try? exception.pattern.match(target, budget: &matching)) ?? nil) != nil
  }
}

extension ComparedRoute {
  /// Whether a guard has an exception that may leave out a part of a map.
  func excepts(_ end: ComparedRoute, _ method: RouteTag?) -> Bool {
    exceptions.contains { $0.mayMeet(end, method) }
  }

  /// Targets of a map that the exceptions of a guard leave out, one for each at most.
  func targetsExcepted(of end: ComparedRoute, _ method: RouteTag?) -> [RouteTarget] {
    exceptions.compactMap { $0.target(of: end, method) }
  }

  /// Whether a guard may be asked about a target of a map.
  func mayBeAsked(about target: RouteTarget, _ method: RouteTag?) -> Bool {
    mayMatch(target) && !exceptions.contains { $0.surelyMatches(target, method) }
  }
}
