// The types of handlers in the library Routing.

/// The identifier of a route, as in the library Routing.
public typealias RouteUUID = RouteID

/// A handler of a map: it receives the route, its parameters, the payload, and a closure that it
/// must call when all is done.
public typealias RouteHandler =
  @Sendable (
    _ route: String, _ parameters: Parameters, _ passed: (any Sendable)?,
    _ completed: @escaping @Sendable () -> Void
  ) -> Void

/// A commit of a proxy: another route, other parameters, and the payload.
///
/// As in the library Routing `nil` as the payload passes nothing on; `nil` as the route or the
/// parameters, or parameters without content, keep what there is.
public typealias ProxyCommit = (
  route: String?, parameters: Parameters?, passed: (any Sendable)?
)

/// A handler of a proxy: it must call its last argument, with `nil` to go on or with a commit.
public typealias ProxyHandler =
  @Sendable (
    _ route: String, _ parameters: Parameters, _ passed: (any Sendable)?,
    _ next: @escaping @Sendable (ProxyCommit?) -> Void
  ) -> Void

/// A handler of a guard: it must call its last argument with its verdict.
public typealias GuardHandler =
  @Sendable (
    _ route: String, _ parameters: Parameters, _ passed: (any Sendable)?,
    _ decide: @escaping @Sendable (GuardVerdict) -> Void
  ) -> Void

/// A handler of a map that runs on the main actor.
public typealias MainRouteHandler =
  @MainActor @Sendable (
    _ route: String, _ parameters: Parameters, _ passed: (any Sendable)?,
    _ completed: @escaping @Sendable () -> Void
  ) -> Void

/// A handler of a proxy that runs on the main actor.
public typealias MainProxyHandler =
  @MainActor @Sendable (
    _ route: String, _ parameters: Parameters, _ passed: (any Sendable)?,
    _ next: @escaping @Sendable (ProxyCommit?) -> Void
  ) -> Void

/// A handler of a guard that runs on the main actor.
public typealias MainGuardHandler =
  @MainActor @Sendable (
    _ route: String, _ parameters: Parameters, _ passed: (any Sendable)?,
    _ decide: @escaping @Sendable (GuardVerdict) -> Void
  ) -> Void
