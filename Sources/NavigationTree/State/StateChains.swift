/// A way through the tree to an endpoint that is active or kept, as a state names its endpoints.
struct StateChain: Sendable {
  /// The endpoint at its end.
  var endpoint: Int
  var nodes: [ActiveNode]
}

extension NodeTree {
  /// Returns the ways that a state names, the active one first, without those to endpoints that the
  /// tree lacks.
  func chains(of state: RouterState) -> [StateChain] {
    ([state.active] + state.kept).compactMap { nodes in
      nodes.last.flatMap { endpoints[$0.route] }.map { StateChain(endpoint: $0, nodes: nodes) }
    }
  }

  /// Makes a state of ways, the first of which is active.
  func state(of chains: [StateChain]) -> RouterState {
    guard let first = chains.first else { return RouterState() }
    return RouterState(active: first.nodes, kept: chains.dropFirst().map(\.nodes))
  }

  /// Returns the way to an endpoint, with parameters for the endpoints on it.
  ///
  /// Some nodes may be known, each by its place among the endpoints of the way.
  func chain(
    to endpoint: Int,
    _ parameters: RouteParameters,
    known: (_ place: Int) -> ActiveNode?
  ) -> StateChain {
    var chain: [ActiveNode] = []
    var isModal = false
    for node in path(to: endpoint) {
      isModal = isModal || nodes[node].role == .modal
      guard nodes[node].kind == .endpoint else { continue }
      let own =
        node == endpoint
        ? parameters
        : self.parameters(
          ofEndpoint: node,
          onWayTo: endpoint,
          with: parameters,
          known: knownParameters(of: node, known(chain.count))
        )
      chain.append(ActiveNode(route: route(of: node), parameters: own, isModal: isModal))
      isModal = false
    }
    return StateChain(endpoint: endpoint, nodes: chain)
  }

  private func knownParameters(of node: Int, _ known: ActiveNode?) -> RouteParameters? {
    known.flatMap { $0.route == route(of: node) ? $0.parameters : nil }
  }

  /// Returns the parameters of an endpoint on a way: those it has, unless the request gives others.
  ///
  /// A request gives them if the endpoint's pattern is the beginning of its own: `/users/:id` of
  /// `/users/:id/posts/:post`. A name alone may belong to something else.
  private func parameters(
    ofEndpoint node: Int,
    onWayTo end: Int,
    with requested: RouteParameters,
    known: RouteParameters?
  ) -> RouteParameters {
    guard case .pattern(let pattern) = rules[node], isPrefix(route(of: node), of: route(of: end))
    else { return known ?? RouteParameters() }
    var path = PathParameters()
    let names = pattern.parameterNames
    for name in names {
      if let value = requested.path.value(of: name) { path.setValue(value, of: name) }
    }
    // By all names of the pattern: to leave out a value that is known is to give another.
    if let known, names.allSatisfy({ known.path.value(of: $0) == path.value(of: $0) }) {
      return known
    }
    return RouteParameters(path: path)
  }

  /// Whether a pattern begins with the segments of another.
  private func isPrefix(_ route: String, of longer: String) -> Bool {
    longer.utf8.count > route.utf8.count && longer.hasPrefix(route)
      && longer.utf8[longer.utf8.index(longer.utf8.startIndex, offsetBy: route.utf8.count)]
        == UInt8(ascii: "/")
  }

  /// Returns the ways after one has become active: those that forks keep stay, all others are
  /// replaced.
  ///
  /// Another way is kept if it parts from the new one where options are kept, without the modals
  /// that it has open behind that: they would cover the new endpoint.
  func activating(_ new: StateChain, among others: [StateChain]) -> [StateChain] {
    var ways = [new]
    var trimmed: Set<Int> = []
    for var other in others {
      let parting = parting(new.endpoint, other.endpoint)
      guard parting.one != nil, let option = parting.other else { continue }
      if let modal = firstModal(to: other.endpoint, below: option) {
        guard let owner = endpoint(above: modal), trimmed.insert(owner).inserted else { continue }
        cut(&other, to: owner)
      }
      guard keeps(other, partedAt: parting.last) else { continue }
      share(new, with: &other, above: parting.last)
      ways.append(other)
    }
    return ways
  }

  /// Whether a way that parts from the active one at a node stays in the state: a fork keeps each,
  /// a switcher those that lead through a fork behind it, if it is to.
  func keeps(_ way: StateChain, partedAt node: Int) -> Bool {
    guard nodes[node].keepsForks else { return nodes[node].kind == .fork }
    var next = nodes[way.endpoint].parent
    while let inner = next, inner != node {
      if nodes[inner].kind == .fork { return true }
      next = nodes[inner].parent
    }
    return false
  }

  func cut(_ chain: inout StateChain, to endpoint: Int) {
    let route = route(of: endpoint)
    guard let index = chain.nodes.firstIndex(where: { $0.route == route }) else { return }
    chain = StateChain(endpoint: endpoint, nodes: Array(chain.nodes[...index]))
  }

  /// Gives the endpoints that two ways share one set of parameters: that of the first.
  func share(_ first: StateChain, with other: inout StateChain, above fork: Int) {
    var count = 0
    var next = nodes[fork].parent
    while let node = next {
      if nodes[node].kind == .endpoint { count += 1 }
      next = nodes[node].parent
    }
    guard count > 0, first.nodes.count >= count, other.nodes.count >= count,
      first.nodes[..<count] != other.nodes[..<count]
    else { return }
    other.nodes.replaceSubrange(..<count, with: first.nodes[..<count])
  }
}
