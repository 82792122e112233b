internal import Synchronization

/// What is looked for.
struct IndexQuery {
  var lanes: UInt8
  var tags: UInt64
  var isTagged: Bool
  /// The version of the routes that is read.
  var version: UInt64
}

extension IndexReader {
  /// Finds the routes that the segments of a target do not rule out, in the order in which they are asked.
  func find(
    _ target: borrowing RouteTarget,
    _ query: IndexQuery,
    _ tag: IndexTag,
    _ workspace: UnsafeMutablePointer<ReaderRecord.Workspace>
  ) {
    unsafe workspace.pointee.hits.clear()
    unsafe withPath(of: target) { path in
      if unsafe shared.pointee.ignoresCase {
        unsafe withFolded(path) { path in
          unsafe forEachPlace(of: path, tag, workspace, hasCase: false) { place in
            unsafe workspace.pointee.take(from: place, query)
          }
        }
      } else {
        unsafe forEachPlace(of: path, tag, workspace, hasCase: true) { place in
          unsafe workspace.pointee.take(from: place, query)
        }
      }
    }
    unsafe workspace.pointee.hits.sort(shared.pointee.order)
  }

  /// Calls a closure with the bytes of a target's path.
  @inline(__always)
  func withPath(of target: borrowing RouteTarget, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    let (start, end) = (target.pathStart, target.pathEnd)
    unsafe target.withUTF8 { bytes in
      unsafe body(
        UnsafeBufferPointer(
          start: bytes.baseAddress.map { unsafe $0 + start },
          count: end &- start
        )
      )
    }
  }

  /// Calls a closure with a copy of a path whose letters are folded.
  @inline(never)
  private func withFolded(
    _ path: UnsafeBufferPointer<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: path.count) { copy in
      for index in path.indices { unsafe copy[index] = path[index].lowercasedASCII }
      unsafe body(UnsafeBufferPointer(copy))
    }
  }

  /// Calls a closure with the first bucket of each place that the segments of a path lead to.
  @inline(__always)
  func forEachPlace(
    of path: UnsafeBufferPointer<UInt8>,
    _ tag: IndexTag,
    _ workspace: UnsafeMutablePointer<ReaderRecord.Workspace>,
    hasCase: Bool,
    _ body: (BucketPointer) -> Void
  ) {
    // No pattern matches what has not even a slash.
    guard !path.isEmpty else { return }
    let root = unsafe current
    let directory = unsafe root.pointee.directory
    let slots = unsafe root.pointee.slots
    let mask = unsafe root.pointee.mask
    let longest = unsafe directory.pointee.longest
    unsafe workspace.pointee.scan.split(path, upTo: directory.pointee.depth)
    let (groups, groupCount) = unsafe directory.pointee.groups(count: workspace.pointee.scan.count)
    for position in 0..<groupCount {
      let group = unsafe groups + position
      var shapes = unsafe group.pointee.all
      if unsafe group.pointee.filterCount > 0 {
        unsafe shapes &= workspace.pointee.shapes(group.pointee.first, longest)
        if unsafe group.pointee.filterCount > 1 {
          unsafe shapes &= workspace.pointee.shapes(group.pointee.second, longest)
        }
      }
      while shapes != 0 {
        let shape = unsafe group.pointee.entries + shapes.trailingZeroBitCount
        shapes &= shapes &- 1
        let number = unsafe workspace.pointee.number(shape, tag, longest)
        let key = IndexSlot.tag(number)
        var index = Int(truncatingIfNeeded: number) & mask
        while true {
          // In one order with the marks of readers.
          let slot = unsafe slots[index].load(ordering: .sequentiallyConsistent)
          if slot == IndexSlot.empty { break }
          index = (index &+ 1) & mask
          guard slot &>> 48 == key,
            let block = unsafe UnsafeMutablePointer<IndexBucket>(
              bitPattern: UInt(truncatingIfNeeded: IndexSlot.address(slot))
            )
          else { continue }
          let bucket = unsafe BucketPointer(block: block)
          guard unsafe block.pointee.number == number,
            unsafe block.pointee.shapeID == shape.pointee.id,
            unsafe block.pointee.tag == tag,
            unsafe !hasCase || bucket.hasText(of: path, workspace.pointee.scan)
          else { continue }
          body(bucket)
          // Where no text is compared there may be another bucket of the same number.
          if hasCase { break }
        }
      }
    }
  }
}

extension ReaderRecord.Workspace {
  /// The shapes that a segment of the path fits.
  @inline(__always)
  fileprivate mutating func shapes(_ filter: ShapeDirectory.Filter, _ longest: Int) -> UInt64 {
    scan.read(1 &<< UInt64(truncatingIfNeeded: filter.segment), longest: longest)
    return filter.shapes(scan[filter.segment].number)
  }

  /// The number of the path's segments that are literal in a shape, with that of the shape and of a tag.
  @inline(__always)
  fileprivate mutating func number(
    _ shape: UnsafeMutablePointer<ShapeDirectory.Entry>,
    _ tag: IndexTag,
    _ longest: Int
  ) -> UInt64 {
    var rest = unsafe shape.pointee.literals
    scan.read(rest, longest: longest)
    var sum = unsafe shape.pointee.salt &+ tag.first
    while rest != 0 {
      sum &+= scan[rest.trailingZeroBitCount].number
      rest &= rest &- 1
    }
    return SegmentNumber.of(sum: sum)
  }

  /// Takes the routes of a place that the segments do not rule out, in the order in which they are asked.
  fileprivate mutating func take(from first: BucketPointer, _ query: IndexQuery) {
    hits.begin()
    let ending = scan.ending
    var next: BucketPointer? = first
    while let bucket = next {
      next = bucket.next
      guard query.lanes &>> bucket.lane.rawValue & 1 == 1 else { continue }
      let routes = unsafe bucket.routes
      let count = bucket.count
      for position in 0..<count {
        // Guards are asked as they were registered, all others the latest first.
        let index = bucket.lane == .guards ? position : count &- 1 &- position
        let route = unsafe routes + index
        guard unsafe route.pointee.isVisible(in: query.version),
          unsafe !query.isTagged || route.pointee.tags & query.tags != 0,
          unsafe ending & route.pointee.endingMask == route.pointee.ending,
          unsafe !route.pointee.isExact || fits(route, bucket)
        else { continue }
        unsafe hits.append(route, bucket)
      }
    }
  }

  /// Whether the segments fit a route that they decide on.
  @inline(__always)
  func fits(_ route: UnsafeMutablePointer<IndexedRoute>, _ bucket: BucketPointer) -> Bool {
    // Where a value is a whole segment, it is not empty.
    guard unsafe scan.empty & bucket.block.pointee.values == 0 else { return false }
    guard unsafe !route.pointee.needsRest || scan.count > bucket.block.pointee.shape.depth else {
      return false
    }
    guard let forms = unsafe route.pointee.forms else { return true }
    return scan.fits(forms)
  }

  /// The values of a route that the segments decide.
  func captures(_ hit: HitList.Hit, _ base: Int) -> CaptureRanges {
    unsafe hit.route.pointee.captures { index in
      let depth = unsafe hit.bucket.block.pointee.shape.depth
      let (start, end) =
        if index >= 0 {
          (scan.start(index), scan.end(index))
        } else {
          (scan.count > depth ? scan.start(depth) : scan.length, scan.length)
        }
      return UInt32(truncatingIfNeeded: (base &+ start) &<< 16 | (base &+ end))
    }
  }
}
