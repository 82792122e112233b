import RoutePatterns
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
  /// shown already.
  ///
  /// - Returns: the observation, which keeps the coordinator and ends when it is released: on the
  ///   main actor, if nothing else keeps routables that belong there.
  public func drive(_ coordinator: RouteCoordinator) -> NavigationObservation {
    let last = Locked(NavigationState())
    return observe(fromPresent: true) { [weak self] state, isShown in
      guard let self else { return }
      let route = elements(of: state)
      let next = last.withLock { last in
        last.setRoute(route, isShown: isShown)
        return last
      }
      coordinator.newState(next)
    }
  }
}
