internal import Synchronization

/// What a reader starts from: the table of buckets, and the shapes to look for; replaced as a whole.
@safe
struct IndexRoot: ~Copyable {
  /// Each is empty, or was used, or holds a bucket's address with bits of its number above.
  let slots: UnsafeMutablePointer<Atomic<UInt64>>
  /// One less than the number of slots, a power of two.
  let mask: Int
  let directory: UnsafeMutablePointer<ShapeDirectory>
}

/// The content of a slot.
enum IndexSlot {
  static let empty: UInt64 = 0
  /// A bucket was here, so that one looks further.
  static let used: UInt64 = 1

  /// What the uppermost bits are for a number; never zero.
  @inline(__always)
  static func tag(_ number: UInt64) -> UInt64 { number &>> 48 | 1 }

  @inline(__always)
  static func address(_ slot: UInt64) -> UInt64 { slot & 0xFFFF_FFFF_FFFF }
}
