public import Dispatch

/// A type that registers routes: a router, its views through tags, and its groups.
///
/// Each verb has a form that is async, and one with a closure that has to be called at the end;
/// both also for the main actor, with `queue: .main`.
///
///     router.map("/books/:id") { (context: RouteContext) async throws in … }
///     router.map("/books/:id", tags: ["Views"]) { context, completed in
///       completed()
///     }
///
/// Routes can be registered and disposed of from any thread at any time, also within handlers. A
/// dispatch that is under way goes by the routes that it has found, as far as they still exist.
///
/// No type of another module registers routes: none has a scope but by handing on that of one of
/// these.
public protocol RouteRegistrar: Sendable {
  /// The router that routes are registered with, and the settings added to each.
  var scope: RegistrationScope { get }
}

extension RouteRegistrar {
  /// Makes a group of routes, which adds its prefix, tags, queue and owner to each of them.
  ///
  ///     router.group("/api/v1", tags: ["API"]) { api in
  ///       api.map("/users", name: "users") { … }       // /api/v1/users
  ///     }
  ///
  /// The root of a group is its prefix: `api.map("/")` is `/api/v1`, which under strict slashes
  /// `api.guard("/*")` does not cover, and `api.guard("{/*}?")` does. The same goes for a prefix
  /// that ends in an asterisk, as `/files/*` matches `/files` too: write it without the asterisk.
  ///
  /// Groups can stand within groups; a map or fallback without an access has that of the innermost
  /// that has one. Guards in a group have its prefix and its queue; `queue: .main` is the main
  /// queue, and for the checks of the main actor is given to each verb instead. A prefix and a
  /// pattern that make no pattern together, as with one name twice, stop the program; try a pattern
  /// from elsewhere with `fullPattern(of:)` before.
  @discardableResult
  public func group<Result>(
    _ prefix: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    access: RouteAccess? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ body: (RouteGroup) throws -> Result
  ) rethrows -> Result {
    try body(
      RouteGroup(
        scope: scope.adding(
          prefix: prefix,
          tags: tags,
          place: HandlerPlace(queue),
          owner: owner,
          access: access,
          fileID: fileID,
          line: line
        )
      )
    )
  }

  /// Makes a group of routes without a body, to be kept and registered with.
  public func group(
    _ prefix: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    access: RouteAccess? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> RouteGroup {
    group(
      prefix,
      tags: tags,
      queue: queue,
      owner: owner,
      access: access,
      fileID: fileID,
      line: line
    ) { $0 }
  }

  /// Returns the pattern that a route has when it is registered here: behind all prefixes, and
  /// compiled for the router.
  ///
  /// For patterns that come in at run time: where this throws, `group`, `map` and their like stop
  /// the program.
  /// - Throws: `PatternError` when the prefixes and the pattern make no pattern together, or none
  ///   under the policies of the router, as one that ignores the case of letters where that does
  ///   not.
  public func fullPattern(of pattern: RoutePattern) throws(PatternError) -> RoutePattern {
    try scope.compiled(pattern)
  }

  /// Disposes of routes, in one step.
  ///
  /// None of them starts afterwards; a handler that has begun goes on to its end.
  /// - Returns: the number of routes that were removed.
  @discardableResult
  public func dispose(of routes: RouteID...) -> Int { scope.dispose(of: routes) }

  /// Disposes of all routes of a sequence, in one step.
  /// - Returns: the number of routes that were removed.
  @discardableResult
  public func dispose(of routes: some Sequence<RouteID>) -> Int {
    scope.dispose(of: Array(routes))
  }
}

/// A part of a router's routes that have a prefix, tags, a queue or an owner in common.
public struct RouteGroup: RouteRegistrar {
  /// The router that routes are registered with, and the settings added to each.
  public let scope: RegistrationScope
}

/// Another name of groups, for files that use a library with a `RouteGroup` of its own.
public typealias SwitchyardRouteGroup = RouteGroup
