internal import Synchronization

/// The lists of routes at a node.
extension LiveIndex {
  /// Puts a leaf into the list of its node: the more specific before the others, of those alike the latest first.
  func link(_ leaf: LeafPointer) {
    let (node, isTail) = (leaf.pointee.node, leaf.pointee.traits[LeafTraits.tail])
    let (previous, next) = neighbours(of: leaf)
    leaf.pointee.previous = previous
    leaf.pointee.next.store(next, ordering: .relaxed)
    next?.pointee.previous = leaf
    if let previous {
      previous.pointee.next.store(leaf, ordering: .releasing)
    } else {
      node.setList(leaf, isTail: isTail)
    }
  }

  private func neighbours(of leaf: LeafPointer) -> (LeafPointer?, LeafPointer?) {
    var previous: LeafPointer?
    var next = leaf.pointee.node.list(isTail: leaf.pointee.traits[LeafTraits.tail])
    // A fork stays the first.
    if let fork = next, fork.pointee.traits[LeafTraits.fork] {
      (previous, next) = (fork, fork.pointee.next.load(ordering: .relaxed))
    }
    guard leaf.pointee.traits[LeafTraits.ranked] else { return (previous, next) }
    if let (before, behind) = longLists.insert(leaf) { return (before ?? previous, behind) }
    let (fork, first) = (previous, next)
    var steps = 0
    while let other = next, other.compareRank(to: leaf) > 0 {
      (previous, next) = (other, other.pointee.next.load(ordering: .relaxed))
      steps += 1
      guard steps < LongLists.limit else {
        longLists.add(leaf.key, first)
        return longLists.insert(leaf).map { ($0.0 ?? fork, $0.1) } ?? (previous, next)
      }
    }
    return (previous, next)
  }

  /// Takes a leaf out of its list.
  func unlink(_ leaf: LeafPointer) {
    longLists.remove(leaf)
    let next = leaf.pointee.next.load(ordering: .relaxed)
    if let previous = leaf.pointee.previous {
      previous.pointee.next.store(next, ordering: .releasing)
    } else {
      leaf.pointee.node.setList(next, isTail: leaf.pointee.traits[LeafTraits.tail])
    }
    next?.pointee.previous = leaf.pointee.previous
  }

  // MARK: - Lists without what is removed

  /// Counts a leaf that is removed and that somebody may still see; where there are many in a list, later readers get
  /// one without them.
  func countUnseen(_ leaf: LeafPointer) {
    guard !leaf.pointee.isReplaced else { return }
    let count = (unseen[leaf.key] ?? 0) + 1
    unseen[leaf.key] = count
    // Looked at again when there are twice as many: a list is gone through as often as it may grow.
    guard count > 8, count & (count - 1) == 0 || count == 9 else { return }
    fork(leaf.pointee.node, isTail: leaf.pointee.traits[LeafTraits.tail])
  }

  /// Gives later readers a list of copies without what is removed, if that is at least as much as is left.
  private func fork(_ node: NodePointer, isTail: Bool) {
    guard let head = node.list(isTail: isTail) else { return }
    let first = head.pointee.traits[LeafTraits.fork] ? head.pointee.next.load(ordering: .relaxed) : head
    var (live, removed) = ([LeafPointer](), 0)
    forEach(from: first) { leaf in
      if leaf.pointee.removed.load(ordering: .relaxed) == .max {
        live.append(leaf)
      } else {
        removed += 1
      }
    }
    guard removed > 8, removed >= live.count else { return }
    longLists.remove(head.key)
    unseen[head.key] = nil
    forEach(from: head) { $0.pointee.isReplaced = true }
    let fork = LeafPointer.make(head.pointee.fork(from: version, earlier: head), rank: .init(start: nil, count: 0))
    var previous = fork
    for leaf in live {
      let copy = LeafPointer.make(leaf.pointee.copy(), rank: leaf.rank)
      copy.pointee.previous = previous
      previous.pointee.next.store(copy, ordering: .relaxed)
      leaf.pointee.route.takeUnretainedValue().setLeaf(copy, at: leaf.pointee.ordinal)
      previous = copy
    }
    node.setList(fork, isTail: isTail)
    retired.add(.fork(fork), in: epoch)
  }

  /// Takes a fork away when nobody reads what was before it.
  /// - Returns: whether it stood at its place still.
  func unlinkFork(_ fork: LeafPointer) -> Bool {
    guard !fork.pointee.isReplaced else { return false }
    let next = fork.pointee.next.load(ordering: .relaxed)
    next?.pointee.previous = nil
    fork.pointee.node.setList(next, isTail: fork.pointee.traits[LeafTraits.tail])
    return true
  }

  /// Frees a fork with the lists before it.
  func free(_ fork: LeafPointer) {
    var known = fork.pointee.earlier
    fork.deallocate()
    while let leaf = known {
      if leaf.pointee.traits[LeafTraits.fork] {
        // What is behind it is of its own list, and is freed behind it.
        var last = leaf
        while let next = last.pointee.next.load(ordering: .relaxed) { last = next }
        last.pointee.next.store(leaf.pointee.earlier, ordering: .relaxed)
      }
      known = leaf.pointee.next.load(ordering: .relaxed)
      leaf.deallocate()
    }
  }

  func forEach(from first: LeafPointer?, _ body: (LeafPointer) -> Void) {
    var known = first
    while let leaf = known {
      known = leaf.pointee.next.load(ordering: .relaxed)
      body(leaf)
    }
  }
}

extension TrieLeaf {
  /// What leads readers of versions from one on to what stands behind it, and others to another list.
  fileprivate borrowing func fork(from version: UInt64, earlier: LeafPointer) -> TrieLeaf {
    TrieLeaf(
      next: Atomic(nil),
      added: .max,
      removed: Atomic(0),
      traits: LeafTraits(
        LeafTraits.fork | traits.bits & LeafTraits.tail,
        lane: traits.lane,
        depth: traits.depth
      ),
      id: id,
      payload: payload,
      tags: 0,
      order: version,
      captured: UInt64(UInt(bitPattern: earlier)),
      ending: 0,
      endingMask: 0,
      pattern: pattern,
      rankCount: 0,
      previous: nil,
      node: node,
      route: route,
      ordinal: -1
    )
  }

  fileprivate borrowing func copy() -> TrieLeaf {
    TrieLeaf(
      next: Atomic(nil),
      added: added,
      removed: Atomic(.max),
      traits: traits,
      id: id,
      payload: payload,
      tags: tags,
      order: order,
      captured: captured,
      ending: ending,
      endingMask: endingMask,
      pattern: pattern,
      rankCount: rankCount,
      previous: nil,
      node: node,
      route: route,
      ordinal: ordinal
    )
  }
}
