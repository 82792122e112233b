/// The access for a module that answers dispatches in its own way, as a server does.
extension Router {
  /// The result of beginning a dispatch.
  package enum Beginning {
    /// It has ended already, and its attachment is not notified.
    case ended(RouteOutcome)
    /// Its time was up before its handler ended, which it has by now; its attachment has been
    /// notified.
    case expired
    /// Its attachment is notified of the end, or has been.
    case underWay(BegunDispatch)
  }

  /// A dispatch that was begun; it can be cancelled.
  package struct BegunDispatch: Sendable {
    let dispatch: RouteDispatch

    /// Ends the dispatch as cancelled, unless it has ended; an async handler is cancelled with it.
    package func cancel() { dispatch.cancel() }
  }

  /// The options that targets are made with for this router.
  package var targetOptions: RouteTarget.Options { core.targetOptions }

  /// Begins a dispatch in a concurrent router; handlers without a queue that do not wait run on
  /// this thread.
  ///
  /// Redirects are reported, not followed.
  /// - Parameters:
  ///   - rivalTags: tags whose maps keep fallbacks from running: the target exists, for another
  ///     lookup.
  ///   - attachment: the object whose target is opened; every context of the dispatch has it, and
  ///     handlers receive it.
  /// - Returns: the outcome, or the dispatch by which it can be cancelled.
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

  /// Returns the tags of all maps, without fallbacks, that a target matches.
  package func tagsOfMaps(for target: RouteTarget) -> Set<RouteTag> {
    var budget = MatchBudget(steps: configuration.matchSteps)
    return core.registry.search.tagsOfMaps(for: target, budget: &budget)
  }
}

/// An object that a module attaches to a dispatch: its handlers find it, and it is notified of the
/// outcome.
///
/// Handlers find it whatever payload a commit gives.
///
/// A class: handing it on costs one reference, and finding out its type takes no search among
/// conformances.
package protocol DispatchAttachment: AnyObject, Sendable {
  /// The target to be opened, made under the router's own policies.
  var target: RouteTarget { get }
  /// The tags of the lookup.
  var lookupTags: [RouteTag] { get }
  /// The router that opens it.
  var router: Router { get }

  /// Called once when the dispatch has ended, with the target that it ended at, on any thread, also
  /// before `begin` returns.
  func dispatchEnded(with outcome: RouteOutcome, _ target: RouteTarget)

  /// Called once, on any thread, when a dispatch that was under way is released.
  ///
  /// It has ended, and so have its handlers, including one that has outlasted its time or its
  /// dispatch.
  func dispatchIsGone()
}
