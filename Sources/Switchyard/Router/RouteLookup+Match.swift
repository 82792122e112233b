extension RouteLookup {
  /// Finds the map for a target, through the tags of the view.
  public func match(_ target: RouteTarget) throws(MatchError) -> FoundRoute? {
    try view.match(target)
  }
}

extension Router {
  // Not through a view, which would be one more reference to an object that all threads share.

  /// Finds the map for a target, among all routes.
  public func match(_ target: RouteTarget) throws(MatchError) -> FoundRoute? {
    try core.found(target)
  }
}

extension RouterView {
  /// Finds the map for a target, through the tags of the view.
  public func match(_ target: RouteTarget) throws(MatchError) -> FoundRoute? {
    if let key { return try core.found(target, key, tags) }
    let first = try unsafe core.routes.first(at: target, tags: tags.bits) { payload in
      unsafe Unmanaged<RouteEntry>.fromOpaque(payload)._withUnsafeGuaranteedRef { $0.fits(tags) }
    }
    return try core.settled(first, target, tags)
  }
}

extension RouterCore {
  @inline(__always)
  fileprivate func found(
    _ target: RouteTarget,
    _ tag: IndexTag = .all,
    _ tags: [RouteTag] = []
  ) throws(MatchError) -> FoundRoute? {
    try settled(routes.first(at: target, tag: tag), target, tags)
  }

  @inline(__always)
  fileprivate func settled(
    _ first: FirstRoute,
    _ target: RouteTarget,
    _ tags: [RouteTag]
  ) throws(MatchError) -> FoundRoute? {
    switch first {
    case .found(let route): return route
    case .none: return nil
    case .undecided: return try askedFor(target, tags)
    }
  }

  /// Finds the map where owners or closures have a say.
  @inline(never)
  private func askedFor(
    _ target: RouteTarget,
    _ tags: [RouteTag]
  ) throws(MatchError) -> FoundRoute? {
    let budget = MatchBudget(steps: configuration.matchSteps)
    let found = registry.search.find(target, lanes: .ends, tags: tags, budget: budget)
    guard let map = found.map else { return nil }
    if let error = map.error { throw error }
    return FoundRoute(id: map.entry.id.words, lane: map.entry.kind.lane, captures: map.captures)
  }
}

extension FoundRoute {
  /// The route.
  public var route: RouteUUID { RouteUUID(words: id) }

  /// Whether it is a map or a fallback.
  public var kind: RouteKind { lane == .fallbacks ? .fallback : .map }
}
