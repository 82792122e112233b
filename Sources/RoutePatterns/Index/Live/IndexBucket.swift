internal import Synchronization

/// Routes of one shape and one literal text that are asked one after the other, in one block of memory: what they
/// have in common, the text, how specific they are, and the routes.
///
/// Routes are added behind the last, and are then counted. What is taken out is marked, and left behind when the
/// block is made anew. Those of another lane, and those that are more or less specific, are in another bucket, to
/// which `next` leads, in the order in which they are asked.
@safe
struct IndexBucket: ~Copyable {
  // What a lookup looks at first.
  let number: UInt64
  /// What the shape is told apart by, as numbers of different shapes may be equal.
  let shapeID: UInt64
  /// The tag that all of them have, or that of none.
  let tag: IndexTag
  let shape: IndexShape
  /// The segments that are taken as they come, if there is anything in them.
  let values: UInt64
  let lane: IndexLane
  /// How many words the text has.
  let textCount: Int32
  /// How many bytes say how specific the routes are; none where nobody asks.
  let rankCount: Int32
  /// Where the routes begin.
  let routesOffset: Int
  let capacity: Int
  let count = Atomic<Int>(0)
  /// How many are unlinked.
  let removed = Atomic<Int>(0)
  /// The bucket that is asked after this one.
  let next: Atomic<UnsafeMutablePointer<IndexBucket>?>
}

@safe
struct BucketPointer {
  let block: UnsafeMutablePointer<IndexBucket>

  @inline(__always)
  init(block: UnsafeMutablePointer<IndexBucket>) { unsafe self.block = block }

  /// Makes a block for as many routes, none of which is there yet.
  init(
    _ key: IndexKey,
    shapeID: UInt64,
    _ tag: IndexTag,
    _ route: borrowing IndexedPattern,
    capacity: Int
  ) {
    self.init(
      number: key.number(tag),
      shape: key.shape,
      shapeID: shapeID,
      tag: tag,
      lane: route.lane,
      textCount: key.text.count,
      rankCount: route.rank.count,
      capacity: capacity
    )
    for (index, word) in key.text.enumerated() { unsafe text[index] = word }
    unsafe rank.copyMemory(from: route.rank, byteCount: route.rank.count)
  }

  private init(
    number: UInt64,
    shape: IndexShape,
    shapeID: UInt64,
    tag: IndexTag,
    lane: IndexLane,
    textCount: Int,
    rankCount: Int,
    capacity: Int
  ) {
    let offset = Self.textOffset + 8 * textCount
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: offset + capacity * MemoryLayout<IndexedRoute>.stride + rankCount,
      alignment: 16
    )
    unsafe block = memory.bindMemory(to: IndexBucket.self, capacity: 1)
    unsafe block.initialize(
      to: IndexBucket(
        number: number,
        shapeID: shapeID,
        tag: tag,
        shape: shape,
        values: shape.values,
        lane: lane,
        textCount: Int32(textCount),
        rankCount: Int32(rankCount),
        routesOffset: offset,
        capacity: capacity,
        next: Atomic(nil)
      )
    )
  }

  /// Makes a larger or smaller block with the routes that are left.
  func remade(capacity: Int) -> BucketPointer {
    let new = unsafe BucketPointer(
      number: block.pointee.number,
      shape: block.pointee.shape,
      shapeID: block.pointee.shapeID,
      tag: block.pointee.tag,
      lane: block.pointee.lane,
      textCount: Int(block.pointee.textCount),
      rankCount: Int(block.pointee.rankCount),
      capacity: capacity
    )
    unsafe new.text.update(from: text, count: Int(block.pointee.textCount))
    unsafe new.rank.copyMemory(from: rank, byteCount: Int(block.pointee.rankCount))
    for index in 0..<count where unsafe !routes[index].isUnlinked.load(ordering: .relaxed) {
      unsafe new.append(routes[index].copy())
    }
    unsafe new.block.pointee.next.store(next?.block, ordering: .relaxed)
    return new
  }

  private static var textOffset: Int { (MemoryLayout<IndexBucket>.size + 7) & ~7 }

  var memory: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(block) }

  @inline(__always)
  private var text: UnsafeMutablePointer<UInt64> {
    unsafe (memory + Self.textOffset).assumingMemoryBound(to: UInt64.self)
  }

  private var rank: UnsafeMutableRawPointer {
    // Last, as it is seldom looked at.
    unsafe memory + block.pointee.routesOffset
      + block.pointee.capacity * MemoryLayout<IndexedRoute>.stride
  }

  /// The routes.
  @inline(__always)
  var routes: UnsafeMutablePointer<IndexedRoute> {
    unsafe (memory + block.pointee.routesOffset).assumingMemoryBound(to: IndexedRoute.self)
  }

  /// The number of routes, unlinked ones included.
  @inline(__always)
  var count: Int { unsafe block.pointee.count.load(ordering: .acquiring) }

  var removed: Int { unsafe block.pointee.removed.load(ordering: .relaxed) }

  var isFull: Bool { unsafe count == block.pointee.capacity }

  var lane: IndexLane { unsafe block.pointee.lane }

  /// The bucket that is asked after this one.
  @inline(__always)
  var next: BucketPointer? {
    guard let next = unsafe block.pointee.next.load(ordering: .sequentiallyConsistent) else {
      return nil
    }
    return unsafe BucketPointer(block: next)
  }

  /// The position of the record of a payload that is not unlinked.
  func position(of payload: UnsafeRawPointer) -> Int? {
    let routes = unsafe routes
    // What goes is more often of the latest than of the first.
    var position = count
    while position > 0 {
      position -= 1
      if unsafe routes[position].payload == payload,
        unsafe !routes[position].isUnlinked.load(ordering: .relaxed)
      {
        return position
      }
    }
    return nil
  }

  /// Adds a route where there is room.
  func append(_ route: consuming IndexedRoute) {
    let count = count
    unsafe (routes + count).initialize(to: route)
    unsafe block.pointee.count.store(count + 1, ordering: .releasing)
  }
}

// MARK: - Comparisons

extension BucketPointer {
  /// Whether the literal text is that of a key.
  func hasText(_ words: [UInt64]) -> Bool {
    guard unsafe words.count == Int(block.pointee.textCount) else { return false }
    return words.indices.allSatisfy { unsafe words[$0] == text[$0] }
  }

  /// Whether the literal text is that of a path; letters must not be folded.
  @inline(__always)
  func hasText(of path: UnsafeBufferPointer<UInt8>, _ scan: borrowing PathScan) -> Bool {
    var place = unsafe text
    var rest = unsafe block.pointee.shape.literals
    var difference: UInt64 = 0
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      let start = scan.start(index)
      let length = scan.end(index) &- start
      difference |= unsafe place[0] ^ UInt64(truncatingIfNeeded: length)
      difference |= unsafe place[1] ^ scan[index].first
      difference |= unsafe place[2] ^ scan[index].second
      unsafe place += 3
      if length > 16 {
        guard difference == 0,
          unsafe hasText(of: path, at: start &+ 16..<start &+ length, UnsafeRawPointer(place))
        else { return false }
        unsafe place += (length &- 9) / 8
      }
    }
    return difference == 0
  }

  /// Whether the literal text is that of a path, as far as it was read.
  @inline(__always)
  func hasText(of path: QuickPath) -> Bool {
    var place = unsafe text
    var rest = unsafe block.pointee.shape.literals
    var difference: UInt64 = 0
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      let length = path[index].length
      difference |= unsafe place[0] ^ UInt64(truncatingIfNeeded: length)
      difference |= unsafe place[1] ^ path[index].first
      difference |= unsafe place[2] ^ path[index].second
      unsafe place += 3
      if length > 16 {
        let start = path[index].start
        guard difference == 0,
          unsafe path.hasText(start &+ 16..<start &+ length, UnsafePointer(place))
        else { return false }
        unsafe place += (length &- 9) / 8
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
      let word = unsafe (place + (index - range.lowerBound) / 8 * 8).load(as: UInt64.self)
      return unsafe path[index]
        == UInt8(truncatingIfNeeded: word >> UInt64((index - range.lowerBound) % 8 * 8))
    }
  }

  /// How specific the routes are beside those of another bucket: more where it is above zero.
  func compareRank(to other: BucketPointer) -> Int {
    let mine = unsafe UnsafeRawBufferPointer(start: rank, count: Int(block.pointee.rankCount))
    let theirs = unsafe UnsafeRawBufferPointer(
      start: other.rank,
      count: Int(other.block.pointee.rankCount)
    )
    return unsafe Self.compare(mine, theirs)
  }

  /// The same beside a route that is to be added.
  func compareRank(to other: [UInt8]) -> Int {
    unsafe other.withUnsafeBytes { theirs in
      let mine = unsafe UnsafeRawBufferPointer(start: rank, count: Int(block.pointee.rankCount))
      return unsafe Self.compare(mine, theirs)
    }
  }

  private static func compare(
    _ one: UnsafeRawBufferPointer,
    _ other: UnsafeRawBufferPointer
  ) -> Int {
    let count = min(one.count, other.count)
    for index in 0..<count {
      let (mine, theirs) = unsafe (one[index], other[index])
      if mine != theirs { return Int(mine) - Int(theirs) }
    }
    return one.count - other.count
  }
}
