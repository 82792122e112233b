extension NavigationHistory {
  /// Returns the history as a tree can show it: each state is fitted to it.
  ///
  /// States before and after the present one of which nothing is left, or which become equal to
  /// the one next to them, are left out.
  ///
  /// - Parameters:
  ///   - tree: the tree.
  ///   - limit: the most states before and after the present one.
  /// - Returns: the history, with as many states as the limit allows.
  public func fitted<View>(to tree: RoutingNode<View>, limit: Int) -> NavigationHistory {
    map(limit: limit) { $0.fitted(to: tree) }
  }
}
