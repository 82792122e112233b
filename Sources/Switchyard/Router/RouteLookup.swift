#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Whatever routes can be looked up through: a router, and its views through tags.
public protocol RouteLookup: Sendable {
  /// The routes that are found.
  var view: RouterView { get }

  /// Finds the map that a target comes to where no guard and no proxy has a say; runs nothing.
  ///
  ///     let target = try RouteTarget("/books/42")
  ///     if let found = try router.match(target) {
  ///       print(found.route, found.range(at: 0) ?? "")
  ///     }
  ///
  /// The values are ranges of the target's text. No memory is taken from the heap, but for a pattern with more than
  /// sixteen parameters, a target beyond 64 KiB, and a long one whose letters match in either case.
  /// - Parameter target: what is looked for, made under the policies of the router: it is taken as it is.
  /// - Returns: the map, or else the fallback; nothing where there is neither.
  /// - Throws: `MatchError` when a limit is hit before that is known.
  func match(_ target: RouteTarget) throws(MatchError) -> FoundRoute?
}

extension RouteLookup {
  /// Opens a URL, a deep link or a path.
  ///
  /// It returns at once, and the dispatch goes its way; who has to know how it ended awaits `dispatch`.
  /// - Parameters:
  ///   - url: what is to be opened.
  ///   - payload: what handlers are passed.
  /// - Returns: whether there is a map for it (and no mere fallback), as it stands before any proxy has run. The
  ///   dispatch begins also without one, for guards and proxies may lead elsewhere; not for what is no target.
  @discardableResult
  public func open(_ url: String, passing payload: (any Sendable)? = nil) -> Bool {
    view.open(payload) { core throws(RouteTargetError) in try core.target(url) }
  }

  /// Opens a URL.
  /// - Returns: whether there is a map for it, as for a text.
  @discardableResult
  public func open(_ url: URL, passing payload: (any Sendable)? = nil) -> Bool {
    view.open(payload) { core throws(RouteTargetError) in try core.target(url.absoluteString) }
  }

  /// Opens a target; one that was made under other policies is made anew.
  /// - Returns: whether there is a map for it, as for a text.
  @discardableResult
  public func open(_ target: RouteTarget, passing payload: (any Sendable)? = nil) -> Bool {
    view.open(payload) { core throws(RouteTargetError) in try core.target(target) }
  }

  /// Opens a URL, a deep link or a path, and waits for how that ends.
  ///
  /// When the task is cancelled, so is the dispatch: it ends as `cancelled`, and an async handler that is
  /// running is cancelled with it. Within a handler of the same serial router it ends at once as failed.
  /// - Parameters:
  ///   - url: what is to be opened.
  ///   - payload: what handlers are passed.
  ///   - redirects: whether a redirect by a guard is followed, or is the outcome.
  /// - Returns: how the dispatch ended.
  public func dispatch(
    _ url: String,
    passing payload: (any Sendable)? = nil,
    redirects: RedirectPolicy = .follow
  ) async -> RouteOutcome {
    await view.dispatch(payload, redirects) { core throws(RouteTargetError) in
      try core.target(url)
    }
  }

  /// Opens a URL, and waits for how that ends.
  public func dispatch(
    _ url: URL,
    passing payload: (any Sendable)? = nil,
    redirects: RedirectPolicy = .follow
  ) async -> RouteOutcome {
    await view.dispatch(payload, redirects) { core throws(RouteTargetError) in
      try core.target(url.absoluteString)
    }
  }

  /// Opens a target, and waits for how that ends; one that was made under other policies is made anew.
  public func dispatch(
    _ target: RouteTarget,
    passing payload: (any Sendable)? = nil,
    redirects: RedirectPolicy = .follow
  ) async -> RouteOutcome {
    await view.dispatch(payload, redirects) { core throws(RouteTargetError) in
      try core.target(target)
    }
  }
}
