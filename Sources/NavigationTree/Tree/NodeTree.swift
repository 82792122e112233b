import RoutePatterns

/// A tree in its working form: its nodes in the order in which requests look at them, without
/// presenters.
///
/// A node stands before all nodes within it, an endpoint's modals before its children. So the first
/// endpoint that matches is the one with the lowest number.
final class NodeTree: Sendable {
  /// The role of a node in the one it stands in.
  enum Role: Sendable {
    case root, item, option, child, modal
  }

  /// The fields of nodes that are read at each step: no references, so that reading one is cheap.
  struct Node: Sendable {
    let kind: RouteNodeID.Kind
    let role: Role
    let parent: Int?
    let depth: Int
    /// Whether it has a presentable, which is shown and unwound.
    let hasPresentable: Bool
  }

  let nodes: [Node]
  /// The nodes that each node shows one of, or one above the other, without modals.
  let children: [[Int]]
  let rules: [EndpointRule?]
  let ids: [RouteNodeID]
  /// The endpoints by their routes, by which states name them.
  let endpoints: [String: Int]
  let search: EndpointSearch
  let faults: [TreeFault]

  init<View>(_ reader: NodeTreeReader<View>) {
    nodes = reader.nodes
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
}
