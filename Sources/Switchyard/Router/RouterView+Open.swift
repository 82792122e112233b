extension RouterView {
  // Inlined, as few places open: these then call no closure and copy no target.
  @inline(__always)
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
    let dispatch = core.dispatch(
      consume opened,
      payload: GivenPayload(payload),
      tags: tags.isEmpty ? nil : tags,
      listener: .nobody
    )
    switch dispatch.run() {
    case .ended?:
      let isFound = dispatch.foundMap
      core.keep(consume dispatch)
      return isFound
    case .underWay?:
      return dispatch.foundMap
    case nil:
      dispatch.find()
      let isFound = dispatch.foundMap
      dispatch.prepareToEnter()
      dispatch.enter()
      return isFound
    }
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
    if core.isSerial, Ancestry.current(in: core)?.hasTurn(in: core) == true {
      return .failed(DispatchError(.reentrant, target: opened.withoutQuery))
    }
    let dispatch = core.dispatch(
      consume opened,
      payload: GivenPayload(payload),
      tags: tags.isEmpty ? nil : tags,
      redirects: redirects,
      listener: .task
    )
    switch Task.isCancelled ? nil : dispatch.run() {
    case .ended(let outcome)?:
      core.keep(consume dispatch)
      return outcome
    case .underWay?:
      return await dispatch.outcome()
    case nil:
      dispatch.prepareToEnter()
      return await dispatch.outcome { dispatch.enter() }
    }
  }
}

extension RouteDispatch {
  /// Waits for the outcome; with the task that asks for it, the dispatch is cancelled.
  func outcome(after start: () -> Void = {}) async -> RouteOutcome {
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
    try RouteTarget(text, options: targetOptions)
  }

  /// Makes a target under the router's policies, whatever the policies it was made under.
  func target(_ target: RouteTarget) throws(RouteTargetError) -> RouteTarget {
    if target.isAllowed(by: targetOptions) { return target }
    let own = try RouteTarget(target.description, options: targetOptions)
    // The given one knows whether a request asked for the server as a whole, which its text does
    // not show.
    return own == target ? target : own
  }
}
