/// What a module needs that answers dispatches in its own way, as a server does.
extension Router {
  /// How a dispatch has begun.
  package enum Beginning {
    /// It has ended already, and its attachment is not told of it.
    case ended(RouteOutcome)
    /// Its attachment has been told of the end, as its time was up before its handler ended, which it has by now.
    case expired
    /// Its attachment is told of the end, or has been.
    case underWay(BegunDispatch)
  }

  /// A dispatch that was begun, by which it is cancelled.
  package struct BegunDispatch: Sendable {
    let dispatch: RouteDispatch

    /// Ends the dispatch as cancelled, unless it has ended; an async handler is cancelled with it.
    package func cancel() { dispatch.driver.submit(.event(dispatch, .isCancelled)) }
  }

  /// How targets are made for this router.
  package var targetOptions: RouteTarget.Options { core.targetOptions }

  /// Begins a dispatch in a concurrent router, whose handlers run on this thread as far as they have no queue and do
  /// not wait.
  ///
  /// Redirects are reported, not followed.
  /// - Parameters:
  ///   - rivalTags: tags whose maps keep fallbacks from running: there is something, for another lookup.
  ///   - attachment: whose target is opened; every context of the dispatch has it, and handlers are passed it.
  /// - Returns: the end, or what the dispatch is cancelled by.
  package func begin(
    rivalTags: [RouteTag],
    attachment: any DispatchAttachment
  ) -> Beginning {
    assert(attachment.router === self, "An attachment is told of faults by its own router.")
    let target = attachment.target
    let tags = attachment.lookupTags
    let search = core.registry.search
    var budget = MatchBudget(steps: core.configuration.matchSteps)
    let guards = search.guards(for: target, budget: &budget)
    let proxies = search.proxies(for: target, tags: tags, budget: &budget)
    guard guards.isEmpty, proxies.isEmpty else {
      let look = FirstLook(
        search: search,
        guards: guards,
        proxies: proxies,
        budget: budget
      )
      return begin(target, tags, rivalTags, attachment, look)
    }
    let map = search.map(for: target, tags: tags, rivalTags: rivalTags, budget: &budget)
    switch consume map {
    case nil:
      return .ended(.notFound)
    case .matched(let entry, let captures)?:
      if DirectCall.canCall(entry, in: core) {
        let outcome = DirectCall.outcome(of: entry, captures, in: core, target, attachment)
        return outcome.map { .ended($0) } ?? .expired
      }
      let look = FirstLook(search: search, map: .matched(entry, captures), budget: budget)
      return begin(target, tags, rivalTags, attachment, look)
    case .failed(let entry, let error)?:
      let look = FirstLook(search: search, map: .failed(entry, error), budget: budget)
      return begin(target, tags, rivalTags, attachment, look)
    }
  }

  // By itself, so that a call that needs no dispatch saves no registers for one.
  @inline(never)
  private func begin(
    _ target: RouteTarget,
    _ tags: [RouteTag],
    _ rivalTags: [RouteTag],
    _ attachment: any DispatchAttachment,
    _ look: consuming FirstLook
  ) -> Beginning {
    let dispatch = RouteDispatch(
      core,
      target: target,
      tags: tags,
      passed: .attachment,
      attachment: attachment,
      rivalTags: rivalTags,
      redirects: .report,
      look: look,
      onEnd: { attachment.dispatchEnded(with: $0, $1) }
    )
    dispatch.enter()
    return .underWay(BegunDispatch(dispatch: dispatch))
  }

  /// The tags of all maps, no fallbacks, that a target matches.
  package func tagsOfMaps(for target: RouteTarget) -> Set<RouteTag> {
    var budget = MatchBudget(steps: configuration.matchSteps)
    return core.registry.search.tagsOfMaps(for: target, budget: &budget)
  }
}

/// What a module gives a dispatch that it begins: for its own handlers to find, whatever a commit passes, and to be
/// told how it ended.
///
/// A class: handing it on costs one reference, and finding out what it is no search among conformances.
package protocol DispatchAttachment: AnyObject, Sendable {
  /// What is opened, made under the router's own policies.
  var target: RouteTarget { get }
  /// The tags of the lookup.
  var lookupTags: [RouteTag] { get }
  /// The router that opens it.
  var router: Router { get }

  /// The dispatch has ended, with the target that it came to; called once, on any thread, also before `begin`
  /// returns.
  func dispatchEnded(with outcome: RouteOutcome, _ target: RouteTarget)

  /// Nothing is left of a dispatch that was under way: it has ended, and so have its handlers, one that has outlasted
  /// its time or its dispatch included; called once, on any thread.
  func dispatchIsGone()
}
