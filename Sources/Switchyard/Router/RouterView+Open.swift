#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension RouterView {
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
    open(payload) { () throws(RouteTargetError) in try core.target(url) }
  }

  /// Opens a URL.
  /// - Returns: whether there is a map for it, as for a text.
  @discardableResult
  public func open(_ url: URL, passing payload: (any Sendable)? = nil) -> Bool {
    open(payload) { () throws(RouteTargetError) in try core.target(url.absoluteString) }
  }

  /// Opens a target; one that was made under other policies is made anew.
  /// - Returns: whether there is a map for it, as for a text.
  @discardableResult
  public func open(_ target: RouteTarget, passing payload: (any Sendable)? = nil) -> Bool {
    open(payload) { () throws(RouteTargetError) in try core.target(target) }
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
    await dispatch(payload, redirects) { () throws(RouteTargetError) in try core.target(url) }
  }

  /// Opens a URL, and waits for how that ends.
  public func dispatch(
    _ url: URL,
    passing payload: (any Sendable)? = nil,
    redirects: RedirectPolicy = .follow
  ) async -> RouteOutcome {
    await dispatch(payload, redirects) { () throws(RouteTargetError) in
      try core.target(url.absoluteString)
    }
  }

  /// Opens a target, and waits for how that ends; one that was made under other policies is made anew.
  public func dispatch(
    _ target: RouteTarget,
    passing payload: (any Sendable)? = nil,
    redirects: RedirectPolicy = .follow
  ) async -> RouteOutcome {
    await dispatch(payload, redirects) { () throws(RouteTargetError) in try core.target(target) }
  }

  // MARK: - What all forms share

  private func open(
    _ payload: (any Sendable)?,
    _ target: () throws(RouteTargetError) -> RouteTarget
  ) -> Bool {
    do throws(RouteTargetError) {
      let target = try target()
      let isFound = hasMap(for: target)
      RouteDispatch(core, target: target, tags: tags, payload: payload).enter()
      return isFound
    } catch {
      core.report(RouterFault(.rejectedTarget(error)))
      return false
    }
  }

  private func hasMap(for target: RouteTarget) -> Bool {
    var budget = MatchBudget(steps: core.configuration.matchSteps)
    let candidate = RouteSearch(table: core.registry.table).map(
      for: target,
      tags: tags,
      includesFallbacks: false,
      budget: &budget
    )
    return if case .matched = candidate { true } else { false }
  }

  private func dispatch(
    _ payload: (any Sendable)?,
    _ redirects: RedirectPolicy,
    _ target: () throws(RouteTargetError) -> RouteTarget
  ) async -> RouteOutcome {
    let opened: RouteTarget
    do throws(RouteTargetError) {
      opened = try target()
    } catch {
      return .rejected(error)
    }
    if core.isSerial, Ancestry.current?.hasTurn(in: core) == true {
      return .failed(DispatchError(.reentrant, target: opened.withoutQuery))
    }
    let promise = OutcomePromise()
    let dispatch = RouteDispatch(
      core,
      target: opened,
      tags: tags,
      payload: payload,
      redirects: redirects,
      promise: promise
    )
    return await withTaskCancellationHandler {
      dispatch.enter()
      return await promise.value()
    } onCancel: {
      dispatch.driver.submit(.event(dispatch, .isCancelled))
    }
  }
}

extension RouterCore {
  /// The target that a text names.
  func target(_ text: String) throws(RouteTargetError) -> RouteTarget {
    try RouteTarget(text, options: configuration.targetOptions)
  }

  /// A target as the router makes it, whatever the policies it was made under.
  func target(_ target: RouteTarget) throws(RouteTargetError) -> RouteTarget {
    let own = try RouteTarget(target.description, options: configuration.targetOptions)
    // The given one knows whether a request asked for the server as a whole, which its text does not show.
    return own == target ? target : own
  }
}
