internal import Synchronization

extension LiveIndex {
  /// Traps where the trie is not what readers take it for; for tests and debug builds.
  package func checkInvariants() {
    let nodes = allNodes()
    let tops = IndexLane.allCases.count
    precondition(Set(nodes.map { $0.pointee.own }).count == nodes.count, "Two nodes have one id.")
    let ids = Set(nodes.map { $0.pointee.id })
    precondition(filled == nodes.count - tops, "\(filled) nodes are counted, of \(nodes.count - tops).")
    precondition(filled * 2 <= root.pointee.size, "The table is too full.")
    for (index, node) in nodes.enumerated() {
      if index >= tops {
        precondition(ids.contains(node.pointee.parent), "A node has no parent.")
        precondition(isFound(node), "A node is not found by its number.")
      }
      let links = node.pointee.links.load(ordering: .relaxed)
      for isTail in [false, true] {
        checkList(node, isTail: isTail)
        let isKnown = node.pointee.edge == TrieEdge.tag || links & TrieLinks.hasTail != 0
        precondition(!isTail || node.list(isTail: true) == nil || isKnown, "A tail is not known.")
      }
    }
  }

  private func isFound(_ node: NodePointer) -> Bool {
    if node.isValue { return true }
    var slot = root.pointee.slot(node.pointee.number)
    while slot.pointee.key.load(ordering: .relaxed) != 0 {
      if slot == node { return true }
      slot += 1
    }
    return false
  }

  private func checkList(_ node: NodePointer, isTail: Bool) {
    var previous: LeafPointer?
    forEach(from: node.list(isTail: isTail)) { leaf in
      precondition(leaf.pointee.node == node, "A route is at another node.")
      precondition(leaf.pointee.previous == previous, "A list does not lead back.")
      precondition(leaf.pointee.traits[LeafTraits.tail] == isTail && !leaf.pointee.isReplaced)
      let isFork = leaf.pointee.traits[LeafTraits.fork]
      precondition(!isFork || previous == nil, "A fork is not the first.")
      if let previous, !previous.pointee.traits[LeafTraits.fork] {
        let isInOrder = previous.compareRank(to: leaf) >= 0
        precondition(isInOrder, "Routes are out of order.")
      }
      if !isFork {
        let route = leaf.pointee.route.takeUnretainedValue()
        let own = leaf.pointee.ordinal == 0 ? route.first : route.others[leaf.pointee.ordinal - 1]
        precondition(own == leaf, "A route does not know where it is.")
      }
      previous = leaf
    }
  }
}
