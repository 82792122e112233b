internal import Synchronization

typealias NodePointer = UnsafeMutablePointer<TrieNode>
typealias LeafPointer = UnsafeMutablePointer<TrieLeaf>

/// A node that the segments of paths lead to: 64 bytes, one line of a cache.
///
/// A node that a literal leads to lies in the table of the trie. Any other node, a child that is a
/// value, lies by itself; the children of a node that are values form a chain, the most specific
/// first.
@safe
struct TrieNode: ~Copyable {
  /// The first eight bytes of the literal that leads here, zero where it has fewer; of a value what
  /// its text may begin and end with.
  var first: UInt64
  /// The last eight bytes of a literal of more than eight, the address of the text of one of more
  /// than sixteen; of a value the address of the next child in the chain.
  let second: Atomic<UInt64>
  /// The parent's id, and below it the length of the literal or what else leads here; 0 in a slot
  /// that is free.
  let key: Atomic<UInt64>
  /// The id, never 0, above 32 zeros.
  var own: UInt64
  /// The address of the first child that is a value, and in its lowest bits what other ways lead
  /// on.
  let links: Atomic<UInt64>
  /// The routes that end here, and those that anything may follow.
  let leaf: Atomic<LeafPointer?>
  let tail: Atomic<LeafPointer?>
  /// The number that the slot is told from; made of the path alone.
  var number: UInt64

  init(first: UInt64 = 0, second: UInt64 = 0, id: UInt32, number: UInt64) {
    self.first = first
    self.second = Atomic(second)
    self.number = number
    own = UInt64(id) << 32
    key = Atomic(0)
    links = Atomic(0)
    unsafe leaf = unsafe Atomic(nil)
    unsafe tail = unsafe Atomic(nil)
  }

  var id: Int { Int(own >> 32) }
  var parent: Int { Int(key.load(ordering: .relaxed) >> 32) }
  /// The edge that leads here: the length of a literal, or one of `TrieEdge`.
  var edge: UInt32 { UInt32(truncatingIfNeeded: key.load(ordering: .relaxed)) }
  var isEmpty: Bool {
    unsafe leaf.load(ordering: .relaxed) == nil && tail.load(ordering: .relaxed) == nil
  }
}

/// The edges that lead to a node and are no literals; the lengths of literals are less.
enum TrieEdge {
  static let form: UInt32 = 0xFFFF_FFF0
  /// Any text but the empty one.
  static let value: UInt32 = 0xFFFF_FFF1
  /// Any text.
  static let anything: UInt32 = 0xFFFF_FFF2
  /// The routes with one tag, of the node before.
  static let tag: UInt32 = 0xFFFF_FFF3
}

/// The ways that lead on from a node.
enum TrieLinks {
  static var hasLiterals: UInt64 { 1 }
  /// There are routes that anything may follow.
  static var hasTail: UInt64 { 2 }
  /// Not any text leads to the first value of the chain.
  static var hasForms: UInt64 { 4 }
  /// Values lead on, or routes of the tail are, of which the pattern has to be asked: they may come
  /// before what is more specific segment by segment.
  static var hasOthers: UInt64 { 8 }

  /// The bits that are no address.
  static var all: UInt64 { 15 }

  @inline(__always)
  static func value(_ links: UInt64) -> NodePointer? {
    unsafe NodePointer(bitPattern: UInt(truncatingIfNeeded: links & ~all))
  }
}

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
    unsafe isTail ? pointee.tail.load(ordering: .relaxed) : pointee.leaf.load(ordering: .relaxed)
  }
}
