/// A step that a dispatch has taken.
public enum TrailStep: Hashable, Sendable {
  /// A guard was asked.
  case `guard`(MatchedRoute)
  /// A proxy was asked.
  case proxy(MatchedRoute)
  /// A proxy committed to a target.
  case commit(RouteTarget)
  /// A guard redirected to a target.
  case redirect(RouteTarget)
}

extension TrailStep {
  /// The step of asking a guard or a proxy; no other route is asked.
  init?(_ route: MatchedRoute) {
    switch route.kind {
    case .guard: self = .guard(route)
    case .proxy: self = .proxy(route)
    case .middleware, .map, .fallback: return nil
    }
  }
}
