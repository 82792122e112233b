/// The nodes of a tree that the screen shows, and those that the shown state has in use.
struct ShownNodes: Hashable, Sendable {
  /// A node that is shown, or in use.
  struct Node: Hashable, Sendable {
    /// The number of ways that lead through the node.
    var uses = 0
    /// Whether its presentable is there.
    var isShown = false
    /// The parameters it was configured with; `nil` as long as it was not.
    var parameters: RouteParameters?
    /// The node that it shows: the option that is selected, the first item of a stack, the child on
    /// top of an endpoint.
    var next: Int?
    /// The modal that is open over it.
    var modal: Int?
  }

  /// The nodes by their numbers.
  var nodes: [Int: Node] = [:]
  /// The endpoints that the ways of the state lead to, the active one first.
  private(set) var ends: [Int] = []

  subscript(node: Int) -> Node? { nodes[node] }

  /// Replaces the ways by those of another state.
  ///
  /// - Returns: the nodes that were in use and no longer are, those further from the root first.
  mutating func use(_ new: [Int], in tree: NodeTree) -> [Int] {
    var (removed, added) = Self.difference(ends, new)
    ends = new
    for end in added { change(end, by: 1, in: tree) }
    removed = removed.flatMap { change($0, by: -1, in: tree) }
    return removed
  }

  /// Counts a way up or down, to the root; returns the nodes that no way leads through any longer.
  @discardableResult
  private mutating func change(_ end: Int, by step: Int, in tree: NodeTree) -> [Int] {
    var unused: [Int] = []
    var next: Int? = end
    while let node = next {
      nodes[node, default: Node()].uses += step
      if nodes[node]?.uses == 0 { unused.append(node) }
      next = tree.nodes[node].parent
    }
    return unused
  }

  /// Returns the elements that are in one list only; most of the two are alike, and in the same
  /// order.
  private static func difference(_ old: [Int], _ new: [Int]) -> (removed: [Int], added: [Int]) {
    var (removed, added): ([Int], [Int]) = ([], [])
    var index = 0
    for end in new {
      if index < old.count, old[index] == end {
        index += 1
      } else if index + 1 < old.count, old[index + 1] == end {
        removed.append(old[index])
        index += 2
      } else {
        added.append(end)
      }
    }
    removed += old[index...]
    // An element that has moved is in both.
    let moved = added.filter(removed.contains)
    guard !moved.isEmpty else { return (removed, added) }
    return (removed.filter { !moved.contains($0) }, added.filter { !moved.contains($0) })
  }
}

extension ShownNodes {
  /// The items of a stack, the lowest first.
  func list(of stack: Int, in tree: NodeTree) -> [Int] {
    var list: [Int] = []
    var next = nodes[stack]?.next
    while let node = next {
      list.append(node)
      next = tree.nodes[node].kind == .endpoint ? nodes[node]?.next : nil
    }
    return list
  }
}

extension NodeTree {
  /// Returns the items of a stack on a way through it, which stands at some place of the way.
  func list(ofStackAt index: Int, on path: [Int]) -> [Int] {
    var end = index + 1
    while end < path.count, end == index + 1 || nodes[path[end]].role == .child { end += 1 }
    return Array(path[(index + 1)..<end])
  }

  /// The stack that a node stands in as an item, or on top of one.
  func stack(around node: Int) -> Int? {
    var node = node
    while nodes[node].role == .child, let parent = nodes[node].parent { node = parent }
    return nodes[node].role == .item ? nodes[node].parent : nil
  }
}
