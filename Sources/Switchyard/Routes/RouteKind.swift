/// The purpose that a route is there for.
public enum RouteKind: String, Hashable, Sendable, Codable {
  /// It allows, denies or redirects.
  case `guard`
  /// It goes on, or commits to something else.
  case proxy
  /// It runs around the map or fallback that the target is opened for.
  case middleware
  /// Its handler is what the target is opened for.
  case map
  /// It takes a map's place where there is none.
  case fallback
}
