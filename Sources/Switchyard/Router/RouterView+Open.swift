import RoutePatterns

extension RouterView {
  func open(
    _ payload: (any Sendable)?,
    _ target: (RouterCore) throws(RouteTargetError) -> RouteTarget
  ) -> Bool {
    let opened: RouteTarget
    do throws(RouteTargetError) {
      opened = try target(core)
    } catch {
      core.report(RouterFault(.rejectedTarget(error)))
      return false
    }
    let inline = InlineDispatch(
      core,
      opened,
      passed: Passed(payload),
      tags: tags,
      listener: .nobody
    )
    var isFound = false
    let result = inline.run { isFound = inline.find() }
    if result == nil {
      let found = core.find(opened, tags: tags)
      isFound = found.hasMap
      RouteDispatch(core, inline.leg, found: found, listener: .nobody).enter()
    }
    return isFound
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
    if core.isSerial, core.ancestry.get()?.hasTurn(in: core) == true {
      return .failed(DispatchError(.reentrant, target: opened.withoutQuery))
    }
    let inline = InlineDispatch(
      core,
      opened,
      passed: Passed(payload),
      tags: tags,
      redirects: redirects,
      listener: .task
    )
    switch Task.isCancelled ? nil : inline.run(finding: { _ = inline.find() }) {
    case .ended(let outcome)?:
      return outcome
    case .underWay(let dispatch)?:
      return await dispatch.outcome()
    case nil:
      let dispatch = RouteDispatch(core, inline.leg, redirects: redirects, listener: .task)
      return await dispatch.outcome { dispatch.enter() }
    }
  }
}

extension RouteDispatch {
  /// Waits for the outcome; cancelling the task that waits cancels the dispatch.
  fileprivate func outcome(after start: () -> Void = {}) async -> RouteOutcome {
    guard let promise else { return .notFound }
    return await withTaskCancellationHandler {
      start()
      return await promise.value()
    } onCancel: {
      cancel()
    }
  }
}

extension RouterCore {
  /// Makes the target that a text names.
  func target(_ text: String) throws(RouteTargetError) -> RouteTarget {
    try RouteTarget(text, options: configuration.targetOptions)
  }

  /// Makes a target under the router's policies, whatever the policies it was made under.
  func target(_ target: RouteTarget) throws(RouteTargetError) -> RouteTarget {
    let own = try RouteTarget(target.description, options: configuration.targetOptions)
    // The given one knows whether a request asked for the server as a whole, which its text does
    // not show.
    return own == target ? target : own
  }
}
