/// The access for a module that answers dispatches in its own way, as a server does.
extension Router {
  /// The result of beginning a dispatch.
  package enum Beginning {
    /// It has ended already, and its attachment is not notified.
    case ended(DispatchEnd)
    /// Its time was up before its handler ended, which it has by now; its attachment has been
    /// notified.
    case expired
    /// Its attachment is notified of the end, or has been.
    case underWay(BegunDispatch)
  }

  /// The end of a dispatch.
  package struct DispatchEnd: Sendable {
    package let outcome: RouteOutcome
    /// The target that it came to.
    package let target: RouteTarget
    /// The attachment that its last handlers had.
    package let attachment: any DispatchAttachment
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
    let found = core.find(target, tags: tags, rivalTags: rivalTags, findsTags: true)
    guard found.isOfMapAlone else { return begin(target, rivalTags, attachment, found) }
    guard let map = found.map else {
      attachment.foundNoMap(among: found.tagsOfMaps)
      return .ended(DispatchEnd(outcome: .notFound, target: target, attachment: attachment))
    }
    guard map.isMatched, DirectCall.canCall(map.entry, in: core) else {
      return begin(target, rivalTags, attachment, found)
    }
    let outcome = DirectCall.outcome(of: map.entry, map.captures, in: core, target, attachment)
    guard let outcome else { return .expired }
    return .ended(DispatchEnd(outcome: outcome, target: target, attachment: attachment))
  }

  // By itself, so that a call that needs no dispatch saves no registers for one.
  @inline(never)
  private func begin(
    _ target: RouteTarget,
    _ rivalTags: [RouteTag],
    _ attachment: any DispatchAttachment,
    _ found: consuming FoundRoutes
  ) -> Beginning {
    let dispatch = RouteDispatch(
      core,
      target,
      passed: .attachment,
      tags: nil,
      redirects: .report,
      rivalTags: rivalTags,
      attachment: attachment,
      listener: .attachment
    )
    dispatch.prepare(found)
    switch dispatch.run(finding: {}) {
    case .ended(let outcome):
      // A leg that has begun anew has an attachment of its own.
      let last = dispatch.attachment ?? attachment
      return .ended(DispatchEnd(outcome: outcome, target: dispatch.target, attachment: last))
    case .underWay: break
    case nil:
      dispatch.prepareToEnter()
      dispatch.enter()
    }
    return .underWay(BegunDispatch(dispatch: dispatch))
  }
}

extension DispatchAttachment {
  // For an attachment in which handlers leave nothing.

  package func copy(keepsTraces: Bool) -> any DispatchAttachment { self }

  package var traces: Int { 0 }

  package var canBeginAnew: Bool { true }

  package func tryIsGivenUp() {}

  package func foundNoMap(among tags: Set<RouteTag>) {}
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

  /// Makes another attachment of the same dispatch, which takes the place of this one when a leg begins anew.
  ///
  /// - Parameter keepsTraces: whether it has what handlers have left in this one, as it is now.
  /// - Returns: the other attachment.
  func copy(keepsTraces: Bool) -> any DispatchAttachment

  /// How often handlers have left something in it.
  var traces: Int { get }

  /// Whether a leg may begin anew; not when handlers have used up what they would have to be given again.
  var canBeginAnew: Bool { get }

  /// Another attachment has taken the place of this one: what handlers have left in it, or will, is let go of.
  func tryIsGivenUp()

  /// No map and no fallback was found; called before the dispatch ends as not found.
  /// - Parameter tags: the tags of all maps that match the target, in the version in which there was none.
  func foundNoMap(among tags: Set<RouteTag>)

  /// The dispatch has ended, with the target that it came to; called once, on any thread, also before `begin`
  /// returns.
  func dispatchEnded(with outcome: RouteOutcome, _ target: RouteTarget)

  /// Called once, on any thread, when a dispatch that was under way is released.
  ///
  /// It has ended, and so have its handlers, including one that has outlasted its time or its
  /// dispatch.
  func dispatchIsGone()
}
