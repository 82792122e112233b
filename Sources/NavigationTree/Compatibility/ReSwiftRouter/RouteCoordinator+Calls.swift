extension RouteCoordinator {
  /// A call that has not completed.
  struct RunningCall {
    /// Held weakly, so that it is noticed when the routable drops it.
    weak var completion: RoutableCompletion?
    /// The closure that waits for the end of its time; it is started once.
    var untilTimeout: (@Sendable () async -> Void)?
    var timeout: Task<Void, Never>?
  }

  /// Takes a step: by a call, or without one if the screen shows it already.
  func take(_ step: ListTransition<RouteElement>.Step) {
    let parent = routables[step.index]
    step.apply(to: &route)
    switch step {
    case .pop(let element, _):
      // It stays alive until the call is made.
      let popped = routables.removeLast()
      if target.shownFrom == nil, let parent {
        call(.pop, element, of: parent) { parent.pop(element, animated: $0, completion: $1) }
      }
      withExtendedLifetime(popped) {}
    case .change(let old, let element, let index):
      let child = child(element, by: .change, of: parent) {
        $0.change(old, to: element, animated: $1, completion: $2)
      }
      routables[index + 1] = child
    case .push(let element, _):
      let child = child(element, by: .push, of: parent) {
        $0.push(element, animated: $1, completion: $2)
      }
      routables.append(child)
    }
  }

  /// Handles the event of a call.
  func receive(_ signal: CoordinatorWork.Signal) {
    let code: RoutableFault.Code? =
      switch signal.event {
      case .completed: nil
      case .dropped: .droppedCompletion
      case .expired: .stuck(after: timer?.limit ?? .zero)
      case .repeated: .repeatedCompletion
      case .late: .lateCompletion
      }
    if let code { onFault(RoutableFault(code, of: signal.request)) }
    switch signal.event {
    case .completed, .dropped, .expired:
      running?.timeout?.cancel()
      running = nil
    case .repeated, .late: break
    }
  }

  /// Starts waiting for the end of the running call's time, if it has a limit and no task waits
  /// yet.
  func startTimeout() {
    guard var call = running, let untilTimeout = call.untilTimeout else { return }
    call.untilTimeout = nil
    call.timeout = Task { [weak completion = call.completion] in
      await untilTimeout()
      completion?.expire()
    }
    running = call
  }

  /// Returns the routable within a new element, or `nil` if it remains unknown.
  private func child(
    _ element: RouteElement,
    by kind: RoutableFault.Call,
    of parent: (any Routable)?,
    make: (any Routable, Bool, @escaping RoutingCompletion) -> any Routable
  ) -> (any Routable)? {
    let isShown = target.shownFrom != nil
    guard let parent else {
      onFault(RoutableFault(.noRoutable, of: request(isShown ? .shown : kind, element, of: nil)))
      return nil
    }
    var child: (any Routable)?
    let isMade =
      if isShown {
        isImplemented(request(.shown, element, of: parent)) { child = parent.shown(element) }
      } else {
        call(kind, element, of: parent) { child = make(parent, $0, $1) }
      }
    return isMade ? child : nil
  }

  /// Makes a call, which runs until its completion is called, dropped or expired.
  ///
  /// Returns whether it is implemented.
  @discardableResult
  private func call(
    _ kind: RoutableFault.Call,
    _ element: RouteElement,
    of routable: any Routable,
    make: (Bool, @escaping RoutingCompletion) -> Void
  ) -> Bool {
    let request = request(kind, element, of: routable)
    let completion = RoutableCompletion { [inbox] event in
      inbox.add(CoordinatorWork.Signal(request: request, event: event))
    }
    running = RunningCall(completion: completion, untilTimeout: timer?.start())
    let isAnimated = target.changeRouteAnimated && (!animatesLastCallOnly || steps.isEmpty)
    return isImplemented(request) { make(isAnimated) { completion.call() } }
  }

  private func isImplemented(_ request: RoutableRequest, call: () -> Void) -> Bool {
    guard UnimplementedRoutable.isNoted(during: call) else { return true }
    onFault(RoutableFault(.notImplemented, of: request))
    return false
  }

  private func request(
    _ kind: RoutableFault.Call,
    _ element: RouteElement,
    of routable: (any Routable)?
  ) -> RoutableRequest {
    let name = routable.map { String(describing: type(of: $0)) }
    return RoutableRequest(call: kind, element: element, routable: name, route: target.route)
  }
}
