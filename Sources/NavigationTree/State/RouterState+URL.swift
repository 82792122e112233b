extension RoutingNode {
  /// Returns the URL that leads to the active endpoint of a state.
  ///
  ///     let url = try coordinator.url(of: store.state)      // "/books/1?title=x"
  ///
  /// Dispatched in that state it changes nothing; in a new store it leads to the same endpoint, and
  /// the endpoints on the way get their parameters from its path. The ways that forks keep are not
  /// part of a URL.
  /// - Throws: `NavigationError` when no endpoint is active, or when no URL reads back to the same
  ///   endpoint and parameters.
  public func url(of state: RouterState) throws(NavigationError) -> String {
    try tree.url(of: state)
  }
}

extension NodeTree {
  func url(of state: RouterState) throws(NavigationError) -> String {
    guard let current = state.current else {
      throw NavigationError(.nothingActive, request: "")
    }
    guard let endpoint = endpoints[current.route] else {
      throw NavigationError(.unknownEndpoint(current.route), request: current.route)
    }
    let url = try url(of: current, endpoint: endpoint)
    let found = try? search.first(for: RoutingRequest(url))
    if let found, found.node != endpoint {
      throw NavigationError(
        .takenByAnother(current.route, other: route(of: found.node)),
        request: url
      )
    }
    // A value may not fit its pattern, and endpoints on the way may be of another time.
    let chain = found.map { found in
      self.chain(to: endpoint, found.parameters) { place in
        place < state.active.count ? state.active[place] : nil
      }
    }
    guard chain?.nodes == state.active else {
      throw NavigationError(.notReversible(current.route, nil), request: url)
    }
    return url
  }

  /// Returns the URL of an endpoint by its path alone, or `nil` when there is none.
  func path(of node: ActiveNode) -> String? {
    guard let endpoint = endpoints[node.route] else { return nil }
    let node = ActiveNode(
      route: node.route,
      parameters: RouteParameters(path: node.parameters.path)
    )
    return try? url(of: node, endpoint: endpoint)
  }

  private func url(
    of node: ActiveNode,
    endpoint: Int
  ) throws(NavigationError) -> String {
    switch rules[endpoint] {
    case .pattern(let pattern):
      do {
        return try pattern.url(of: node.parameters)
      } catch {
        throw NavigationError(.notReversible(node.route, error), request: node.route)
      }
    case .closure(let closure):
      if let url = closure.url?(node.parameters) { return url }
    case .invalid, nil: break
    }
    throw NavigationError(.notReversible(node.route, nil), request: "")
  }
}
