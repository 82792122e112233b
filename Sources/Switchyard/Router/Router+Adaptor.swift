/// What a module needs that answers dispatches in its own way, as a server does.
extension Router {
  /// A dispatch that was begun, by which it is cancelled.
  package struct BegunDispatch: Sendable {
    let dispatch: RouteDispatch

    /// Ends the dispatch as cancelled, unless it has ended; an async handler is cancelled with it.
    package func cancel() { dispatch.driver.submit(.event(dispatch, .isCancelled)) }
  }

  /// How targets are made for this router.
  package var targetOptions: RouteTarget.Options { core.targetOptions }

  /// Begins a dispatch, whose handlers run on this thread as far as they have no queue and do not wait.
  /// - Parameters:
  ///   - target: what is to be opened, made under the router's own policies.
  ///   - tags: the tags of the lookup.
  ///   - rivalTags: tags whose maps keep fallbacks from running: there is something, for another lookup.
  ///   - attachment: what every context of the dispatch has, and what handlers are passed.
  ///   - onEnd: called once with the outcome and the target that it came to, also before this returns.
  /// - Returns: what the dispatch is cancelled by.
  package func begin(
    _ target: RouteTarget,
    tags: [RouteTag],
    rivalTags: [RouteTag],
    attachment: any Sendable,
    onEnd: @escaping @Sendable (RouteOutcome, RouteTarget) -> Void
  ) -> BegunDispatch {
    let dispatch = RouteDispatch(
      core,
      target: target,
      tags: tags,
      payload: attachment,
      attachment: attachment,
      rivalTags: rivalTags,
      redirects: .report,
      onEnd: onEnd
    )
    dispatch.enter()
    return BegunDispatch(dispatch: dispatch)
  }

  /// The tags of all maps, no fallbacks, that a target matches.
  package func tagsOfMaps(for target: RouteTarget) -> Set<RouteTag> {
    var budget = MatchBudget(steps: configuration.matchSteps)
    return core.registry.search.tagsOfMaps(for: target, budget: &budget)
  }
}
