import RoutePatterns

extension RouterState {
  /// The state as it can be shown with a tree: without endpoints that the tree has not, and with those between that
  /// it has.
  ///
  /// A state that was saved, or made with another tree, is fitted when a store restores it. Parameters that the
  /// route of their endpoint does not take are not taken over: the endpoint before is active instead.
  public func fitted<View>(to tree: RoutingNode<View>) -> RouterState {
    tree.tree.fitted(self)
  }
}

extension NodeTree {
  /// A state, whatever it holds, as it can be shown with the tree.
  func fitted(_ state: RouterState) -> RouterState {
    let chains = ([state.active] + state.kept).compactMap(fitted)
    guard let active = chains.first else { return RouterState() }
    let ways = activating(active, among: Array(chains.dropFirst()))
    // Those that are kept have to part from one another at forks as well.
    var accepted: [StateChain] = []
    for chain in ways.dropFirst() {
      let partsAtForks = accepted.allSatisfy { other in
        let parting = parting(chain.endpoint, other.endpoint)
        return nodes[parting.last].kind == .fork && parting.one != nil && parting.other != nil
      }
      if partsAtForks { accepted.append(chain) }
    }
    return RouterState(active: active.nodes, kept: accepted.map(\.nodes))
  }

  private func fitted(_ chain: [ActiveNode]) -> StateChain? {
    let known = Dictionary(chain.map { ($0.route, $0.parameters) }) { _, last in last }
    for node in chain.reversed() {
      guard let endpoint = endpoints[node.route], takes(node.parameters, endpoint: endpoint)
      else { continue }
      return self.chain(to: endpoint, node.parameters) { known[$0] }
    }
    return nil
  }

  /// Whether an endpoint can have some parameters, as far as its pattern tells.
  private func takes(_ parameters: RouteParameters, endpoint: Int) -> Bool {
    guard case .pattern(let pattern) = rules[endpoint] else { return true }
    do {
      _ = try pattern.url(of: parameters)
      return true
    } catch {
      // A segment without a name can be anything, and is not known.
      guard case .notReversible(let name) = error.code else { return false }
      return !pattern.parameterNames.contains(name)
    }
  }
}
