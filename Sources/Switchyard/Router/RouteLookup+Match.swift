import RouteIndex

extension RouteLookup {
  /// Finds the map for a target, through the view.
  public func match(_ target: RouteTarget) throws(MatchError) -> FoundRoute? {
    try view.match(target)
  }
}

extension Router {
  // Not through a view, which would be one more reference to an object that all threads share.

  /// Finds the map for a target, among all routes.
  public func match(_ target: RouteTarget) throws(MatchError) -> FoundRoute? {
    try core.found(target, core.routes.quick(target), .all, [])
  }
}

extension RouterView {
  /// Finds the map for a target, through the tags of the view.
  public func match(_ target: RouteTarget) throws(MatchError) -> FoundRoute? {
    guard let key else { return try core.found(target, tags) }
    let routes = core.routes
    let answer = tags.isEmpty ? routes.quick(target) : routes.quick(target, key)
    return try core.found(target, answer, key, tags)
  }
}

extension RouterCore {
  @inline(__always)
  fileprivate func found(
    _ target: RouteTarget,
    _ answer: QuickAnswer,
    _ tag: @autoclosure () -> IndexTag,
    _ tags: @autoclosure () -> [RouteTag]
  ) throws(MatchError) -> FoundRoute? {
    if answer.slashes != 0 {
      // Made where it is returned: it is larger than what is handed on in registers.
      return FoundRoute(
        id: answer.id,
        slashes: answer.slashes,
        values: answer.values,
        base: target.pathStart
      )
    }
    return answer.values == 0 ? nil : try found(target, tag(), tags(), after: answer)
  }

  /// Finds the map that is not found at once.
  @inline(never)
  private func found(
    _ target: RouteTarget,
    _ tag: IndexTag,
    _ tags: [RouteTag],
    after answer: QuickAnswer
  ) throws(MatchError) -> FoundRoute? {
    do throws(FirstObstacle) {
      return try routes.first(at: target, tag: tag, after: answer)
    } catch {
      return try found(target, tags, behind: error)
    }
  }

  /// Finds the map through several tags.
  @inline(never)
  fileprivate func found(
    _ target: RouteTarget,
    _ tags: [RouteTag]
  ) throws(MatchError) -> FoundRoute? {
    do throws(FirstObstacle) {
      return try unsafe routes.first(at: target, tags: tags.bits) { payload in
        unsafe HeldReference<RouteEntry>(at: payload).read { $0.fits(tags) }
      }
    } catch {
      return try found(target, tags, behind: error)
    }
  }

  /// Finds the map where owners or closures have a say.
  @inline(never)
  private func found(
    _ target: RouteTarget,
    _ tags: [RouteTag],
    behind obstacle: FirstObstacle
  ) throws(MatchError) -> FoundRoute? {
    if case .limit(let error) = obstacle { throw error }
    var budget = budget
    let found = registry.find(target, lanes: .ends, tags: tags, budget: &budget)
    guard let map = found.map else { return nil }
    if let error = map.error { throw error }
    let isFallback = map.entry.kind == .fallback
    let ranges = found.ranges(of: map.values, in: target)
    return FoundRoute(id: map.entry.id.words, isFallback: isFallback, ranges)
  }
}

extension FoundRoute {
  /// The route.
  public var route: RouteID { RouteID(words: id) }

  /// Whether it is a map or a fallback.
  public var kind: RouteKind { isFallback ? .fallback : .map }
}
