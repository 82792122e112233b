public import NavigationTree

/// A store of a tree, as an inspector looks at it.
///
///     configuration.tree = { request in
///       request.context?[Visitor.self].map { InspectedTree($0.store) }
///     }
public struct InspectedTree: Sendable {
  let outline: TreeOutline
  let history: @Sendable () -> NavigationHistory
  /// Returns the address of a state, if there is one.
  let url: @Sendable (RouterState) -> String?
  /// Returns the state behind a request.
  private let next: @Sendable (String, RouterState) -> RouterState?
  private let observation: @Sendable (@escaping @Sendable () -> Void) -> NavigationObservation

  /// Takes a store, which it keeps.
  public init<View>(_ store: RouterStore<View>) {
    outline = store.outline
    history = { store.history }
    url = { try? store.url(of: $0) }
    next = { url, state in try? store.tree.state(after: RoutingRequest(url), from: state) }
    observation = { body in store.observe { _ in body() } }
  }

  /// Calls a closure whenever the tree has changed, as long as the observation is held.
  func observe(_ body: @escaping @Sendable () -> Void) -> NavigationObservation {
    observation(body)
  }

  /// All states, the earliest first, and the place of the present one.
  var states: (all: [RouterState], present: Int) {
    let history = history()
    let all = history.past + [history.present] + history.future
    return (all, history.past.count)
  }

  /// The routes of the endpoints.
  var routes: Set<String> {
    Set(outline.nodes.lazy.filter { $0.kind == .endpoint }.map(\.route))
  }

  /// Whether a request leads from one state to another.
  func leads(_ url: String, from one: RouterState, to other: RouterState) -> Bool {
    next(url, one) == other
  }
}

extension RouterState {
  /// The state without the values of queries and without fragments.
  var withoutQueries: RouterState {
    let bare = { (nodes: [ActiveNode]) in
      nodes.map { node in
        ActiveNode(
          route: node.route,
          parameters: RouteParameters(path: node.parameters.path),
          isModal: node.isModal
        )
      }
    }
    return RouterState(active: bare(active), kept: kept.map(bare))
  }
}
