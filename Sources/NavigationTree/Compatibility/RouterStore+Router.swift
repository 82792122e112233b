public import Dispatch

extension RouterStore {
  /// Makes a store of a tree, by the name that MonarchRouter's stores give it.
  public convenience init(
    router: RoutingNode<View>,
    state: RouterState = RouterState(),
    reducer: RouterReducer<View>? = nil,
    queue: DispatchQueue? = .main,
    historyLimit: Int = 100,
    setRoot: (@Sendable (View) -> Void)? = nil,
    onFault: (@Sendable (TreeFault) -> Void)? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      tree: router,
      state: state,
      reducer: reducer,
      queue: queue,
      historyLimit: historyLimit,
      setRoot: setRoot,
      onFault: onFault,
      file: file,
      line: line
    )
  }
}
