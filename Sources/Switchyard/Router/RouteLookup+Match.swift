extension RouteLookup {
  /// Finds the map that a target comes to where no guard and no proxy has a say; runs nothing.
  ///
  ///     let target = try RouteTarget("/books/42")
  ///     if let found = try router.match(target) {
  ///       print(found.route, found.range(at: 0) ?? "")
  ///     }
  ///
  /// It takes no memory from the heap, whatever is found: the values are ranges of the target's text.
  /// - Parameter target: what is looked for, made under the policies of the router: it is taken as it is.
  /// - Returns: the map, or else the fallback; nothing where there is neither.
  /// - Throws: `MatchError` when a limit is hit before that is known.
  public func match(_ target: RouteTarget) throws(MatchError) -> FoundRoute? {
    let view = view
    var budget = MatchBudget(steps: view.core.configuration.matchSteps)
    switch view.core.registry.search.map(for: target, tags: view.tags, budget: &budget) {
    case nil: return nil
    case .failed(_, let error)?: throw error
    case .matched(let entry, let captures)?:
      return FoundRoute(route: entry.id, kind: entry.kind, ranges: captures)
    }
  }
}

/// A route that was found for a target, and where its values stand.
public struct FoundRoute: Sendable {
  /// The route.
  public let route: RouteUUID
  /// Whether it is a map or a fallback.
  public let kind: RouteKind
  let ranges: CaptureRanges

  /// The bytes of the target's text that a parameter took, by its place among the names of the pattern.
  public func range(at index: Int) -> Range<Int>? { ranges[index] }
}
