internal import Synchronization

/// What a look at the segments alone says.
enum QuickLook {
  case found(HitList.Hit)
  case nothing
  /// Patterns or owners are to be asked.
  case unsure
}

extension IndexReader {
  /// Finds the first route by the segments alone, if they are enough.
  @inline(__always)
  func quick(_ path: QuickPath, _ tag: IndexTag, _ version: UInt64) -> QuickLook {
    if unsafe shared.pointee.ignoresCase { return .unsure }
    let root = unsafe current
    let directory = unsafe root.pointee.directory
    let slots = unsafe root.pointee.slots
    let mask = unsafe root.pointee.mask
    var known: UInt64 = 0
    var best: HitList.Hit?
    let (groups, groupCount) = unsafe directory.pointee.groups(
      count: min(path.count, directory.pointee.depth &+ 1)
    )
    var position = 0
    while position < groupCount {
      let group = unsafe groups + position
      position &+= 1
      var shapes = unsafe group.pointee.all
      if unsafe group.pointee.filterCount > 0 {
        shapes &= unsafe group.pointee.first.shapes(path, &known)
        if unsafe group.pointee.filterCount > 1 {
          shapes &= unsafe group.pointee.second.shapes(path, &known)
        }
      }
      while shapes != 0 {
        let shape = unsafe group.pointee.entries + shapes.trailingZeroBitCount
        shapes &= shapes &- 1
        let number = unsafe shape.pointee.number(path, tag, &known)
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
            bucket.hasText(of: path)
          else { continue }
          var isSure = true
          if let hit = first(in: bucket, path, version, &isSure) {
            if let other = best, unsafe shared.pointee.order.precedes(other, hit) { break }
            best = hit
          }
          guard isSure else { return .unsure }
          break
        }
      }
    }
    guard let best else { return .nothing }
    return .found(best)
  }

  /// The first route of a place that the segments fit.
  @inline(__always)
  private func first(
    in first: BucketPointer,
    _ path: QuickPath,
    _ version: UInt64,
    _ isSure: inout Bool
  ) -> HitList.Hit? {
    var next: BucketPointer? = first
    while let bucket = next {
      if bucket.lane.isEnd {
        let routes = unsafe bucket.routes
        var index = bucket.count
        while index > 0 {
          index &-= 1
          let route = unsafe routes + index
          guard unsafe route.pointee.isVisible(in: version) else { continue }
          guard unsafe route.pointee.isSure else {
            isSure = false
            return nil
          }
          // Where a value is a whole segment, it is not empty; that of an expression that is asked may be.
          guard unsafe path.isFull || path.hasValues(bucket.block.pointee.values) else {
            continue
          }
          if let forms = unsafe route.pointee.forms, !path.fits(forms) { continue }
          if unsafe !route.pointee.needsRest || path.count > bucket.block.pointee.shape.depth {
            return unsafe HitList.Hit(route: route, bucket: bucket)
          }
        }
      }
      next = bucket.next
    }
    return nil
  }

  /// A route, and where its values stand.
  @inline(__always)
  func found(_ hit: HitList.Hit, _ path: QuickPath, _ base: Int) -> FoundRoute {
    unsafe FoundRoute(
      id: hit.route.pointee.id,
      lane: hit.route.pointee.lane,
      captures: captures(hit, path, UInt32(truncatingIfNeeded: base) &* 0x10001)
    )
  }

  @inline(__always)
  private func captures(_ hit: HitList.Hit, _ path: QuickPath, _ offset: UInt32) -> CaptureRanges {
    var rest = unsafe hit.route.pointee.captured
    if unsafe hit.route.pointee.capturesRest || rest.nonzeroBitCount > 4 {
      return manyCaptures(hit, path, offset)
    }
    var (word, next) = (UInt64.max, UInt64.max)
    if rest != 0 {
      word = UInt64(path[rest.trailingZeroBitCount].range &+ offset) | 0xFFFF_FFFF_0000_0000
      rest &= rest &- 1
      if rest != 0 {
        word &= UInt64(path[rest.trailingZeroBitCount].range &+ offset) &<< 32 | 0xFFFF_FFFF
        rest &= rest &- 1
        if rest != 0 {
          next = UInt64(path[rest.trailingZeroBitCount].range &+ offset) | 0xFFFF_FFFF_0000_0000
          rest &= rest &- 1
          if rest != 0 {
            next &= UInt64(path[rest.trailingZeroBitCount].range &+ offset) &<< 32 | 0xFFFF_FFFF
          }
        }
      }
    }
    return CaptureRanges(word, next)
  }

  @inline(never)
  private func manyCaptures(
    _ hit: HitList.Hit,
    _ path: QuickPath,
    _ offset: UInt32
  ) -> CaptureRanges {
    let route = unsafe hit.route
    return unsafe route.pointee.captures { index in
      let range =
        index < 0 ? path.rest(from: unsafe hit.bucket.block.pointee.shape.depth) : path[index].range
      return range &+ offset
    }
  }
}

extension ShapeDirectory.Filter {
  /// The shapes that a segment of a path fits.
  @inline(__always)
  fileprivate func shapes(_ path: QuickPath, _ known: inout UInt64) -> UInt64 {
    known |= 1 &<< UInt64(truncatingIfNeeded: segment)
    return shapes(path.read(segment))
  }
}

extension ShapeDirectory.Entry {
  /// The number of the path's segments that are literal in the shape, with that of the shape and of a tag.
  @inline(__always)
  fileprivate func number(_ path: QuickPath, _ tag: IndexTag, _ known: inout UInt64) -> UInt64 {
    var sum = salt &+ tag.first
    var rest = literals & known
    while rest != 0 {
      sum &+= path[rest.trailingZeroBitCount].number
      rest &= rest &- 1
    }
    rest = literals & ~known
    known |= literals
    while rest != 0 {
      sum &+= path.read(rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
    return SegmentNumber.of(sum: sum)
  }
}
