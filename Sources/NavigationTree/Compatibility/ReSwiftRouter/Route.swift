/// A part of a route, which one routable shows within another.
public typealias RouteElement = String

/// The open elements, from the root on: each lies within the one before it.
public typealias Route = [RouteElement]

/// Another name of such routes, for files that use a library with a `Route` of its own.
public typealias ElementRoute = Route

/// A route as a key.
///
/// Keys are equal if their elements are; `["a/b"]` and `["a", "b"]` are two.
public struct RouteHash: Hashable, Sendable {
  /// The route that the key stands for.
  public let route: Route

  /// Makes the key of a route.
  public init(route: Route) { self.route = route }
}
