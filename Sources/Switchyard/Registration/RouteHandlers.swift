/// What is called when a map is opened: with the route, its parameters, what was passed, and a closure that
/// must be called when all is done.
public typealias RouteHandler =
  @Sendable (
    _ route: String, _ parameters: Parameters, _ passed: (any Sendable)?,
    _ completed: @escaping @Sendable () -> Void
  ) -> Void

/// What a proxy commits to: another route, other parameters, something else that is passed; nothing leaves
/// what is there.
public typealias ProxyCommit = (
  route: String?, parameters: Parameters?, passed: (any Sendable)?
)

/// What is called before a map: it must call its last argument, with nothing to go on or with what it commits to.
public typealias ProxyHandler =
  @Sendable (
    _ route: String, _ parameters: Parameters, _ passed: (any Sendable)?,
    _ next: @escaping @Sendable (ProxyCommit?) -> Void
  ) -> Void

/// What is called before all else: it must call its last argument with its verdict.
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
