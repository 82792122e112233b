extension RouterView {
  func open(
    _ payload: (any Sendable)?,
    _ target: (RouterCore) throws(RouteTargetError) -> RouteTarget
  ) -> Bool {
    do throws(RouteTargetError) {
      let target = try target(core)
      let isFound = hasMap(for: target)
      RouteDispatch(core, target: target, tags: tags, passed: Passed(payload)).enter()
      return isFound
    } catch {
      core.report(RouterFault(.rejectedTarget(error)))
      return false
    }
  }

  private func hasMap(for target: RouteTarget) -> Bool {
    var budget = MatchBudget(steps: core.configuration.matchSteps)
    let candidate = core.registry.search.map(for: target, tags: tags, budget: &budget)
    return if case .matched(let entry, _) = candidate { entry.kind == .map } else { false }
  }

  func dispatch(
    _ payload: (any Sendable)?,
    _ redirects: RedirectPolicy,
    _ target: (RouterCore) throws(RouteTargetError) -> RouteTarget
  ) async -> RouteOutcome {
    let opened: RouteTarget
    do throws(RouteTargetError) {
      opened = try target(core)
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
      passed: Passed(payload),
      redirects: redirects,
      onEnd: { outcome, _ in promise.resolve(outcome) }
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
