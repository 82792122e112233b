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
  /// - Returns: what the dispatch is cancelled by; nothing where that can come too late only.
  package func begin(
    _ target: RouteTarget,
    tags: [RouteTag],
    rivalTags: [RouteTag],
    attachment: any DispatchAttachment,
    onEnd: @escaping @Sendable (RouteOutcome, RouteTarget) -> Void
  ) -> BegunDispatch? {
    if core.isSerial {
      return begin(target, tags, rivalTags, attachment, nil, onEnd)
    }
    let search = core.registry.search
    var budget = MatchBudget(steps: core.configuration.matchSteps)
    let guards = search.guards(for: target, budget: &budget)
    let proxies = search.proxies(for: target, tags: tags, budget: &budget)
    guard guards.isEmpty, proxies.isEmpty else {
      let look = FirstLook(
        search: search,
        guards: guards,
        proxies: proxies,
        map: nil,
        budget: budget
      )
      return begin(target, tags, rivalTags, attachment, look, onEnd)
    }
    let map = search.map(for: target, tags: tags, rivalTags: rivalTags, budget: &budget)
    switch consume map {
    case nil:
      onEnd(.notFound, target)
      return nil
    case .matched(let entry, let match)?:
      if DirectRun.canCall(entry, in: core) {
        DirectRun.call(entry, match, in: core, target, tags: tags, attachment, onEnd)
        return nil
      }
      let look = FirstLook(search: search, map: .matched(entry, match), budget: budget)
      return begin(target, tags, rivalTags, attachment, look, onEnd)
    case .failed(let entry, let error)?:
      let look = FirstLook(search: search, map: .failed(entry, error), budget: budget)
      return begin(target, tags, rivalTags, attachment, look, onEnd)
    }
  }

  private func begin(
    _ target: RouteTarget,
    _ tags: [RouteTag],
    _ rivalTags: [RouteTag],
    _ attachment: any DispatchAttachment,
    _ look: FirstLook?,
    _ onEnd: @escaping @Sendable (RouteOutcome, RouteTarget) -> Void
  ) -> BegunDispatch {
    let dispatch = RouteDispatch(
      core,
      target: target,
      tags: tags,
      passed: .attachment,
      attachment: attachment,
      rivalTags: rivalTags,
      redirects: .report,
      look: look,
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

/// What a module gives a dispatch that it begins, for its own handlers to find.
///
/// A class: handing it on costs one reference, and finding out what it is no search among conformances.
package protocol DispatchAttachment: AnyObject, Sendable {}
