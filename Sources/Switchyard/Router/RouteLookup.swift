#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type that looks routes up: a router, and its views through tags.
///
/// Only they are: nothing else has the scope that it requires.
public protocol RouteLookup: Sendable {
  /// The routes that are found.
  var lookupScope: LookupScope { get }

  /// Finds the map for a target as if no guard and no proxy took part, and runs no handler.
  ///
  ///     let target = try RouteTarget("/books/42")
  ///     if let found = try router.match(target) {
  ///       print(found.route, found.range(at: 0) ?? "")
  ///     }
  ///
  /// The values are ranges of the target's text, of more than sixteen parameters only the first
  /// where the path is long: `isComplete` tells. No memory is allocated on the heap, except for a
  /// pattern with more than sixteen parameters, a target beyond 64 KiB, and a long one whose
  /// letters match in either case.
  /// - Parameter target: the target to be looked up, made under the policies of the router: it is
  ///   used as it is.
  /// - Returns: the map, or else the fallback, or `nil` when there is neither.
  /// - Throws: `MatchError` when a limit is hit before that is known.
  func match(_ target: RouteTarget) throws(MatchError) -> FoundRoute?
}

/// The routes that a lookup finds: those of a router, or of a view through tags.
public struct LookupScope: Sendable {
  let view: RouterView
}

extension RouteLookup {
  /// The view that decides which routes are found.
  public var view: RouterView { lookupScope.view }
}

extension RouteLookup {
  /// Opens a URL, a deep link or a path.
  ///
  /// It returns at once, and the dispatch goes on by itself; to learn its outcome, await `dispatch`
  /// instead.
  /// - Parameters:
  ///   - url: the text to be opened.
  ///   - payload: the payload that handlers receive.
  /// - Returns: whether there is a map for it (and no mere fallback), before any proxy has run. The
  ///   dispatch begins also without one, for guards and proxies may lead elsewhere; it does not
  ///   begin if the text is not a target.
  @discardableResult
  public func open(_ url: String, payload: (any Sendable)? = nil) -> Bool {
    view.open(payload) { core throws(RouteTargetError) in try core.target(url) }
  }

  /// Opens a URL.
  /// - Returns: whether there is a map for it, as for a text.
  @discardableResult
  public func open(_ url: URL, payload: (any Sendable)? = nil) -> Bool {
    view.open(payload) { core throws(RouteTargetError) in try core.target(url.absoluteString) }
  }

  /// Opens a target; one that was made under other policies is made anew.
  /// - Returns: whether there is a map for it, as for a text.
  @discardableResult
  public func open(_ target: RouteTarget, payload: (any Sendable)? = nil) -> Bool {
    view.open(payload) { core throws(RouteTargetError) in try core.target(target) }
  }

  /// Opens a URL, a deep link or a path, and waits for the outcome.
  ///
  /// When the task is cancelled, so is the dispatch: it ends as `cancelled`, and an async handler
  /// that is running is cancelled with it. Within a handler of the same serial router it ends at
  /// once as failed.
  /// - Parameters:
  ///   - url: the text to be opened.
  ///   - payload: the payload that handlers receive.
  ///   - redirects: the policy for redirects of guards: they are followed, or are the outcome.
  /// - Returns: the outcome of the dispatch.
  public func dispatch(
    _ url: String,
    payload: (any Sendable)? = nil,
    redirects: RedirectPolicy = .follow
  ) async -> RouteOutcome {
    await view.dispatch(payload, redirects) { core throws(RouteTargetError) in
      try core.target(url)
    }
  }

  /// Opens a URL, and waits for the outcome.
  public func dispatch(
    _ url: URL,
    payload: (any Sendable)? = nil,
    redirects: RedirectPolicy = .follow
  ) async -> RouteOutcome {
    await view.dispatch(payload, redirects) { core throws(RouteTargetError) in
      try core.target(url.absoluteString)
    }
  }

  /// Opens a target, and waits for the outcome; one that was made under other policies is made
  /// anew.
  public func dispatch(
    _ target: RouteTarget,
    payload: (any Sendable)? = nil,
    redirects: RedirectPolicy = .follow
  ) async -> RouteOutcome {
    await view.dispatch(payload, redirects) { core throws(RouteTargetError) in
      try core.target(target)
    }
  }
}
