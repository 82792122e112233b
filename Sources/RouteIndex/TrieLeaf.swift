internal import RoutePatterns
internal import Synchronization

/// A route at a node, in a list of all that are there, those that come first before the others.
///
/// It is there for readers of the versions from `added` up to `removed`.
@safe
struct TrieLeaf: ~Copyable {
  // What a list is gone through by: one line of a cache.
  let next: Atomic<LeafPointer?>
  let added: UInt64
  let removed: Atomic<UInt64>
  let traits: LeafTraits
  let id: (UInt64, UInt64)
  let tags: UInt64
  let ending: UInt64

  let payload: UnsafeRawPointer
  let order: UInt64
  let captured: UInt64
  /// The pattern of a route, which is asked where the segments do not decide.
  let pattern: UnownedPattern?

  // What the one who changes the index needs.
  var previous: LeafPointer?
  var node: NodePointer
  let route: Unmanaged<IndexedRoute>
  /// Which of the route's leaves it is.
  let ordinal: UInt32
  /// The number of bytes behind it that say how specific the pattern is.
  let rankCount: UInt16
  /// Whether it is in a list that later readers do not see.
  var isReplaced = false

  /// Whether a reader of a version sees the route.
  @inline(__always)
  func isThere(in version: UInt64) -> Bool {
    added <= version && version < removed.load(ordering: .relaxed)
  }
}

/// The facts known of a route at a node.
struct LeafTraits {
  private(set) var bits: UInt64

  /// The segments decide, and nobody else need be asked.
  static var sure: UInt64 { 1 }
  /// The segments decide what the pattern asks, but for its closures.
  static var exact: UInt64 { 2 }
  static var owned: UInt64 { 4 }
  static var checks: UInt64 { 8 }
  /// A slash has to follow the segments.
  static var needsRest: UInt64 { 16 }
  static var capturesRest: UInt64 { 32 }
  /// Each value is captured.
  static var capturesAll: UInt64 { 64 }
  static var tail: UInt64 { 128 }
  /// Segments and masks say all that there is to say.
  static var quick: UInt64 { sure | capturesAll }
  /// No route: it leads later readers and earlier ones to lists of their own.
  static var fork: UInt64 { 256 }
  /// The routes of its lane are compared by how specific they are.
  static var ranked: UInt64 { 512 }
  /// Of those alike the earlier is asked first.
  static var earliestFirst: UInt64 { 1_024 }

  init(_ bits: UInt64, lane: IndexLane, depth: Int, endingBits: Int) {
    self.bits =
      bits | UInt64(lane.rawValue) << 16 | UInt64(depth) << 24 | UInt64(64 - endingBits) << 32
  }

  @inline(__always)
  subscript(_ trait: UInt64) -> Bool { bits & trait != 0 }

  @inline(__always)
  var lane: IndexLane { IndexLane(rawValue: UInt8(truncatingIfNeeded: bits >> 16 & 3)) ?? .maps }
  var depth: Int { Int(bits >> 24 & 0xFF) }

  /// Whether the last bytes of a path are those that each ends with that matches.
  @inline(__always)
  func allows(_ ending: UInt64, _ own: UInt64) -> Bool { (ending ^ own) >> (bits >> 32) == 0 }
}

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
    if comparison != 0 { return comparison > 0 }
    return unsafe pointee.traits[LeafTraits.earliestFirst]
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
