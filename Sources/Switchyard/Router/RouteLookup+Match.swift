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
    try view.found(for: target)
  }
}

extension Router {
  // Not through a view, which would be one more reference to what all threads share.

  /// Finds the map that a target comes to, as any lookup does.
  public func match(_ target: RouteTarget) throws(MatchError) -> FoundRoute? {
    var budget = MatchBudget(steps: core.configuration.matchSteps)
    return try core.registry.found(for: target, budget: &budget)
  }
}

extension RouterView {
  /// Finds the map that a target comes to, through the tags of the view.
  public func match(_ target: RouteTarget) throws(MatchError) -> FoundRoute? {
    try found(for: target)
  }

  fileprivate func found(for target: RouteTarget) throws(MatchError) -> FoundRoute? {
    var budget = MatchBudget(steps: core.configuration.matchSteps)
    return tags.isEmpty
      ? try core.registry.found(for: target, budget: &budget)
      : try core.registry.found(for: target, tags: tags, budget: &budget)
  }
}

/// A route that was found for a target, and where its values stand.
public struct FoundRoute: Sendable {
  private let match: IndexMatch

  init(_ match: IndexMatch) { self.match = match }

  /// The route.
  public var route: RouteUUID { RouteUUID(words: match.id) }

  /// Whether it is a map or a fallback.
  public var kind: RouteKind { match.lane == .fallbacks ? .fallback : .map }

  /// The bytes of the target's text that a parameter took, by its place among the names of the pattern.
  public func range(at index: Int) -> Range<Int>? { match.captures[index] }
}
