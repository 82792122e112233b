import RouteIndex
import SwitchyardLocks

/// A list of changes to the routes of a router, which `Router.update` makes in one step.
///
/// Routes are registered with it as with a router, and have their identifiers at once; they are
/// found when the update has been made. Once it has, or has failed, what is registered here goes to
/// the router itself, each time as a change of its own.
public final class RouteUpdate: RouteRegistrar {
  private struct State {
    var added = OrderedRoutes<IndexedRoute>()
    var removed = OrderedRoutes<RouteID>()
    var isOver = false
  }

  private let core: RouterCore
  private let state = Locked(State())

  init(_ core: RouterCore) { self.core = core }

  /// The scope of the routes: the router as a whole, when the update is made.
  public var scope: RegistrationScope { RegistrationScope(core, in: self) }

  /// The update seen through tags: what is registered has them all.
  public subscript(tags: RouteTag...) -> RouteGroup { self[tags] }

  /// The update seen through the tags of an array.
  public subscript(tags: [RouteTag]) -> RouteGroup {
    RouteGroup(scope: scope.adding(prefix: nil, tags: tags, place: .inherited, owner: nil))
  }

  /// Adds a route to the list.
  /// - Returns: whether the update has yet to be made.
  func add(_ route: IndexedRoute) -> Bool {
    let id = route.entry.id
    return state.withLock { state in
      if !state.isOver { state.added.append(route, id) }
      return !state.isOver
    }
  }

  /// Adds the removal of routes to the list, or takes those out of it that it was to add.
  /// - Returns: how many of them there are now, or `nil` when the update has been made.
  func remove(_ ids: [RouteID]) -> Int? {
    let (count, others, dropped) = state.withLock { state -> (Int?, [RouteID], [IndexedRoute]) in
      guard !state.isOver else { return (nil, [], []) }
      var (others, dropped): ([RouteID], [IndexedRoute]) = ([], [])
      for id in ids where !state.removed.contains(id) {
        if let route = state.added.remove(id) {
          dropped.append(route)
        } else {
          state.removed.append(id, id)
          others.append(id)
        }
      }
      return (dropped.count, others, dropped)
    }
    // Their captures may call the router when they end: after the lock.
    withExtendedLifetime(dropped) {}
    return count.map { $0 + core.registry.count(of: others) }
  }

  /// Ends the list.
  /// - Returns: what is to be changed.
  func end() -> (added: [IndexedRoute], removed: [RouteID]) {
    state.withLock { state in
      defer { state = State(isOver: true) }
      return (state.added.elements, state.removed.elements)
    }
  }
}
