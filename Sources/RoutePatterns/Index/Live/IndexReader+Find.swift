internal import Synchronization

extension IndexReader {
  /// Finds the routes that the segments of a target do not rule out, in the order in which they are asked.
  @inline(__always)
  func find(
    _ target: borrowing RouteTarget,
    lanes: IndexLane.Set,
    tags: UInt64?,
    upTo order: UInt64,
    _ workspace: UnsafeMutablePointer<ReaderRecord.Workspace>
  ) {
    let root = unsafe current
    let (start, end) = (target.pathStart, target.pathEnd)
    unsafe target.withUTF8 { bytes in
      let path = unsafe UnsafeBufferPointer(
        start: bytes.baseAddress.map { unsafe $0 + start },
        count: end &- start
      )
      let search = IndexQuery(
        lanes: lanes.bits,
        tags: tags ?? 0,
        isTagged: tags != nil,
        order: order
      )
      if unsafe shared.pointee.ignoresCase {
        unsafe workspace.pointee.findFolded(path, in: root, search)
      } else {
        unsafe workspace.pointee.find(path, in: root, search, hasCase: true)
      }
    }
    if unsafe workspace.pointee.hits.count > 1 {
      unsafe workspace.pointee.hits.sort(shared.pointee.order)
    }
  }
}

/// What is looked for.
private struct IndexQuery {
  var lanes: UInt8
  var tags: UInt64
  var isTagged: Bool
  var order: UInt64
}

extension ReaderRecord.Workspace {
  /// As `find`, in a copy of the path whose letters are folded.
  @inline(never)
  fileprivate mutating func findFolded(
    _ path: UnsafeBufferPointer<UInt8>,
    in root: UnsafeMutablePointer<IndexRoot>,
    _ query: IndexQuery
  ) {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: path.count) { copy in
      for index in path.indices { unsafe copy[index] = path[index].lowercasedASCII }
      unsafe find(UnsafeBufferPointer(copy), in: root, query, hasCase: false)
    }
  }

  @inline(__always)
  fileprivate mutating func find(
    _ path: UnsafeBufferPointer<UInt8>,
    in root: UnsafeMutablePointer<IndexRoot>,
    _ query: IndexQuery,
    hasCase: Bool
  ) {
    hits.clear()
    // No pattern matches what has not even a slash.
    guard !path.isEmpty else { return }
    let directory = unsafe root.pointee.directory
    unsafe scan.split(path, upTo: directory.pointee.depth)
    unsafe scan.read(
      directory.pointee.literals(count: scan.count),
      longest: directory.pointee.longest
    )
    let slots = unsafe root.pointee.slots
    let mask = unsafe root.pointee.mask
    let shapes = unsafe directory.pointee.entries(count: scan.count)
    for position in 0..<shapes.count {
      let shape = unsafe shapes[position]
      let number = scan.number(salt: shape.salt, literals: shape.literals)
      let tag = IndexSlot.tag(number)
      var index = Int(truncatingIfNeeded: number) & mask
      while true {
        // In one order with the marks of readers.
        let slot = unsafe slots[index].load(ordering: .sequentiallyConsistent)
        if slot == IndexSlot.empty { break }
        index = (index &+ 1) & mask
        guard slot &>> 48 == tag,
          let block = unsafe UnsafeMutablePointer<IndexBucket>(
            bitPattern: UInt(truncatingIfNeeded: IndexSlot.address(slot))
          )
        else { continue }
        let bucket = unsafe BucketPointer(block: block)
        guard unsafe block.pointee.number == number,
          unsafe !hasCase || bucket.hasText(of: path, scan)
        else { continue }
        take(from: bucket, query)
        // Where no text is compared there may be another bucket of the same number.
        if hasCase { break }
      }
    }
  }

  @inline(__always)
  private mutating func take(
    from bucket: BucketPointer,
    _ query: IndexQuery
  ) {
    // Where a value is a whole segment, it is not empty.
    let isFull = unsafe scan.empty & bucket.block.pointee.values == 0
    let hasRest = unsafe scan.count > bucket.block.pointee.shape.depth
    let routes = unsafe bucket.routes
    // The latest first, which most lanes begin with: what is nearly in order is quickly brought into it.
    var index = bucket.count
    while index > 0 {
      index &-= 1
      let route = unsafe routes + index
      guard unsafe query.lanes &>> route.pointee.lane.rawValue & 1 == 1,
        unsafe !route.pointee.isRemoved.load(ordering: .acquiring),
        unsafe route.pointee.order <= query.order,
        unsafe !query.isTagged || route.pointee.tags & query.tags != 0,
        unsafe !route.pointee.isExact || (isFull && (hasRest || !route.pointee.needsRest))
      else { continue }
      unsafe hits.append(route, bucket)
    }
  }

  /// The values of a route that the segments decide.
  @inline(__always)
  func captures(_ hit: HitList.Hit, _ base: Int) -> CaptureRanges {
    var ranges = CaptureRanges()
    var value = 0
    var rest = unsafe hit.route.pointee.captured
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      ranges.set(value, base &+ scan.start(index), base &+ scan.end(index))
      value &+= 1
    }
    if unsafe hit.route.pointee.capturesRest {
      let depth = unsafe hit.bucket.block.pointee.shape.depth
      let start = scan.count > depth ? scan.start(depth) : scan.length
      ranges.set(value, base &+ start, base &+ scan.length)
    }
    return ranges
  }
}
