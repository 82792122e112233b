#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Router {
  /// Opens a URL, a deep link or a path, among the routes of all tags and of none.
  ///
  /// It returns at once, and the dispatch goes its way; who has to know how it ended awaits `dispatch`.
  /// - Parameters:
  ///   - url: what is to be opened.
  ///   - payload: what handlers are passed.
  /// - Returns: whether there is a map for it (and no mere fallback), as it stands before any proxy has run. The
  ///   dispatch begins also without one, for guards and proxies may lead elsewhere; not for what is no target.
  @discardableResult
  public func open(_ url: String, passing payload: (any Sendable)? = nil) -> Bool {
    whole.open(url, passing: payload)
  }

  /// Opens a URL.
  /// - Returns: whether there is a map for it, as for a text.
  @discardableResult
  public func open(_ url: URL, passing payload: (any Sendable)? = nil) -> Bool {
    whole.open(url, passing: payload)
  }

  /// Opens a target; one that was made under other policies is made anew.
  /// - Returns: whether there is a map for it, as for a text.
  @discardableResult
  public func open(_ target: RouteTarget, passing payload: (any Sendable)? = nil) -> Bool {
    whole.open(target, passing: payload)
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
    await whole.dispatch(url, passing: payload, redirects: redirects)
  }

  /// Opens a URL, and waits for how that ends.
  public func dispatch(
    _ url: URL,
    passing payload: (any Sendable)? = nil,
    redirects: RedirectPolicy = .follow
  ) async -> RouteOutcome {
    await whole.dispatch(url, passing: payload, redirects: redirects)
  }

  /// Opens a target, and waits for how that ends; one that was made under other policies is made anew.
  public func dispatch(
    _ target: RouteTarget,
    passing payload: (any Sendable)? = nil,
    redirects: RedirectPolicy = .follow
  ) async -> RouteOutcome {
    await whole.dispatch(target, passing: payload, redirects: redirects)
  }
}
