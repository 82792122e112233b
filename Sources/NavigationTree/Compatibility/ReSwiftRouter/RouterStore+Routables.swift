import SwitchyardLocks

extension RouterStore {
  /// Returns the active endpoints as elements of a route: the URL of each, by its path, the
  /// outermost first.
  ///
  ///     store.dispatch("books/1?title=x")
  ///     store.elements()                      // ["/books", "/books/1"]
  ///
  /// If no path leads to an endpoint as it is, as to one that closures decide on, its element is
  /// its route.
  public func elements(of state: RouterState? = nil) -> Route {
    (state ?? self.state).active.map { nodeTree.path(of: $0) ?? $0.route }
  }

  /// Has routables carry out the states of the store, besides its presenters or instead of them.
  ///
  ///     let observation = store.drive(RouteCoordinator(rootRoutable: WindowRoutable(window)))
  ///
  /// The coordinator opens the elements of each state, beginning with the present one: the same
  /// transitions, carried out by calls that complete. A change made by a gesture is passed to it as
  /// shown already. Where an earlier request that was not shown yet has led to other elements, its
  /// calls undo the gesture, and the change is carried out as any other. A gesture that is reported
  /// while the coordinator still makes calls counts as made.
  ///
  /// - Returns: the observation, which keeps the coordinator and ends when it is released: on the
  ///   main actor, if nothing else keeps routables that belong there.
  public func drive(_ coordinator: RouteCoordinator) -> NavigationObservation {
    let driven = Locked(DrivenRoute())
    return observe(fromPresent: true) { [weak self] state, showing in
      guard let self else { return }
      let route = elements(of: state)
      let next = driven.withLock { driven in
        driven.go(to: route, showing)
        return driven.state
      }
      coordinator.newState(next)
    }
  }
}

/// The route that routables have been led to, and when.
private struct DrivenRoute {
  private(set) var state = NavigationState()
  /// The number of the last screen that was reached by calls; `nil` before the first.
  private var calledScreen: UInt64?

  /// Goes on to the route of a state that has been shown.
  mutating func go(to route: Route, _ showing: StoreCore.Showing) {
    // Calls that came after a gesture have undone it, even if they have led back to the route that
    // it was made on.
    let isShown = showing.gesture.flatMap { made in calledScreen.map { made >= $0 } } ?? false
    if calledScreen == nil || !isShown && route != state.route { calledScreen = showing.screen }
    state.setRoute(route, isShown: isShown)
  }
}
