internal import Synchronization

extension LiveIndex {
  /// All nodes that are used: those that lanes begin with, those in the table, and each behind them the values.
  func allNodes() -> [NodePointer] {
    var nodes: [NodePointer] = []
    for lane in 0..<IndexLane.allCases.count { nodes.append(root.pointee.tops + lane) }
    for slot in 0..<TrieRoot.room(root.pointee.size)
    where root.pointee.table[slot].key.load(ordering: .relaxed) != 0 {
      nodes.append(root.pointee.table + slot)
    }
    var index = 0
    while index < nodes.count {
      var value = TrieLinks.value(nodes[index].pointee.links.load(ordering: .relaxed))
      while let node = value {
        nodes.append(node)
        value = node.nextValue
      }
      index += 1
    }
    return nodes
  }

  /// Makes all nodes anew that lead to routes, in a table with room for more.
  func rebuild(for count: Int) {
    let nodes = allNodes()
    let parents = parents(of: nodes)
    let isUsed = used(nodes, parents)
    let tops = IndexLane.allCases.count
    let used = nodes.indices.count { isUsed[$0] && $0 >= tops }
    var size = 16
    while size < (used + count) * 3 { size *= 2 }
    let old = root
    let new = UnsafeMutablePointer<TrieRoot>.allocate(capacity: 1)
    new.initialize(to: TrieRoot(size: size))
    guard let copies = copies(of: nodes, parents, isUsed, in: new) else {
      new.pointee.free()
      new.deallocate()
      return rebuild(for: size)
    }
    filled = used
    lastID = UInt32(tops + used)
    longLists.removeAll()
    unseen = [:]
    // What was counted was counted for the nodes before.
    retired.counted = retired.waiting.count
    for (index, node) in nodes.enumerated() {
      guard let copy = copies[index] else {
        retireText(of: node)
        continue
      }
      for isTail in [false, true] {
        forEach(from: node.list(isTail: isTail)) { $0.pointee.node = copy }
      }
    }
    reader.shared.pointee.root.store(new, ordering: .sequentiallyConsistent)
    for node in nodes where node.isValue {
      retired.add(.memory(UnsafeMutableRawPointer(node)), in: epoch)
    }
    retired.add(.memory(UnsafeMutableRawPointer(old.pointee.table)), in: epoch)
    retired.add(.memory(UnsafeMutableRawPointer(old.pointee.tops)), in: epoch)
    retired.add(.memory(UnsafeMutableRawPointer(old)), in: epoch)
  }

  /// Of each node the index of its parent; of those that lanes begin with their own.
  private func parents(of nodes: [NodePointer]) -> [Int] {
    var places = [Int](repeating: 0, count: Int(lastID) + 1)
    for (index, node) in nodes.enumerated() { places[node.pointee.id] = index }
    let tops = IndexLane.allCases.count
    return nodes.indices.map { $0 < tops ? $0 : places[nodes[$0].pointee.parent] }
  }

  /// Which nodes have routes, or lead to some that have.
  private func used(_ nodes: [NodePointer], _ parents: [Int]) -> [Bool] {
    var isUsed = [Bool](repeating: false, count: nodes.count)
    for index in 0..<IndexLane.allCases.count { isUsed[index] = true }
    for (index, node) in nodes.enumerated() where !node.pointee.isEmpty {
      var place = index
      while !isUsed[place] {
        isUsed[place] = true
        place = parents[place]
      }
    }
    return isUsed
  }

  /// The copies of the nodes that are used; nothing where the table is too small for them.
  private func copies(
    of nodes: [NodePointer],
    _ parents: [Int],
    _ isUsed: [Bool],
    in root: UnsafeMutablePointer<TrieRoot>
  ) -> [NodePointer?]? {
    let tops = IndexLane.allCases.count
    var id = UInt32(0)
    var copies: [NodePointer?] = []
    copies.reserveCapacity(nodes.count)
    for (index, node) in nodes.enumerated() {
      guard isUsed[index] else {
        copies.append(nil)
        continue
      }
      id += 1
      var copy = root.pointee.tops + index
      if node.isValue {
        copy = LoneMemory.allocate(TrieNode.self, capacity: 1, alignment: 64)
        copy.initialize(to: TrieNode(id: id, number: node.pointee.number))
      } else if index >= tops {
        guard let slot = root.pointee.freeSlot(node.pointee.number) else {
          for copy in copies { if let copy, copy.isValue { copy.deallocate() } }
          return nil
        }
        copy = slot
        copy.pointee.number = node.pointee.number
        copy.pointee.second.store(node.pointee.second.load(ordering: .relaxed), ordering: .relaxed)
      }
      copy.pointee.own = UInt64(id) << 32
      copy.pointee.first = node.pointee.first
      // Not free any more; the parent's id follows.
      copy.pointee.key.store(UInt64(node.pointee.edge) | 1 << 32, ordering: .relaxed)
      copy.pointee.leaf.store(node.list(isTail: false), ordering: .relaxed)
      copy.pointee.tail.store(node.list(isTail: true), ordering: .relaxed)
      let kept = node.pointee.tail.load(ordering: .relaxed) == nil ? 0 : TrieLinks.hasTail
      copy.pointee.links.store(kept | tailLinks(of: node), ordering: .relaxed)
      copies.append(copy)
    }
    connect(copies, parents)
    return copies
  }

  /// Whether patterns of the routes that anything may follow have to be asked.
  private func tailLinks(of node: NodePointer) -> UInt64 {
    var links: UInt64 = 0
    forEach(from: node.list(isTail: true)) { leaf in
      let isAsked = !leaf.pointee.traits[LeafTraits.exact] && !leaf.pointee.traits[LeafTraits.fork]
      if isAsked { links = TrieLinks.hasOthers }
    }
    return links
  }

  /// Lets each node know its parent, and the parent the node.
  private func connect(_ copies: [NodePointer?], _ parents: [Int]) {
    /// Of each node the last value in its chain, which is told in order.
    var lastValues: [Int: NodePointer] = [:]
    for index in copies.indices.dropFirst(IndexLane.allCases.count) {
      guard let copy = copies[index], let parent = copies[parents[index]] else { continue }
      let edge = copy.pointee.edge
      copy.pointee.key.store(parent.pointee.own | UInt64(edge), ordering: .relaxed)
      if copy.isValue {
        setValue(copy, of: parent, after: lastValues[parents[index]])
        lastValues[parents[index]] = copy
      } else if edge != TrieEdge.tag {
        addLinks(TrieLinks.hasLiterals, to: parent)
      }
    }
    for lane in 0..<IndexLane.allCases.count { copies[lane]?.pointee.key.store(0, ordering: .relaxed) }
  }

  private func retireText(of node: NodePointer) {
    if let memory = node.text { retired.add(.memory(memory), in: epoch) }
  }

  /// Frees all nodes, when there are no readers any more.
  func freeNodes() {
    for node in allNodes() {
      node.text?.deallocate()
      if node.isValue { node.deallocate() }
    }
    root.pointee.free()
    root.deallocate()
  }

  /// Frees the routes of a node, with what leads earlier readers elsewhere.
  func freeLists(of node: NodePointer) {
    for isTail in [false, true] {
      forEach(from: node.list(isTail: isTail)) { leaf in
        if leaf.pointee.traits[LeafTraits.fork] { return free(leaf) }
        if leaf.pointee.ordinal == 0 { leaf.pointee.route.release() }
        leaf.deallocate()
      }
    }
  }
}

extension NodePointer {
  /// Whether a value leads here, so that it lies by itself.
  var isValue: Bool {
    let edge = pointee.edge
    return edge == TrieEdge.form || edge == TrieEdge.value || edge == TrieEdge.anything
  }

  /// The memory of the text or the form that leads here, where it has some.
  var text: UnsafeMutableRawPointer? {
    if let form = EdgeForm(self) { return UnsafeMutableRawPointer(form.words) }
    guard pointee.edge > 16, pointee.edge < TrieEdge.form else { return nil }
    return longText.map { UnsafeMutableRawPointer($0) }
  }
}
