extension NavigationHistory {
  /// Returns the history as a tree can show it: each state is fitted to it.
  ///
  /// - Parameters:
  ///   - tree: the tree.
  ///   - limit: the most states before and after the present one.
  /// - Returns: the history, with as many states as the limit allows.
  public func fitted<View>(to tree: RoutingNode<View>, limit: Int) -> NavigationHistory {
    map(limit: limit) { $0.fitted(to: tree) }
  }
}
