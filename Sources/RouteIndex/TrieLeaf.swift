internal import RoutePatterns
internal import Synchronization

typealias LeafPointer = UnsafeMutablePointer<TrieLeaf>

/// A route at a node, in a list of all that are there, those that come first before the others.
///
/// It is there for readers of the versions from `added` up to `removed`.
@safe
struct TrieLeaf: ~Copyable {
  // What a list is gone through by: one line of a cache.
  let next = unsafe Atomic<LeafPointer?>(nil)
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
