internal import Synchronization

typealias NodePointer = UnsafeMutablePointer<TrieNode>

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
