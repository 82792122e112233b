internal import Synchronization

extension IndexWriter {
  /// Traps where the trie is not what readers take it for; for tests and debug builds.
  func checkInvariants() {
    let nodes = unsafe allNodes()
    let tops = IndexLane.allCases.count
    let owners = unsafe Set(nodes.map { unsafe $0.pointee.own })
    unsafe precondition(owners.count == nodes.count, "Two nodes have one id.")
    let ids = unsafe Set(nodes.map { unsafe $0.pointee.id })
    unsafe precondition(
      filled == nodes.count { unsafe !$0.isValue } - tops,
      "\(filled) slots are counted, and there are others."
    )
    unsafe precondition(filled * 2 <= root.pointee.size, "The table is too full.")
    for unsafe(index, node) in unsafe nodes.enumerated() {
      if index >= tops {
        unsafe precondition(ids.contains(node.pointee.parent), "A node has no parent.")
        unsafe precondition(isFound(node), "A node is not found by its number.")
      }
      let links = unsafe node.pointee.links.load(ordering: .relaxed)
      for isTail in [false, true] {
        unsafe checkList(node, isTail: isTail)
        let isKnown = unsafe node.pointee.edge == TrieEdge.tag || links & TrieLinks.hasTail != 0
        unsafe precondition(
          !isTail || node.list(isTail: true) == nil || isKnown,
          "A tail is not known."
        )
      }
    }
  }

  private func isFound(_ node: NodePointer) -> Bool {
    if unsafe node.isValue { return true }
    var slot = unsafe root.pointee.slot(node.pointee.number)
    while unsafe slot.pointee.key.load(ordering: .relaxed) != 0 {
      if unsafe slot == node { return true }
      unsafe slot += 1
    }
    return false
  }

  private func checkList(_ node: NodePointer, isTail: Bool) {
    var previous: LeafPointer?
    unsafe forEach(from: node.list(isTail: isTail)) { leaf in
      unsafe precondition(leaf.pointee.node == node, "A route is at another node.")
      unsafe precondition(leaf.pointee.previous == previous, "A list does not lead back.")
      unsafe precondition(
        leaf.pointee.traits[LeafTraits.tail] == isTail && !leaf.pointee.isReplaced
      )
      let isFork = unsafe leaf.pointee.traits[LeafTraits.fork]
      unsafe precondition(!isFork || previous == nil, "A fork is not the first.")
      if let previous = unsafe previous, unsafe !previous.pointee.traits[LeafTraits.fork] {
        let isInOrder = unsafe previous.compareRank(to: leaf) >= 0
        precondition(isInOrder, "Routes are out of order.")
      }
      if !isFork {
        let route = unsafe leaf.pointee.route.takeUnretainedValue()
        let own =
          unsafe leaf.pointee.ordinal == 0
          ? route.first : route.others[Int(leaf.pointee.ordinal) - 1]
        unsafe precondition(own == leaf, "A route does not know where it is.")
      }
      unsafe previous = unsafe leaf
    }
  }
}
