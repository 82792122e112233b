/// Makes the next state from a request and the present state; an error that it throws leaves the
/// state as it is.
///
/// A store can be given another one than ``RoutingNode/state(after:from:options:)``.
/// It must depend on its arguments alone: a store may call it again if two threads dispatch at the
/// same moment.
public typealias RouterReducer<View> =
  @Sendable (
    _ request: any RoutingRequestType, _ tree: RoutingNode<View>, _ state: RouterState,
    _ options: DispatchOptions
  ) throws -> RouterState

extension RoutingNode {
  /// Returns the state that a request leads to.
  ///
  /// The first endpoint that matches the request becomes active, and with it the nodes that it
  /// stands in. An endpoint on the way keeps its parameters, or gets those of its path that the
  /// request names. Forks keep the ways to their other options; with `.junctionsOnly`, an option
  /// that is asked for by its first endpoint is shown as it was left.
  /// - Throws: `NavigationError` for a request that no endpoint matches, or that is not a URL.
  /// - Complexity: it grows with the depth of the endpoint and the ways that forks keep, not with
  ///   the size of the tree.
  public func state(
    after request: any RoutingRequestType,
    from state: RouterState,
    options: DispatchOptions = []
  ) throws(NavigationError) -> RouterState {
    let tree = tree
    return tree.state(of: try tree.reduce(request, from: tree.chains(of: state), options))
  }
}

extension NodeTree {
  /// Returns the ways of the state that a request leads to, the active one first.
  func reduce(
    _ request: any RoutingRequestType,
    from chains: [StateChain],
    _ options: DispatchOptions
  ) throws(NavigationError) -> [StateChain] {
    let (endpoint, parameters) = try endpoint(for: request)
    let shown = closest(of: chains, to: endpoint)?.nodes ?? []
    let chain = chain(to: endpoint, parameters) { $0 < shown.count ? shown[$0] : nil }
    if options.contains(.junctionsOnly), let left = left(chains, behindJunctionsOf: chain) {
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

  /// Returns the way that shares most with that to an endpoint.
  private func closest(of chains: [StateChain], to endpoint: Int) -> StateChain? {
    var closest: (chain: StateChain, depth: Int)?
    for chain in chains {
      let depth = nodes[parting(chain.endpoint, endpoint).last].depth
      if depth > closest?.depth ?? -1 { closest = (chain, depth) }
    }
    return closest?.chain
  }

  // MARK: - Junctions only

  /// Returns the way that was left behind the forks on a way, if the way goes no further than they
  /// do.
  ///
  /// A request means a fork at which it parts from the active way if it is for the first endpoint
  /// of the fork's option; else it means the last fork on the way.
  private func left(_ chains: [StateChain], behindJunctionsOf chain: StateChain) -> StateChain? {
    if let active = chains.first {
      let parting = parting(active.endpoint, chain.endpoint)
      if nodes[parting.last].kind == .fork || nodes[parting.last].keepsForks,
        let option = parting.other, firstEndpoint(of: option) == chain.endpoint,
        let left = left(chains, in: option, asked: chain)
      {
        return left
      }
    }
    return innermostOption(to: chain.endpoint).flatMap { left(chains, in: $0, asked: chain) }
  }

  /// Returns the latest way through an option, whose first endpoint is asked for, without the modal
  /// that is open over it.
  private func left(
    _ chains: [StateChain],
    in option: Int,
    asked chain: StateChain
  ) -> StateChain? {
    guard let asked = chain.nodes.last,
      var left = chains.first(where: { parting($0.endpoint, option).last == option })
    else { return nil }
    if let modal = firstModal(to: left.endpoint, below: option), let owner = endpoint(above: modal)
    {
      cut(&left, to: owner)
    }
    let shared = chain.nodes.dropLast()
    // A state that was not fitted may name fewer nodes than the way has, or one of them twice.
    guard left.nodes.count > shared.count else { return nil }
    let first = left.nodes[shared.count]
    // Another item of a stack may have been left there, for which its first one stands; other
    // parameters are a request for another place.
    let isMeant =
      first.route == asked.route
      ? first.parameters.path == asked.parameters.path
      : firstEndpoint(of: option) == chain.endpoint
    guard isMeant else { return nil }
    // Above the fork, the nodes are as the request has them.
    left.nodes.replaceSubrange(..<shared.count, with: shared)
    return left
  }

  /// Returns the first endpoint within a node, or the node itself.
  private func firstEndpoint(of node: Int) -> Int? {
    nodes.indices[node...].first { nodes[$0].kind == .endpoint }
  }

  /// Returns the option of the last fork on the way to an endpoint, if the endpoint is the first on
  /// the way behind it.
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
