/// A registered route, as handlers know it.
public struct MatchedRoute: Hashable, Sendable {
  /// The identifier that it is disposed of by.
  public let id: RouteID
  /// The purpose that it is there for.
  public let kind: RouteKind
  /// Its pattern, as the router compiled it.
  public let pattern: RoutePattern
  /// The tags it was given.
  public let tags: [RouteTag]
  /// The name it was given.
  public let name: String?
  /// The place at which it was registered.
  public let origin: RouteOrigin

  init(
    id: RouteID,
    kind: RouteKind,
    pattern: RoutePattern,
    tags: [RouteTag],
    name: String?,
    origin: RouteOrigin
  ) {
    self.id = id
    self.kind = kind
    self.pattern = pattern
    self.tags = tags
    self.name = name
    self.origin = origin
  }
}

/// A registered route, as handlers know it, handed on as one reference.
package final class MatchedEntry: Sendable {
  package let route: MatchedRoute

  init(_ route: MatchedRoute) { self.route = route }
}
