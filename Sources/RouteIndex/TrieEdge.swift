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
