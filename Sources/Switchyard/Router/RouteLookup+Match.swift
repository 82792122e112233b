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
    guard let key else { return try core.found(target, tags) }
    return try core.found(target, key)
  }
}

extension RouterCore {
  @inline(__always)
  fileprivate func found(
    _ target: RouteTarget,
    _ tag: IndexTag = .all
  ) throws(MatchError) -> FoundRoute? {
    try routes.first(at: target, tag: tag)
  }

  fileprivate func found(
    _ target: RouteTarget,
    _ tags: [RouteTag]
  ) throws(MatchError) -> FoundRoute? {
    try unsafe routes.first(
      at: target,
      tags: tags.bits
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
