public import Dispatch

/// Whatever routes can be registered with: a router, its views through tags, and its groups.
///
/// Of each verb there are a form with a closure that has to be called at the end, and one that is async; each of
/// them also for the main actor, with `queue: .main`.
///
///     router.map("/books/:id", tags: ["Views"]) { route, parameters, passed, completed in
///       completed()
///     }
///     router.map("/books/:id") { (context: RouteContext) async throws in … }
///
/// Routes can be registered and disposed of from any thread at any time, also within handlers. A dispatch that
/// is under way knows those that it has found, as far as they are still there.
public protocol RouteRegistrar: Sendable {
  /// Where routes are registered, and what is added to them.
  var scope: RegistrationScope { get }
}

extension RouteRegistrar {
  /// Makes a group of routes: what is registered in it has its prefix, tags, queue and owner.
  ///
  ///     router.group("/api/v1", tags: ["API"]) { api in
  ///       api.map("/users", name: "users") { … }       // /api/v1/users
  ///     }
  ///
  /// The root of a group is its prefix: `api.map("/")` is `/api/v1`, which under strict slashes `api.guard("/*")`
  /// does not cover, and `api.guard("{/*}?")` does. Groups can stand within groups. Guards in a group have its
  /// prefix and its queue; `queue: .main` is the main queue, and for the checks of the main actor is given to
  /// each verb instead. A prefix and a pattern that make no pattern together, as with one
  /// name twice, stop the program; what comes from elsewhere is tried with `RoutePattern.appending(_:)` before.
  @discardableResult
  public func group<Result>(
    _ prefix: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    _ body: (RouteGroup) throws -> Result
  ) rethrows -> Result {
    try body(
      RouteGroup(
        scope: scope.adding(prefix: prefix, tags: tags, place: HandlerPlace(queue), owner: owner)
      )
    )
  }

  /// Makes a group of routes without a body, to be kept and registered with.
  public func group(
    _ prefix: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil
  ) -> RouteGroup {
    group(prefix, tags: tags, queue: queue, owner: owner) { $0 }
  }

  /// Disposes of routes, in one step.
  ///
  /// None of them starts afterwards; a handler that has begun goes on to its end.
  /// - Returns: how many of them there were.
  @discardableResult
  public func dispose(of route: RouteUUID, _ others: RouteUUID...) -> Int {
    scope.dispose(of: [route] + others)
  }

  /// Disposes of all routes of a sequence, in one step.
  /// - Returns: how many of them there were.
  @discardableResult
  public func dispose(of routes: some Sequence<RouteUUID>) -> Int {
    scope.dispose(of: Array(routes))
  }
}

/// A part of a router's routes that have a prefix, tags, a queue or an owner in common.
public struct RouteGroup: RouteRegistrar {
  /// Where routes are registered, and what is added to them.
  public let scope: RegistrationScope
}
