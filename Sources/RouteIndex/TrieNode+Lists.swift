internal import Synchronization

extension NodePointer {
  /// Takes memory for a value, with some words behind it.
  static func makeValue(_ node: consuming TrieNode, formSize: Int) -> NodePointer {
    let size = MemoryLayout<TrieNode>.stride + 8 * formSize
    // A line of its own would take as much again.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    let pointer = unsafe memory.bindMemory(to: TrieNode.self, capacity: 1)
    unsafe pointer.initialize(to: node)
    return unsafe pointer
  }

  /// The next child in the chain of values.
  @inline(__always)
  var nextValue: NodePointer? {
    unsafe NodePointer(
      bitPattern: UInt(truncatingIfNeeded: pointee.second.load(ordering: .acquiring))
    )
  }

  /// The first of the routes that end here which is there and may end a search.
  @inline(__always)
  func firstEnd(of query: IndexQuery) -> LeafPointer? {
    var known = unsafe pointee.leaf.load(ordering: .acquiring)
    while let leaf = unsafe known {
      if unsafe leaf.pointee.isThere(in: query.version),
        unsafe query.endTags == .max || leaf.pointee.tags & query.endTags != 0
      {
        return unsafe leaf
      }
      unsafe known = unsafe leaf.next(in: query.version)
    }
    return nil
  }

  /// The list of routes that end here, or that anything may follow.
  func setList(_ head: LeafPointer?, isTail: Bool) {
    if isTail {
      unsafe pointee.tail.store(head, ordering: .releasing)
    } else {
      unsafe pointee.leaf.store(head, ordering: .releasing)
    }
  }

  func list(isTail: Bool) -> LeafPointer? {
    unsafe isTail ? pointee.tail.load(ordering: .relaxed) : pointee.leaf.load(ordering: .relaxed)
  }
}
