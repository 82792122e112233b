extension RouterState {
  /// Returns the state as a tree can show it: without endpoints that the tree lacks, and with those
  /// between that it has.
  ///
  /// A state that was saved, or made with another tree, is fitted when a store restores it. An
  /// endpoint whose route does not match with its parameters, or that has some of them and lacks
  /// one, is left out as well: the one before is active instead. One that has none stays, as a way
  /// may lead through it, and so does one whose route has a segment without a name, as `:_`, which
  /// states do not keep: check the values of such a route where they are used.
  public func fitted<View>(to tree: RoutingNode<View>) -> RouterState {
    tree.tree.fitted(self, checksParameters: true)
  }
}

extension NodeTree {
  /// Returns any state as it can be shown with the tree.
  func fitted(_ state: RouterState, checksParameters: Bool) -> RouterState {
    let chains = ([state.active] + state.kept).compactMap { fitted($0, checksParameters) }
    guard let active = chains.first else { return RouterState() }
    // Kept ways have to part from one another where options are kept as well.
    var accepted: [StateChain] = []
    var wayThrough: [Int: Int] = [:]
    for var chain in activating(active, among: Array(chains.dropFirst())) {
      var node = chain.endpoint
      while wayThrough[node] == nil, let parent = nodes[node].parent { node = parent }
      if let way = wayThrough[node] {
        guard keeps(chain, partedAt: node) else { continue }
        share(accepted[way], with: &chain, above: node)
      }
      accepted.append(chain)
      var next: Int? = chain.endpoint
      while let node = next, wayThrough[node] == nil {
        wayThrough[node] = accepted.count - 1
        next = nodes[node].parent
      }
    }
    return self.state(of: accepted)
  }

  private func fitted(_ nodes: [ActiveNode], _ checksParameters: Bool) -> StateChain? {
    var known: [String: RouteParameters] = [:]
    var last: Int?
    for node in nodes {
      guard let endpoint = endpoints[node.route],
        !checksParameters || takes(node.parameters, endpoint: endpoint)
      else { continue }
      known[node.route] = node.parameters
      last = endpoint
    }
    guard let last else { return nil }
    var way = chain(to: last, known[route(of: last)] ?? RouteParameters()) { _ in nil }
    // Kept endpoints may be of another time than the ones that ways share, and have older
    // parameters.
    for index in way.nodes.indices {
      if let parameters = known[way.nodes[index].route] { way.nodes[index].parameters = parameters }
    }
    return way
  }

  /// Whether the pattern of an endpoint matches with the values of its own names, without values
  /// that a router's proxy has added.
  private func takes(_ parameters: RouteParameters, endpoint: Int) -> Bool {
    guard case .pattern(let pattern) = rules[endpoint] else { return true }
    var values: [String: String] = [:]
    for name in pattern.parameterNames { values[name] = parameters.path[name] }
    // A way that leads through an endpoint gives it all that its path needs or nothing, and may be
    // cut there.
    return values.isEmpty || takes(values, pattern)
  }

  private func takes(
    _ values: [String: String],
    _ pattern: RoutePattern,
    at site: RouteTarget? = nil
  ) -> Bool {
    do {
      _ = try pattern.url(values, at: site)
      return true
    } catch {
      switch error.code.value {
      // A host without a scheme stands behind any that has hosts.
      case .missingScheme:
        guard site == nil, let some = try? RouteTarget("https://localhost") else { return false }
        return takes(values, pattern, at: some)
      case .notReversible(let name):
        // A segment without a name can be anything, and is not known.
        guard pattern.parameterNames.contains(name) else { return true }
        // The brackets of an address are not written in the place of a host, and match there.
        return site != nil && values[name]?.first == "["
      case .missingValue, .unknownName: return false
      }
    }
  }
}
