/// A node whose presentable is there, with what it shows.
struct ShownNode: Hashable, Sendable {
  /// What it was configured with; nothing as long as it was not.
  var parameters: RouteParameters?
  /// What it shows: the option that is selected, the first item of a stack, the child on top of an endpoint.
  var next: Int?
  /// The modal that is open over it.
  var modal: Int?
}

/// The nodes whose presentables are there, by their numbers.
typealias ShownNodes = [Int: ShownNode]

extension NodeTree {
  /// The items of a stack that is shown, the lowest first.
  func list(of stack: Int, in shown: ShownNodes) -> [Int] {
    var list: [Int] = []
    var next = shown[stack]?.next
    while let node = next {
      list.append(node)
      next = nodes[node].kind == .endpoint ? shown[node]?.next : nil
    }
    return list
  }

  /// The items of a stack on a way through it, which stands at some place of the way.
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
