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
    package func cancel() { dispatch.cancel() }
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
    let look = FirstLook(in: core, for: target, tags: tags, rivalTags: rivalTags)
    guard look.isOfMapAlone else { return begin(target, rivalTags, attachment, look) }
    guard let map = look.map else { return .ended(.notFound) }
    guard map.isMatched, DirectCall.canCall(map.entry, in: core) else {
      return begin(target, rivalTags, attachment, look)
    }
    let outcome = DirectCall.outcome(of: map.entry, map.captures, in: core, target, attachment)
    return outcome.map { .ended($0) } ?? .expired
  }

  // By itself, so that a call that needs no dispatch saves no registers for one.
  @inline(never)
  private func begin(
    _ target: RouteTarget,
    _ rivalTags: [RouteTag],
    _ attachment: any DispatchAttachment,
    _ look: consuming FirstLook
  ) -> Beginning {
    let inline = InlineDispatch(
      core,
      target,
      passed: .attachment,
      tags: nil,
      redirects: .report,
      rivalTags: rivalTags,
      attachment: attachment,
      listener: .attachment
    )
    inline.take(look)
    switch inline.run(finding: {}) {
    case .ended(let outcome): return .ended(outcome)
    case .underWay(let dispatch): return .underWay(BegunDispatch(dispatch: dispatch))
    case nil:
      let dispatch = RouteDispatch(
        core,
        inline.leg,
        redirects: .report,
        rivalTags: rivalTags,
        listener: .attachment
      )
      dispatch.enter()
      return .underWay(BegunDispatch(dispatch: dispatch))
    }
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
