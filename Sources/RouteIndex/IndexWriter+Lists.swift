internal import Synchronization

/// The lists of routes at a node.
extension IndexWriter {
  /// Puts a leaf into the list of its node: where patterns are compared in the order in which they
  /// are asked, else the latest first.
  mutating func link(_ leaf: LeafPointer) {
    let (node, isTail) = unsafe (leaf.pointee.node, leaf.pointee.traits[LeafTraits.tail])
    let (previous, next) = unsafe neighbours(of: leaf)
    unsafe leaf.pointee.previous = unsafe previous
    unsafe leaf.pointee.next.store(next, ordering: .relaxed)
    unsafe next?.pointee.previous = unsafe leaf
    if let previous = unsafe previous {
      unsafe previous.pointee.next.store(leaf, ordering: .releasing)
    } else {
      unsafe node.setList(leaf, isTail: isTail)
    }
  }

  private mutating func neighbours(of leaf: LeafPointer) -> (LeafPointer?, LeafPointer?) {
    var previous: LeafPointer?
    var next = unsafe leaf.pointee.node.list(isTail: leaf.pointee.traits[LeafTraits.tail])
    // A fork stays the first.
    if let fork = unsafe next, unsafe fork.pointee.traits[LeafTraits.fork] {
      unsafe (previous, next) = unsafe (fork, fork.pointee.next.load(ordering: .relaxed))
    }
    guard unsafe leaf.pointee.traits[LeafTraits.ranked] else { return unsafe (previous, next) }
    if let (before, behind) = unsafe longLists.insert(leaf) {
      return unsafe (before ?? previous, behind)
    }
    let (fork, first) = unsafe (previous, next)
    var steps = 0
    while let other = unsafe next, unsafe other.precedes(leaf) {
      unsafe (previous, next) = unsafe (other, other.pointee.next.load(ordering: .relaxed))
      steps += 1
      guard steps < LongLists.limit else {
        unsafe longLists.add(leaf.key, first)
        guard let (before, behind) = unsafe longLists.insert(leaf) else { break }
        return unsafe (before ?? fork, behind)
      }
    }
    return unsafe (previous, next)
  }

  /// Takes a leaf out of its list.
  mutating func unlink(_ leaf: LeafPointer) {
    unsafe longLists.remove(leaf)
    // Those that have to be asked, and fallbacks, are looked for wherever there was one.
    let traits = unsafe leaf.pointee.traits
    if !traits[LeafTraits.exact] || traits[LeafTraits.fallback] { hasLostWays = true }
    let next = unsafe leaf.pointee.next.load(ordering: .relaxed)
    if let previous = unsafe leaf.pointee.previous {
      unsafe previous.pointee.next.store(next, ordering: .releasing)
    } else {
      unsafe setFirst(next, behind: leaf)
    }
    unsafe next?.pointee.previous = unsafe leaf.pointee.previous
  }

  /// Puts what stands behind the first of a list in its place.
  private mutating func setFirst(_ next: LeafPointer?, behind first: LeafPointer) {
    let isTail = unsafe first.pointee.traits[LeafTraits.tail]
    unsafe first.pointee.node.setList(next, isTail: isTail)
    if unsafe isTail && next == nil { hasLostWays = true }
  }

  // MARK: - Lists without what is removed

  /// Counts a leaf that is removed and that somebody may still see; where there are many in a list,
  /// later readers get one without them.
  mutating func countUnseen(_ leaf: LeafPointer) {
    guard unsafe !leaf.pointee.isReplaced else { return }
    let count = unsafe (unseen[leaf.key] ?? 0) + 1
    unsafe unseen[leaf.key] = count
    // Looked at again when there are twice as many: a list is gone through as often as it may grow.
    guard count > 8, count & (count - 1) == 0 || count == 9 else { return }
    unsafe fork(leaf.pointee.node, isTail: leaf.pointee.traits[LeafTraits.tail])
  }

  /// Gives later readers a list of copies without what is removed, if that is at least as much as
  /// is left.
  private mutating func fork(_ node: NodePointer, isTail: Bool) {
    guard let head = unsafe node.list(isTail: isTail) else { return }
    let first =
      unsafe head.pointee.traits[LeafTraits.fork]
      ? head.pointee.next.load(ordering: .relaxed) : head
    var (live, removed) = unsafe ([LeafPointer](), 0)
    unsafe forEach(from: first) { leaf in
      if unsafe leaf.pointee.removed.load(ordering: .relaxed) == .max {
        unsafe live.append(leaf)
      } else {
        removed += 1
      }
    }
    guard removed > 8, unsafe removed >= live.count else { return }
    unsafe longLists.remove(head.key)
    unsafe unseen[head.key] = nil
    unsafe forEach(from: head) { unsafe $0.pointee.isReplaced = true }
    let fork = unsafe LeafPointer.make(
      head.pointee.fork(from: version, earlier: head),
      rank: .init(start: nil, count: 0)
    )
    var previous = unsafe fork
    unsafe live.forEach { leaf in
      let copy = unsafe LeafPointer.make(leaf.pointee.copy(), rank: leaf.rank)
      unsafe copy.pointee.previous = unsafe previous
      unsafe previous.pointee.next.store(copy, ordering: .relaxed)
      unsafe leaf.pointee.route.takeUnretainedValue().setLeaf(
        copy,
        at: Int(leaf.pointee.ordinal)
      )
      unsafe previous = unsafe copy
    }
    unsafe node.setList(fork, isTail: isTail)
    unsafe retired.add(.fork(fork), in: epoch)
  }

  /// Takes a fork away when nobody reads what was before it.
  /// - Returns: whether it stood at its place still.
  mutating func unlinkFork(_ fork: LeafPointer) -> Bool {
    guard unsafe !fork.pointee.isReplaced else { return false }
    let next = unsafe fork.pointee.next.load(ordering: .relaxed)
    unsafe next?.pointee.previous = nil
    unsafe setFirst(next, behind: fork)
    return true
  }

  /// Frees a fork with the lists before it.
  func free(_ fork: LeafPointer) {
    var known = unsafe fork.pointee.earlier
    unsafe fork.deallocate()
    while let leaf = unsafe known {
      if unsafe leaf.pointee.traits[LeafTraits.fork] {
        // What is behind it is of its own list, and is freed behind it.
        var last = unsafe leaf
        while let next = unsafe last.pointee.next.load(ordering: .relaxed) {
          unsafe last = unsafe next
        }
        unsafe last.pointee.next.store(leaf.pointee.earlier, ordering: .relaxed)
      }
      unsafe known = unsafe leaf.pointee.next.load(ordering: .relaxed)
      unsafe leaf.deallocate()
    }
  }

  func forEach(from first: LeafPointer?, _ body: (LeafPointer) -> Void) {
    var known = unsafe first
    while let leaf = unsafe known {
      unsafe known = unsafe leaf.pointee.next.load(ordering: .relaxed)
      unsafe body(leaf)
    }
  }
}

extension TrieLeaf {
  /// Returns a leaf that leads readers of versions from one on to what stands behind it, and others
  /// to another list.
  fileprivate borrowing func fork(from version: UInt64, earlier: LeafPointer) -> TrieLeaf {
    unsafe TrieLeaf(
      added: .max,
      removed: Atomic(0),
      traits: LeafTraits(
        LeafTraits.fork | traits.bits & LeafTraits.tail,
        lane: traits.lane,
        depth: traits.depth,
        endingBits: 0
      ),
      id: id,
      tags: 0,
      ending: 0,
      payload: payload,
      order: version,
      captured: UInt64(UInt(bitPattern: earlier)),
      pattern: pattern,
      node: node,
      route: route,
      ordinal: .max,
      rankCount: 0
    )
  }

  fileprivate borrowing func copy() -> TrieLeaf {
    unsafe TrieLeaf(
      added: added,
      removed: Atomic(.max),
      traits: traits,
      id: id,
      tags: tags,
      ending: ending,
      payload: payload,
      order: order,
      captured: captured,
      pattern: pattern,
      node: node,
      route: route,
      ordinal: ordinal,
      rankCount: rankCount
    )
  }
}
