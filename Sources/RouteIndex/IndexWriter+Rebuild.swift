internal import Synchronization

extension IndexWriter {
  /// All nodes that are used: those that lanes begin with, those in the table, and each behind them
  /// the values.
  func allNodes() -> [NodePointer] {
    var nodes: [NodePointer] = unsafe []
    for lane in 0..<IndexLane.allCases.count { unsafe nodes.append(root.pointee.tops + lane) }
    for slot in unsafe 0..<TrieRoot.room(root.pointee.size)
    where unsafe root.pointee.table[slot].key.load(ordering: .relaxed) != 0 {
      unsafe nodes.append(root.pointee.table + slot)
    }
    var index = 0
    while unsafe index < nodes.count {
      var value = unsafe TrieLinks.value(nodes[index].pointee.links.load(ordering: .relaxed))
      while let node = unsafe value {
        unsafe nodes.append(node)
        unsafe value = unsafe node.nextValue
      }
      index += 1
    }
    return unsafe nodes
  }

  /// Makes all nodes anew that lead to routes, in a table with room for more.
  mutating func rebuild(for count: Int) {
    let nodes = unsafe allNodes()
    let parents = unsafe parents(of: nodes)
    let isUsed = unsafe used(nodes, parents)
    let tops = IndexLane.allCases.count
    let used = unsafe nodes.indices.count { unsafe isUsed[$0] && $0 >= tops && !nodes[$0].isValue }
    // With room for some more, that it is not made anew at once; not for much, as each slot takes
    // 64 bytes. Where many have come and gone, for half as many: each time all are copied.
    let room = filled > used * 5 / 4 ? used * 3 : used * 9 / 4
    var size = 16
    while size < room + count * 2 { size *= 2 }
    let old = unsafe root
    let new = unsafe TrieRoot.make(size: size)
    guard let copies = unsafe copies(of: nodes, parents, isUsed, in: new) else {
      unsafe new.pointee.free()
      unsafe new.deallocate()
      return rebuild(for: size)
    }
    filled = used
    values = unsafe nodes.indices.count { unsafe isUsed[$0] && nodes[$0].isValue }
    valueLimit = 4 * values + 512
    (hasLostWays, hasRemoved, changes) = (false, false, 0)
    lastID = UInt32(isUsed.count(where: \.self))
    longLists.removeAll()
    unseen = [:]
    // What was counted was counted for the nodes before.
    retired.counted = retired.count
    for unsafe(index, node) in unsafe nodes.enumerated() {
      guard let copy = unsafe copies[index] else {
        unsafe retireText(of: node)
        continue
      }
      for isTail in [false, true] {
        unsafe forEach(from: node.list(isTail: isTail)) { unsafe $0.pointee.node = unsafe copy }
      }
    }
    unsafe reader.shared.pointee.root.store(new, ordering: .sequentiallyConsistent)
    unsafe nodes.forEach { node in
      if unsafe node.isValue {
        unsafe retired.add(.memory(UnsafeMutableRawPointer(node)), in: epoch)
      }
    }
    unsafe retired.add(.memory(UnsafeMutableRawPointer(old.pointee.table)), in: epoch)
    unsafe retired.add(.memory(UnsafeMutableRawPointer(old.pointee.tops)), in: epoch)
    unsafe retired.add(.memory(UnsafeMutableRawPointer(old)), in: epoch)
  }

  /// Of each node the index of its parent; of those that lanes begin with their own.
  private func parents(of nodes: [NodePointer]) -> [Int] {
    var places = [Int](repeating: 0, count: Int(lastID) + 1)
    for unsafe(index, node) in unsafe nodes.enumerated() { unsafe places[node.pointee.id] = index }
    let tops = IndexLane.allCases.count
    return unsafe nodes.indices.map { unsafe $0 < tops ? $0 : places[nodes[$0].pointee.parent] }
  }

  /// Which nodes have routes, or lead to some that have.
  private func used(_ nodes: [NodePointer], _ parents: [Int]) -> [Bool] {
    var isUsed = unsafe [Bool](repeating: false, count: nodes.count)
    for index in 0..<IndexLane.allCases.count { isUsed[index] = true }
    for unsafe(index, node) in unsafe nodes.enumerated() where unsafe !node.pointee.isEmpty {
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
    var copies: [NodePointer?] = unsafe []
    unsafe copies.reserveCapacity(nodes.count)
    for unsafe(index, node) in unsafe nodes.enumerated() {
      guard isUsed[index] else {
        unsafe copies.append(nil)
        continue
      }
      id += 1
      var copy = unsafe root.pointee.tops + index
      if unsafe node.isValue {
        let form = unsafe EdgeForm(node)
        unsafe copy = unsafe NodePointer.makeValue(
          TrieNode(id: id, number: node.pointee.number),
          formSize: form?.size ?? 0
        )
        unsafe form?.copy(behind: copy)
      } else if index >= tops {
        guard let slot = unsafe root.pointee.freeSlot(node.pointee.number) else {
          unsafe copies.forEach { copy in
            if let copy = unsafe copy, unsafe copy.isValue { unsafe copy.deallocate() }
          }
          return nil
        }
        unsafe copy = unsafe slot
        unsafe copy.pointee.number = unsafe node.pointee.number
        unsafe copy.pointee.second.store(
          node.pointee.second.load(ordering: .relaxed),
          ordering: .relaxed
        )
      }
      unsafe copy.pointee.own = UInt64(id) << 32
      unsafe copy.pointee.first = unsafe node.pointee.first
      // Not free any more; the parent's id follows.
      unsafe copy.pointee.key.store(UInt64(node.pointee.edge) | 1 << 32, ordering: .relaxed)
      unsafe copy.pointee.leaf.store(node.list(isTail: false), ordering: .relaxed)
      unsafe copy.pointee.tail.store(node.list(isTail: true), ordering: .relaxed)
      let kept = unsafe node.pointee.tail.load(ordering: .relaxed) == nil ? 0 : TrieLinks.hasTail
      unsafe copy.pointee.links.store(kept | tailLinks(of: node), ordering: .relaxed)
      unsafe copies.append(copy)
    }
    unsafe connect(copies, parents)
    return unsafe copies
  }

  /// Whether patterns of the routes that anything may follow have to be asked.
  private func tailLinks(of node: NodePointer) -> UInt64 {
    var links: UInt64 = 0
    unsafe forEach(from: node.list(isTail: true)) { leaf in
      // Of the list that earlier readers are led to nothing is forgotten.
      if unsafe leaf.pointee.traits[LeafTraits.fork] {
        unsafe links |= node.pointee.links.load(ordering: .relaxed) & TrieLinks.hasOthers
      }
      let isAsked =
        unsafe !leaf.pointee.traits[LeafTraits.exact] && !leaf.pointee.traits[LeafTraits.fork]
      if isAsked { links = TrieLinks.hasOthers }
    }
    return links
  }

  /// Lets each node know its parent, and the parent the node.
  private func connect(_ copies: [NodePointer?], _ parents: [Int]) {
    /// Of each node the last value in its chain, which is told in order.
    var lastValues = unsafe [NodePointer?](repeating: nil, count: copies.count)
    for index in unsafe copies.indices.dropFirst(IndexLane.allCases.count) {
      guard let copy = unsafe copies[index], let parent = unsafe copies[parents[index]] else {
        continue
      }
      let edge = unsafe copy.pointee.edge
      unsafe copy.pointee.key.store(parent.pointee.own | UInt64(edge), ordering: .relaxed)
      if unsafe copy.isValue {
        unsafe setValue(copy, of: parent, after: lastValues[parents[index]])
        unsafe lastValues[parents[index]] = unsafe copy
      } else if edge != TrieEdge.tag {
        unsafe addLinks(TrieLinks.hasLiterals, to: parent)
      }
    }
    for lane in 0..<IndexLane.allCases.count {
      unsafe copies[lane]?.pointee.key.store(0, ordering: .relaxed)
    }
  }

  private mutating func retireText(of node: NodePointer) {
    if let memory = unsafe node.text { unsafe retired.add(.memory(memory), in: epoch) }
  }

  /// Frees all nodes, when there are no readers any more.
  func freeNodes() {
    unsafe allNodes().forEach { node in
      unsafe node.text?.deallocate()
      if unsafe node.isValue { unsafe node.deallocate() }
    }
    unsafe root.pointee.free()
    unsafe root.deallocate()
  }

  /// Frees the routes of a node, with what leads earlier readers elsewhere.
  func freeLists(of node: NodePointer) {
    for isTail in [false, true] {
      unsafe forEach(from: node.list(isTail: isTail)) { leaf in
        if unsafe leaf.pointee.traits[LeafTraits.fork] { return unsafe free(leaf) }
        if unsafe leaf.pointee.ordinal == 0 { unsafe leaf.pointee.route.release() }
        unsafe leaf.deallocate()
      }
    }
  }
}

extension NodePointer {
  /// Whether a value leads here, so that it lies by itself.
  var isValue: Bool {
    let edge = unsafe pointee.edge
    return edge == TrieEdge.form || edge == TrieEdge.value || edge == TrieEdge.anything
  }

  /// The memory of the text that leads here, where it has some.
  var text: UnsafeMutableRawPointer? {
    guard unsafe pointee.edge > 16, unsafe pointee.edge < TrieEdge.form else { return nil }
    return unsafe longText.map { UnsafeMutableRawPointer($0) }
  }
}
