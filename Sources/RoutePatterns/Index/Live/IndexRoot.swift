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

/// The shapes that paths of each number of segments can have, those of one number side by side.
@safe
struct ShapeDirectory: ~Copyable {
  /// What is looked for.
  struct Entry {
    var literals: UInt64
    var salt: UInt64
  }

  /// The most segments that a shape has.
  let depth: Int
  /// The length of the longest literal segment that there has been.
  let longest: Int
  /// Where the entries of each number of segments begin; behind the last those of all larger numbers.
  private let offsets: UnsafeMutablePointer<Int>
  /// The segments that are literal in some shape of paths of each number of segments.
  private let literals: UnsafeMutablePointer<UInt64>
  private let entries: UnsafeMutablePointer<Entry>

  init(_ shapes: some Collection<IndexShape>, longest: Int) {
    self.longest = longest
    depth = shapes.map(\.depth).max() ?? 0
    var found: [Entry] = []
    unsafe offsets = .allocate(capacity: depth + 3)
    unsafe literals = .allocate(capacity: depth + 2)
    for count in 0...(depth + 1) {
      unsafe (offsets + count).initialize(to: found.count)
      unsafe (literals + count).initialize(to: 0)
      for shape in shapes where shape.fits(count: count) {
        unsafe literals[count] |= shape.literals
        found.append(Entry(literals: shape.literals, salt: shape.salt))
      }
    }
    unsafe (offsets + depth + 2).initialize(to: found.count)
    unsafe entries = .allocate(capacity: max(found.count, 1))
    for (index, entry) in found.enumerated() { unsafe (entries + index).initialize(to: entry) }
  }

  /// The shapes of paths of a number of segments, which is one more than the depth for all that have more.
  @inline(__always)
  func entries(count: Int) -> UnsafeBufferPointer<Entry> {
    let (start, end) = unsafe (offsets[count], offsets[count &+ 1])
    return unsafe UnsafeBufferPointer(start: entries + start, count: end &- start)
  }

  /// The segments of such paths whose texts are looked for.
  @inline(__always)
  func literals(count: Int) -> UInt64 { unsafe literals[count] }

  func free() {
    unsafe offsets.deallocate()
    unsafe literals.deallocate()
    unsafe entries.deallocate()
  }
}
