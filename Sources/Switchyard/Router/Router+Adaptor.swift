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
    let found = core.find(target, tags: tags, rivalTags: rivalTags, findsTags: true)
    guard found.isOfMapAlone else { return begin(target, rivalTags, attachment, found) }
    guard let map = found.map else {
      attachment.foundNoMap(among: found.tagsOfMaps)
      return .ended(.notFound)
    }
    guard map.isMatched, DirectCall.canCall(map.entry, in: core) else {
      return begin(target, rivalTags, attachment, found)
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
    _ found: consuming FoundRoutes
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
    inline.take(found)
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
}

extension DispatchAttachment {
  // For an attachment in which handlers leave nothing.

  package func copy(keepsTraces: Bool) -> any DispatchAttachment { self }

  package var traces: Int { 0 }

  package var canBeginAnew: Bool { true }

  package func tryIsGivenUp() {}

  package func foundNoMap(among tags: Set<RouteTag>) {}
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

  /// Makes another attachment of the same dispatch, which takes the place of this one when a leg begins anew.
  /// - Parameter keepsTraces: whether it has what handlers have left in this one, as it is now.
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

  /// Nothing is left of a dispatch that was under way: it has ended, and so have its handlers, one that has outlasted
  /// its time or its dispatch included; called once, on any thread.
  func dispatchIsGone()
}
