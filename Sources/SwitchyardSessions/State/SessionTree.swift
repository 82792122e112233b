/// A tree that sessions navigate, whatever its presentables are.
struct SessionTree: Sendable {
  let reduce: @Sendable (any RoutingRequestType, RouterState, DispatchOptions) throws -> RouterState
  let fit: @Sendable (NavigationHistory) -> NavigationHistory

  init<View>(_ tree: RoutingNode<View>, historyLimit: Int, reducer: RouterReducer<View>?) {
    if let reducer {
      reduce = { try reducer($0, tree, $1, $2).fitted(to: tree) }
    } else {
      reduce = { try tree.state(after: $0, from: $1, options: $2) }
    }
    fit = { $0.fitted(to: tree, limit: historyLimit) }
  }
}
