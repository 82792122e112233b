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
    /// The routes that the target has met.
    package let routes: MatchedRoutes
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
    let target = attachment.target
    let tags = attachment.lookupTags
    var budget = core.budget
    let found = core.registry.find(
      target,
      tags: tags,
      rivalTags: rivalTags,
      findsTags: true,
      budget: &budget
    )
    guard found.beforeMiddleware == 0 else {
      return begin(target, rivalTags, attachment, found, budget)
    }
    guard let map = found.map else {
      guard found.middlewareCount == 0 else {
        return begin(target, rivalTags, attachment, found, budget)
      }
      attachment.foundNoMap(among: found.tagsOfMaps)
      return .ended(
        DispatchEnd(outcome: .notFound, target: target, routes: .none, attachment: attachment)
      )
    }
    guard map.isMatched,
      found.refusal(of: map.entry, under: core.configuration.access) == nil,
      DirectCall.canCall(found, in: core)
    else {
      return begin(target, rivalTags, attachment, found, budget)
    }
    let outcome = DirectCall.outcome(of: map.entry, found, in: core, target, attachment)
    guard let outcome else { return .expired }
    return .ended(
      DispatchEnd(outcome: outcome, target: target, routes: found.matches, attachment: attachment)
    )
  }

  // By itself, so that a call that needs no dispatch saves no registers for one.
  @inline(never)
  private func begin(
    _ target: RouteTarget,
    _ rivalTags: [RouteTag],
    _ attachment: any DispatchAttachment,
    _ found: FoundRoutes,
    _ budget: MatchBudget
  ) -> Beginning {
    let dispatch = RouteDispatch(
      core,
      target,
      payload: .attachment,
      tags: nil,
      redirects: .report,
      rivalTags: rivalTags,
      attachment: attachment,
      listener: .attachment
    )
    dispatch.prepare(found, budget)
    switch dispatch.run(finding: {}) {
    case .ended(let outcome):
      // A leg that has begun anew has an attachment of its own.
      let last = dispatch.attachment ?? attachment
      let routes = dispatch.lastRoutes.take() ?? .none
      return .ended(
        DispatchEnd(outcome: outcome, target: dispatch.target, routes: routes, attachment: last)
      )
    case .underWay: break
    case nil:
      dispatch.prepareToEnter()
      dispatch.enter()
    }
    return .underWay(BegunDispatch(dispatch: dispatch))
  }
}
