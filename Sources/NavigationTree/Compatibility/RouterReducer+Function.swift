// The function by which MonarchRouter makes states.

/// Returns the state that a request leads to, as ``RoutingNode/state(after:from:options:)``.
public func routerReducer<View>(
  request: any RoutingRequestType,
  tree: RoutingNode<View>,
  state: RouterState,
  options: DispatchOptions = []
) throws(NavigationError) -> RouterState {
  try tree.state(after: request, from: state, options: options)
}

/// Returns the state that the request for a URL, a deep link or a path leads to.
public func routerReducer<View>(
  request: String,
  tree: RoutingNode<View>,
  state: RouterState,
  options: DispatchOptions = []
) throws(NavigationError) -> RouterState {
  try tree.state(after: RoutingRequest(request), from: state, options: options)
}
