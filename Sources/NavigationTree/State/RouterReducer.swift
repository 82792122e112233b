/// Makes the next state of a request and the present state; what it throws leaves the state as it is.
///
/// A store can be given another one than ``routerReducer(request:tree:state:options:)``. It must depend on its
/// arguments alone: a store may call it again where two threads dispatch at the same moment.
public typealias RouterReducer<View> =
  @Sendable (
    _ request: any RoutingRequestType, _ tree: RoutingNode<View>, _ state: RouterState,
    _ options: [DispatchRouteOption]
  ) throws -> RouterState

/// The state that a request leads to.
///
/// The first endpoint that takes the request becomes active, and with it all that it stands in. An endpoint that
/// is led through keeps its parameters, or gets those of its path that the request names. Forks keep what their
/// other options showed; with `.junctionsOnly`, an option that is asked for by its first endpoint is shown as it
/// was left.
/// - Throws: `NavigationError` for a request that no endpoint takes, or that is no URL.
/// - Complexity: it grows with the depth of the endpoint and with what forks keep, not with the size of the tree.
public func routerReducer<View>(
  request: any RoutingRequestType,
  tree: RoutingNode<View>,
  state: RouterState,
  options: [DispatchRouteOption] = []
) throws(NavigationError) -> RouterState {
  let tree = tree.tree
  return tree.state(of: try tree.reduce(request, from: tree.chains(of: state), options))
}

extension NodeTree {
  /// The ways of the state that a request leads to, the active one first.
  func reduce(
    _ request: any RoutingRequestType,
    from chains: [StateChain],
    _ options: [DispatchRouteOption]
  ) throws(NavigationError) -> [StateChain] {
    let (endpoint, parameters) = try endpoint(for: request)
    let chain = chain(to: endpoint, parameters) { self.parameters(ofShown: $0, on: chains) }
    if options.contains(.junctionsOnly), let left = left(chains, inOptionOf: chain) {
      return activating(left, among: chains)
    }
    return activating(chain, among: chains)
  }

  fileprivate func endpoint(
    for request: any RoutingRequestType
  ) throws(NavigationError) -> (Int, RouteParameters) {
    if let chosen = request as? EndpointRequest {
      guard let endpoint = endpoints[chosen.route] else {
        throw NavigationError(.unknownEndpoint(chosen.route), request: chosen.request)
      }
      return (endpoint, chosen.parameters)
    }
    guard let found = try search.first(for: request) else {
      throw NavigationError(.noRoute, request: request.request)
    }
    return (found.node, found.parameters)
  }

  /// The parameters that an endpoint on the way to another has on a way that leads through it already.
  fileprivate func parameters(
    ofShown route: String,
    on chains: [StateChain]
  ) -> RouteParameters? {
    for chain in chains {
      if let node = chain.nodes.first(where: { $0.route == route }) { return node.parameters }
    }
    return nil
  }

  /// What was left in the option of a fork that a way leads into.
  ///
  /// The way has to end at the option's first endpoint, with the parameters that it has there. A modal over it is
  /// closed.
  fileprivate func left(_ chains: [StateChain], inOptionOf chain: StateChain) -> StateChain? {
    guard let option = innermostOption(to: chain.endpoint), let asked = chain.nodes.last
    else { return nil }
    for var left in chains where parting(left.endpoint, option).last == option {
      let shared = chain.nodes.dropLast()
      guard left.nodes.count > shared.count, left.nodes[shared.count].route == asked.route,
        left.nodes[shared.count].parameters.path == asked.parameters.path
      else { return nil }
      if let modal = firstModal(to: left.endpoint, below: option),
        let owner = endpoint(above: modal)
      {
        cut(&left, to: owner)
      }
      // What stands above the fork is as the request has it.
      left.nodes.replaceSubrange(..<shared.count, with: shared)
      return left
    }
    return nil
  }

  /// The option of the last fork on the way to an endpoint, if the endpoint is the first on the way behind it.
  private func innermostOption(to endpoint: Int) -> Int? {
    var node = endpoint
    while let parent = nodes[node].parent {
      if nodes[parent].kind == .fork { return node }
      if nodes[parent].kind == .endpoint { return nil }
      node = parent
    }
    return nil
  }
}
