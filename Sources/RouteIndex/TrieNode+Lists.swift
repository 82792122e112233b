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

  /// The list of routes that end here, or that anything may follow.
  func setList(_ head: LeafPointer?, isTail: Bool) {
    if isTail {
      unsafe pointee.tail.store(head, ordering: .releasing)
    } else {
      unsafe pointee.leaf.store(head, ordering: .releasing)
    }
  }

  func list(isTail: Bool) -> LeafPointer? {
    unsafe isTail
      ? pointee.tail.load(ordering: .acquiring) : pointee.leaf.load(ordering: .acquiring)
  }
}
