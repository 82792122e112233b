internal import Synchronization

/// All routes of one shape and one literal text, in one block of memory: what they have in common, the text, and
/// the routes one after another.
///
/// Routes are added behind the last, and are then counted. What is taken out is marked, and left behind when the
/// block is made anew.
@safe
struct IndexBucket: ~Copyable {
  let number: UInt64
  let shape: IndexShape
  /// The bytes of the text, words of eight, the length of each segment before it.
  let textSize: Int
  let capacity: Int
  let count = Atomic<Int>(0)
  /// How many are marked as taken out.
  let removed = Atomic<Int>(0)

  /// The segments that are taken as they come, if there is anything in them.
  @inline(__always)
  var values: UInt64 { ~shape.literals & ~(~0 &<< UInt64(truncatingIfNeeded: shape.depth)) }
}

@safe
struct BucketPointer {
  let block: UnsafeMutablePointer<IndexBucket>

  init(block: UnsafeMutablePointer<IndexBucket>) { unsafe self.block = block }

  /// Makes a block for as many routes, none of which is there yet.
  init(_ key: IndexKey, capacity: Int) {
    let textSize = key.literals.reduce(0) { $0 + Self.size(of: $1) }
    let size =
      Self.textOffset + textSize + capacity * MemoryLayout<IndexedRoute>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    unsafe block = memory.bindMemory(to: IndexBucket.self, capacity: 1)
    unsafe block.initialize(
      to: IndexBucket(
        number: key.number,
        shape: key.shape,
        textSize: textSize,
        capacity: capacity
      )
    )
    var place = unsafe text
    for literal in key.literals {
      unsafe place.storeBytes(of: UInt64(literal.count), as: UInt64.self)
      let padding = Self.size(of: literal) - 8 - literal.count
      unsafe (place + 8).copyMemory(from: literal, byteCount: literal.count)
      unsafe (place + 8 + literal.count).initializeMemory(
        as: UInt8.self,
        repeating: 0,
        count: padding
      )
      unsafe place += Self.size(of: literal)
    }
  }

  /// What a segment of the text takes: its length, and its bytes in words, two of them at least.
  private static func size(of literal: [UInt8]) -> Int { 8 + max(16, (literal.count + 7) / 8 * 8) }

  /// Makes a larger or smaller block with the routes that are left.
  func remade(capacity: Int) -> BucketPointer {
    let size =
      unsafe Self.textOffset + block.pointee.textSize + capacity
      * MemoryLayout<IndexedRoute>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    let new = unsafe memory.bindMemory(to: IndexBucket.self, capacity: 1)
    unsafe new.initialize(
      to: IndexBucket(
        number: block.pointee.number,
        shape: block.pointee.shape,
        textSize: block.pointee.textSize,
        capacity: capacity
      )
    )
    let bucket = unsafe BucketPointer(block: new)
    unsafe bucket.text.copyMemory(from: text, byteCount: block.pointee.textSize)
    for index in 0..<count where unsafe !routes[index].isRemoved.load(ordering: .relaxed) {
      unsafe bucket.append(routes[index].copy())
    }
    return bucket
  }

  private static var textOffset: Int { (MemoryLayout<IndexBucket>.size + 15) & ~15 }

  var memory: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(block) }

  private var text: UnsafeMutableRawPointer { unsafe memory + Self.textOffset }

  /// The routes.
  @inline(__always)
  var routes: UnsafeMutablePointer<IndexedRoute> {
    let place = unsafe memory + Self.textOffset + block.pointee.textSize
    return unsafe place.assumingMemoryBound(to: IndexedRoute.self)
  }

  @inline(__always)
  var count: Int { unsafe block.pointee.count.load(ordering: .acquiring) }

  var removed: Int { unsafe block.pointee.removed.load(ordering: .relaxed) }

  var isFull: Bool { unsafe count == block.pointee.capacity }

  /// Adds a route where there is room.
  func append(_ route: consuming IndexedRoute) {
    let count = count
    unsafe (routes + count).initialize(to: route)
    unsafe block.pointee.count.store(count + 1, ordering: .releasing)
  }

  /// Whether the literal text is that of a key.
  func hasText(_ literals: [[UInt8]]) -> Bool {
    var place = unsafe text
    for literal in literals {
      guard unsafe place.load(as: UInt64.self) == UInt64(literal.count) else { return false }
      for (index, byte) in literal.enumerated() {
        guard unsafe place.load(fromByteOffset: 8 + index, as: UInt8.self) == byte else {
          return false
        }
      }
      unsafe place += Self.size(of: literal)
    }
    return true
  }

  /// Whether the literal text is that of a path; letters must not be folded.
  @inline(__always)
  func hasText(of path: UnsafeBufferPointer<UInt8>, _ scan: borrowing PathScan) -> Bool {
    var place = unsafe UnsafeRawPointer(text)
    var rest = unsafe block.pointee.shape.literals
    var difference: UInt64 = 0
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      let (start, end) = (scan.start(index), scan.end(index))
      let length = unsafe place.load(as: UInt64.self)
      difference |= length ^ UInt64(truncatingIfNeeded: end &- start)
      difference |= unsafe SegmentNumber.load(place + 8) ^ scan[index].first
      difference |= unsafe SegmentNumber.load(place + 16) ^ scan[index].second
      unsafe place += 24
      if length > 16 {
        let rest = start &+ 16..<end
        guard difference == 0, unsafe hasText(of: path, at: rest, place) else { return false }
        unsafe place += (Int(length) &- 9) / 8 * 8
      }
    }
    return difference == 0
  }

  /// Whether some bytes of a path are those at a place.
  @inline(never)
  private func hasText(
    of path: UnsafeBufferPointer<UInt8>,
    at range: Range<Int>,
    _ place: UnsafeRawPointer
  ) -> Bool {
    range.allSatisfy { index in
      unsafe path[index]
        == place.load(fromByteOffset: index - range.lowerBound, as: UInt8.self)
    }
  }
}
