/// Carries the routes of a state out on the screen, one call of a routable after another.
///
///     let coordinator = RouteCoordinator(rootRoutable: WindowRoutable(window)) { newState in
///       store.subscribe { newState($0.navigationState) }
///     }
///
/// The difference of two routes becomes the fewest calls of `push`, `pop` and `change`
/// (``ListTransition``). The next call is made when the last has completed, or has been reported as
/// stuck after the time limit. States that come meanwhile wait for their turn. Each state counts,
/// in the order of the calls of ``newState(_:)``, and a state is that of one screen: a change that
/// a gesture has made (``NavigationState/shownFrom``) counts as made.
///
/// A coordinator that its user has released ends as soon as nothing is left to do. Without a time
/// limit a call that never completes keeps it for ever.
@MainActor
public final class RouteCoordinator {
  /// The route that calls have been made for so far.
  public internal(set) var route: Route = []

  /// The routables within the root, and within each element of the route; `nil` for one that is not
  /// known.
  var routables: [(any Routable)?]
  /// The state that is being carried out.
  var target = NavigationState()
  /// The steps that are left on the way to it, in reverse.
  private(set) var steps: [ListTransition<RouteElement>.Step] = []
  /// The call that has not completed.
  var running: RunningCall?
  let timer: CompletionTimer?
  /// Whether of the calls for a state the last alone is animated.
  let animatesLastCallOnly: Bool
  let onFault: @MainActor (RoutableFault) -> Void
  let inbox = CoordinatorInbox()

  /// Makes a coordinator that receives states through `newState`.
  ///
  /// - Parameters:
  ///   - rootRoutable: The routable for the first element of a route.
  ///   - animatesLastCallOnly: Whether of several calls for a state the last alone is animated.
  ///   - timeLimit: The time in which a routable must call a completion; `nil` for no limit.
  ///   - clock: The clock that the time limit is measured with.
  ///   - onFault: The receiver of faults, on the main actor; without it each is a line on standard
  ///     error.
  public init(
    rootRoutable: any Routable,
    animatesLastCallOnly: Bool = false,
    timeLimit: Duration? = .seconds(3),
    clock: some Clock<Duration> = ContinuousClock(),
    onFault: (@MainActor (RoutableFault) -> Void)? = nil
  ) {
    routables = [rootRoutable]
    self.animatesLastCallOnly = animatesLastCallOnly
    timer = timeLimit.map { CompletionTimer(limit: $0, clock: clock) }
    self.onFault = onFault ?? { StandardError.print("\($0)") }
    inbox.serve(self)
  }

  /// Makes a coordinator that receives states from a store.
  ///
  /// - Parameters:
  ///   - rootRoutable: The routable for the first element of a route.
  ///   - animatesLastCallOnly: Whether of several calls for a state the last alone is animated.
  ///   - timeLimit: The time in which a routable must call a completion; `nil` for no limit.
  ///   - clock: The clock that the time limit is measured with.
  ///   - onFault: The receiver of faults, on the main actor; without it each is a line on standard
  ///     error.
  ///   - subscribe: Receives a closure that the store calls with its present state and each new
  ///     one, from any thread.
  public convenience init(
    rootRoutable: any Routable,
    animatesLastCallOnly: Bool = false,
    timeLimit: Duration? = .seconds(3),
    clock: some Clock<Duration> = ContinuousClock(),
    onFault: (@MainActor (RoutableFault) -> Void)? = nil,
    subscribe: (@escaping @Sendable (NavigationState) -> Void) -> Void
  ) {
    self.init(
      rootRoutable: rootRoutable,
      animatesLastCallOnly: animatesLastCallOnly,
      timeLimit: timeLimit,
      clock: clock,
      onFault: onFault
    )
    subscribe { [inbox] state in inbox.add(state) }
  }

  deinit {
    running?.timeout?.cancel()
    inbox.close()
  }

  /// Receives a state, whose route is opened when the states before it have been carried out.
  ///
  /// It can be called from any thread, and returns at once.
  public nonisolated func newState(_ state: NavigationState) { inbox.add(state) }

  /// Waits until all received states are carried out, or the task is cancelled.
  public func settled() async { await inbox.settled() }

  /// Does one item of work; returns whether there was one.
  func workOnce() -> Bool {
    switch inbox.next(isWaiting: running != nil, hasSteps: !steps.isEmpty) {
    case .signal(let signal): receive(signal)
    case .step:
      var popped: [(any Routable)?] = []
      if let step = nextStep(&popped) { take(step) }
      // They stay alive until the call is made.
      withExtendedLifetime(popped) {}
    case .state(let state): begin(state)
    case .settle(let continuations):
      for continuation in continuations { continuation.resume() }
    case nil:
      // Only a call that is still running costs a task.
      startTimeout()
      return false
    }
    return true
  }

  /// Returns the next step; of several pops the last that takes the others with it.
  private func nextStep(
    _ popped: inout [(any Routable)?]
  ) -> ListTransition<RouteElement>.Step? {
    guard case .pop? = steps.last, target.shownFrom == nil else { return steps.popLast() }
    let pops = steps.reversed().prefix { if case .pop = $0 { true } else { false } }
    let joined = pops.lastIndex { routables[$0.index]?.popsAllWithin == true } ?? pops.startIndex
    for step in pops[..<joined] {
      step.apply(to: &route)
      popped.append(routables.removeLast())
    }
    steps.removeLast(pops[..<joined].count)
    return steps.popLast()
  }

  private func begin(_ state: NavigationState) {
    if let refusal = state.refusal, refusal != target.refusal { onFault(RoutableFault(refusal)) }
    target = state
    // A gesture on a screen that was elsewhere is not a gesture on this one.
    if state.shownFrom != route { target.shownFrom = nil }
    steps = ListTransition(from: route, to: state.route).steps.reversed()
  }
}
