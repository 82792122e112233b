/// A tree in its working form: its nodes in the order in which requests look at them, without
/// presenters.
///
/// A node stands before all nodes within it, an endpoint's modals before its children. So the first
/// endpoint that matches is the one with the lowest number.
final class NodeTree: Sendable {
  let nodes: [TreeNode]
  /// The nodes that each node shows one of, or one above the other, without modals.
  let children: [[Int]]
  let rules: [EndpointRule?]
  let ids: [RouteNodeID]
  /// The endpoints by their routes, by which states name them.
  let endpoints: [String: Int]
  let search: EndpointSearch
  let faults: [TreeFault]
  private let hasKeepingSwitchers: Bool

  init<View>(_ reader: NodeTreeReader<View>) {
    nodes = reader.nodes
    hasKeepingSwitchers = reader.nodes.contains(where: \.keepsForks)
    children = reader.children
    rules = reader.rules
    ids = reader.ids
    endpoints = reader.endpoints
    let search = EndpointSearch(reader.rules, slashes: reader.slashes ?? .lenient)
    self.search = search
    // A route that the tree holds twice has been reported as a duplicate.
    let hidden = search.shadowed.filter { reader.endpoints[reader.ids[$0.node].route] == $0.node }
    faults = reader.faults + hidden.map { reader.unreachable($0.node, by: $0.by) }
  }

  /// Returns the route of an endpoint, by which states name it.
  func route(of endpoint: Int) -> String { ids[endpoint].route }
}

// MARK: - Ways through the tree

extension NodeTree {
  /// The nodes from the root to one, with both.
  func path(to node: Int) -> [Int] {
    var path: [Int] = []
    path.reserveCapacity(nodes[node].depth + 1)
    var next: Int? = node
    while let node = next {
      path.append(node)
      next = nodes[node].parent
    }
    path.reverse()
    return path
  }

  /// Returns the place where the ways to two nodes part: the last node they share, and the first of
  /// each behind it.
  func parting(_ one: Int, _ other: Int) -> (last: Int, one: Int?, other: Int?) {
    var (one, other) = (one, other)
    var (belowOne, belowOther): (Int?, Int?) = (nil, nil)
    while one != other {
      // The deeper one goes up; all nodes share the root.
      let (oneDepth, otherDepth) = (nodes[one].depth, nodes[other].depth)
      if oneDepth >= otherDepth, let parent = nodes[one].parent {
        (belowOne, one) = (one, parent)
      }
      if otherDepth >= oneDepth, let parent = nodes[other].parent {
        (belowOther, other) = (other, parent)
      }
    }
    return (one, belowOne, belowOther)
  }

  /// The outermost modal on the way to a node, below another on that way.
  func firstModal(to node: Int, below top: Int) -> Int? {
    var found: Int?
    var next = node
    while next != top, let parent = nodes[next].parent {
      if nodes[next].role == .modal { found = next }
      next = parent
    }
    return found
  }

  /// Returns the endpoint that a node stands in, whether as a child or as a modal, or deeper.
  func endpoint(above node: Int) -> Int? {
    var next = nodes[node].parent
    while let node = next, nodes[node].kind != .endpoint { next = nodes[node].parent }
    return next
  }

  /// Returns the ends of ways that have presentables, of all ways of a state: those through an
  /// option that a switcher does not show have none.
  func endsInUse(by ends: [Int]) -> [Int] {
    guard hasKeepingSwitchers else { return ends }
    // A switcher shows the option that the first way through it leads to: the active one, or the
    // latest that is kept.
    var shown: [Int: Int] = [:]
    return ends.filter { end in
      let options = optionsOfKeepingSwitchers(to: end)
      guard options.allSatisfy({ shown[$0.switcher] ?? $0.option == $0.option }) else {
        return false
      }
      for (switcher, option) in options { shown[switcher] = option }
      return true
    }
  }

  private func optionsOfKeepingSwitchers(to end: Int) -> [(switcher: Int, option: Int)] {
    var options: [(switcher: Int, option: Int)] = []
    var node = end
    while let parent = nodes[node].parent {
      if nodes[parent].keepsForks { options.append((parent, node)) }
      node = parent
    }
    return options
  }
}
