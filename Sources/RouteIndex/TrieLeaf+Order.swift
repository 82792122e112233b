internal import Synchronization

/// The memory of leaves, and their order.
extension LeafPointer {
  /// A copy of a leaf, or a new one; the bytes that say how specific it is stand behind it.
  static func make(_ leaf: consuming TrieLeaf, rank: UnsafeRawBufferPointer) -> LeafPointer {
    let size = MemoryLayout<TrieLeaf>.stride + rank.count
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    let pointer = unsafe memory.bindMemory(to: TrieLeaf.self, capacity: 1)
    unsafe pointer.initialize(to: leaf)
    if let bytes = rank.baseAddress {
      unsafe (memory + MemoryLayout<TrieLeaf>.stride).copyMemory(from: bytes, byteCount: rank.count)
    }
    return unsafe pointer
  }

  var rank: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(
      start: UnsafeRawPointer(self) + MemoryLayout<TrieLeaf>.stride,
      count: Int(pointee.rankCount)
    )
  }

  /// The leaf behind it that a reader of a version looks at.
  @inline(__always)
  func next(in version: UInt64) -> LeafPointer? {
    if unsafe pointee.traits[LeafTraits.fork], unsafe version < pointee.order {
      return unsafe pointee.earlier
    }
    return unsafe pointee.next.load(ordering: .acquiring)
  }

  /// Whether it is asked before another leaf of the same lane.
  func precedes(_ other: LeafPointer) -> Bool {
    let comparison = unsafe compareRank(to: other)
    return unsafe comparison == 0 ? isOrdered(before: other) : comparison > 0
  }

  /// Whether it is asked before another leaf of the same lane where they are as specific, or are
  /// not compared.
  @inline(__always)
  func isOrdered(before other: LeafPointer) -> Bool {
    unsafe pointee.traits[LeafTraits.earliestFirst]
      ? pointee.order < other.pointee.order : pointee.order > other.pointee.order
  }

  /// Compares how specific it is with another of its lane: more where the result is above zero.
  func compareRank(to other: LeafPointer) -> Int {
    guard unsafe pointee.traits[LeafTraits.ranked] else { return 0 }
    let (mine, theirs) = unsafe (rank, other.rank)
    for index in 0..<Swift.min(mine.count, theirs.count) where unsafe mine[index] != theirs[index] {
      return unsafe Int(mine[index]) - Int(theirs[index])
    }
    return mine.count - theirs.count
  }
}

extension TrieLeaf {
  /// Of a fork the list of those who read versions before its own.
  @inline(__always)
  var earlier: LeafPointer? { unsafe LeafPointer(bitPattern: UInt(captured)) }
}
