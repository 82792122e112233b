extension RouteLookup {
  /// Finds the map that a target comes to where no guard and no proxy has a say; runs nothing.
  ///
  ///     let target = try RouteTarget("/books/42")
  ///     if let found = try router.match(target) {
  ///       print(found.route, found.range(at: 0) ?? "")
  ///     }
  ///
  /// The values are ranges of the target's text. No memory is taken from the heap, but for a pattern with more than
  /// six parameters, a target beyond 64 KiB, and a long one whose letters match in either case.
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
    try core.found(target)
  }
}

extension RouterView {
  /// Finds the map that a target comes to, through the tags of the view.
  public func match(_ target: RouteTarget) throws(MatchError) -> FoundRoute? {
    try found(for: target)
  }

  fileprivate func found(for target: RouteTarget) throws(MatchError) -> FoundRoute? {
    tags.isEmpty ? try core.found(target) : try core.found(target, tags)
  }
}

extension RouterCore {
  @inline(__always)
  fileprivate func found(_ target: RouteTarget) throws(MatchError) -> FoundRoute? {
    var budget = MatchBudget(steps: configuration.matchSteps)
    return try unsafe routes.first(
      at: target,
      lanes: .ends,
      tags: nil,
      upTo: .max,
      budget: &budget
    ) { payload in
      unsafe Unmanaged<RouteEntry>.fromOpaque(payload)._withUnsafeGuaranteedRef { $0.isLive }
    }
  }

  fileprivate func found(
    _ target: RouteTarget,
    _ tags: [RouteTag]
  ) throws(MatchError) -> FoundRoute? {
    var budget = MatchBudget(steps: configuration.matchSteps)
    return try unsafe routes.first(
      at: target,
      lanes: .ends,
      tags: tags.bits,
      upTo: .max,
      budget: &budget
    ) { payload in
      unsafe Unmanaged<RouteEntry>.fromOpaque(payload)._withUnsafeGuaranteedRef {
        $0.fits(tags) && $0.isLive
      }
    }
  }
}

extension FoundRoute {
  /// The route.
  public var route: RouteUUID { RouteUUID(words: id) }

  /// Whether it is a map or a fallback.
  public var kind: RouteKind { lane == .fallbacks ? .fallback : .map }
}
