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
