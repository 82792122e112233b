package import RoutePatterns
internal import CSwitchyard
internal import Synchronization

/// The answer of the quick way, in words that are handed on in registers.
package struct QuickAnswer {
  package let id: (UInt64, UInt64)
  /// A bit for each slash of the path and one for its end; 0 where no route was found.
  package let slashes: UInt64
  /// Those of them that end a value; where no route was found, whether there may be one.
  package let values: UInt64

  @inline(__always)
  init(id: (UInt64, UInt64), slashes: UInt64, values: UInt64) {
    self.id = id
    self.slashes = slashes
    self.values = values
  }

  /// Whether there may be a route that this way does not find.
  package var isUndecided: Bool { slashes == 0 && values != 0 }

  @inline(__always)
  static var nothing: QuickAnswer { QuickAnswer(id: (0, 0), slashes: 0, values: 0) }
  @inline(__always)
  static var undecided: QuickAnswer { QuickAnswer(id: (0, 0), slashes: 0, values: 1) }
}

/// The answer of the quick way to an object.
package enum QuickObject {
  case found(AnyObject, SegmentMarks)
  case nothing
  /// There may be one that this way does not find.
  case undecided
}

/// The answer of the quick way within a search.
enum FirstMap {
  /// It has been taken.
  case found
  case nothing
  /// There may be one that this way does not find.
  case undecided
}

extension Readers {
  /// The record of this thread, which is looked up once.
  @inline(never)
  static func knownRecord() -> RecordPointer { unsafe recordOfWord() }

  /// The same, inlined; in this file alone, as each file that includes the header has a word of its
  /// own in each thread.
  @inline(__always)
  fileprivate static func recordOfWord() -> RecordPointer {
    #if os(Linux)
      let word = unsafe cswitchyard_thread_word()
      if let known = unsafe word.pointee {
        return unsafe known.assumingMemoryBound(to: ReaderRecord.self)
      }
      let record = unsafe record()
      unsafe word.pointee = UnsafeMutableRawPointer(record)
      return unsafe record
    #else
      return unsafe record()
    #endif
  }

  /// Leaves the record of a thread that ends to others: what the thread still does finds one anew.
  @inline(never)
  static func forgetWord() {
    #if os(Linux)
      unsafe cswitchyard_thread_word().pointee = nil
    #endif
  }
}

/// The quick way: one walk to what the segments decide, by itself.
extension IndexReader {
  /// Finds the map of a short path that the segments decide, by itself: what is slow takes no
  /// registers from it.
  @inline(never)
  package func quick(_ target: borrowing RouteTarget) -> QuickAnswer { quick(target, tag: nil) }

  /// Finds the map of a short path that has a tag.
  @inline(never)
  package func quick(_ target: borrowing RouteTarget, _ tag: IndexTag) -> QuickAnswer {
    quick(target, tag: tag)
  }

  @inline(__always)
  private func quick(_ target: borrowing RouteTarget, tag: IndexTag?) -> QuickAnswer {
    let record = unsafe Readers.recordOfWord()
    // A search within another has a workspace of its own.
    if unsafe record.pointee.mark.load(ordering: .relaxed) != 0 { return .undecided }
    let answer = unsafe walk(target, tag, record)
    unsafe record.pointee.mark.store(0, ordering: .releasing)
    return answer
  }

  @inline(__always)
  private func walk(
    _ target: borrowing RouteTarget,
    _ tag: IndexTag?,
    _ record: RecordPointer
  ) -> QuickAnswer {
    let workspace = unsafe record.pointee.workspace
    let text = target.text
    let (pathStart, length) = (target.pathStart, target.pathEnd &- target.pathStart)
    if length > 62 { return .undecided }
    // A bit for the end of each segment.
    let end: UInt64 = 1 &<< UInt64(truncatingIfNeeded: length)
    var slashes: UInt64 = 0
    // Where the last word can be read.
    var last = 8
    // As long as `text` is there.
    let address: UnsafeRawPointer? =
      unsafe text.utf8.withContiguousStorageIfAvailable { bytes -> UnsafeRawPointer? in
        let address = unsafe UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped)
        if length >= 16 {
          slashes = unsafe Self.slashes(address + pathStart, length) | end
          last = length &- 8
          return unsafe address + pathStart
        }
        // The masks leave out what stands behind the path.
        if pathStart &+ 16 <= bytes.count {
          slashes = unsafe cswitchyard_slashes(address + pathStart) & (end &- 1) | end
          return unsafe address + pathStart
        }
        guard bytes.count < 16, pathStart == 0 else { return nil }
        // A short text lies on the stack, with zeros behind it: from there it could be read in its
        // two words alone.
        let low = unsafe address.load(as: UInt64.self)
        let high = unsafe address.load(fromByteOffset: 8, as: UInt64.self)
        let short = unsafe workspace.pointee.short
        unsafe short.storeBytes(of: SIMD2(low, high), as: SIMD2<UInt64>.self)
        slashes = unsafe cswitchyard_slashes(short) & (end &- 1) | end
        return UnsafeRawPointer(short)
      } ?? nil
    guard let path = unsafe address else { return .undecided }
    // Not before: nothing is read until the mark is seen by all, and the path is not the index's.
    unsafe mark(record)
    let version = visible
    return unsafe descend(path, slashes, last, .maps, workspace) { root, node, number in
      guard let tag else { return unsafe node.pointee.leaf.load(ordering: .acquiring) }
      return unsafe root.pointee.tagged(tag, of: node, number)?.pointee.leaf
        .load(ordering: .acquiring)
    } found: { leaf, values in
      unsafe leaf.pointee.isThere(in: version)
        ? QuickAnswer(id: leaf.pointee.id, slashes: slashes, values: values) : .undecided
    } undecided: {
      .undecided
    } nothing: { root in
      unsafe isNothing(root) ? .nothing : .undecided
    }
  }

  /// Finds the only object of a lane that a path comes to, which the segments decide.
  ///
  /// The path is in no other case than the patterns, and there are no fallbacks.
  @unsafe
  package func quickObject(
    _ path: UnsafeRawPointer,
    _ length: Int,
    in lane: IndexLane
  ) -> QuickObject {
    let record = unsafe Readers.recordOfWord()
    guard unsafe record.pointee.mark.load(ordering: .relaxed) == 0, length <= 62 else {
      return .undecided
    }
    let short = unsafe record.pointee.workspace.pointee.short
    let text = unsafe length < 16 ? ShortPath.copy(path, length, to: short) : path
    let end: UInt64 = 1 &<< UInt64(truncatingIfNeeded: length)
    let slashes = unsafe length < 16 ? cswitchyard_slashes(text) : Self.slashes(text, length)
    unsafe mark(record)
    let version = visible
    let object = unsafe descend(
      text,
      slashes | end,
      max(length &- 8, 8),
      lane,
      record.pointee.workspace
    ) { _, node, _ in
      unsafe node.pointee.leaf.load(ordering: .acquiring)
    } found: { leaf, values in
      // Of several that are alike the order decides.
      guard unsafe leaf.pointee.isThere(in: version),
        unsafe leaf.pointee.next.load(ordering: .acquiring) == nil
      else { return .undecided }
      // Held before the mark is taken away.
      return unsafe .found(
        Unmanaged<AnyObject>.fromOpaque(leaf.pointee.payload).takeUnretainedValue(),
        SegmentMarks(slashes: slashes | end, values: values)
      )
    } undecided: {
      QuickObject.undecided
    } nothing: { root in
      unsafe isNothing(root) ? .nothing : .undecided
    }
    unsafe record.pointee.mark.store(0, ordering: .releasing)
    return object
  }

  /// Finds the first of all maps that a path comes to, where the segments decide it, and takes it.
  ///
  /// The path is in no other case than the patterns, and sixteen bytes of it can be read.
  func firstMap(
    _ path: UnsafeRawPointer,
    _ length: Int,
    _ query: IndexQuery,
    _ workspace: UnsafeMutablePointer<SearchWorkspace>
  ) -> FirstMap {
    if length > 62 { return .undecided }
    let end: UInt64 = 1 &<< UInt64(truncatingIfNeeded: length)
    let slashes = unsafe length < 16 ? cswitchyard_slashes(path) : Self.slashes(path, length)
    return unsafe descend(
      path,
      slashes | end,
      max(length &- 8, 8),
      .maps,
      workspace
    ) { _, node, _ in
      unsafe node.firstEnd(of: query)
    } found: { leaf, _ in
      unsafe workspace.pointee.append(leaf)
      return FirstMap.found
    } undecided: {
      .undecided
    } nothing: { _ in
      .nothing
    }
  }

  /// Goes from segment to segment, and back where a value leads nowhere.
  ///
  /// - Parameters:
  ///   - path: the path, of which at least sixteen bytes can be read.
  ///   - slashes: a bit for each slash and one for the end.
  ///   - last: where the last word can be read.
  ///   - lane: the lane.
  ///   - workspace: that of the thread, which has made its mark.
  ///   - leaf: the route that counts of those at a node.
  ///   - found: what is returned of a route, whose values end at some of the slashes.
  ///   - undecided: what is returned where there may be one that this way does not find.
  ///   - nothing: what is returned where there is none.
  /// - Returns: what one of the last three closures makes.
  @inline(__always)
  private func descend<Answer>(
    _ path: UnsafeRawPointer,
    _ slashes: UInt64,
    _ last: Int,
    _ lane: IndexLane,
    _ workspace: UnsafeMutablePointer<SearchWorkspace>,
    leaf: (UnsafeMutablePointer<TrieRoot>, NodePointer, UInt64) -> LeafPointer?,
    found: (LeafPointer, UInt64) -> Answer,
    undecided: () -> Answer,
    nothing: (UnsafeMutablePointer<TrieRoot>) -> Answer
  ) -> Answer {
    let root = unsafe root
    var node = unsafe root.pointee.tops + Int(lane.rawValue)
    var number = unsafe node.pointee.number
    var bits = slashes & ~1
    var (start, values, seen): (Int, UInt64, UInt64) = (1, 0, 0)
    unsafe workspace.pointee.clearTurns()
    while true {
      step: if bits != 0 {
        let length = bits.trailingZeroBitCount &- start
        let links = unsafe node.pointee.links.load(ordering: .acquiring)
        seen |= links
        if links & TrieLinks.hasLiterals != 0 {
          let from = min(start, last)
          let shift = UInt64(truncatingIfNeeded: (start &- from) &* 8)
          let w0 = unsafe TrieNumber.load(path + from) &>> shift
          let child: NodePointer?
          let next: UInt64
          if _slowPath(length > 16) {
            let bytes = unsafe UnsafeRawBufferPointer(start: path + start, count: length)
            let long = unsafe root.pointee.longLiteral(of: node, number, bytes, first: w0)
            unsafe child = unsafe long?.node
            next = unsafe long?.number ?? 0
          } else {
            let first = unsafe w0 & root.mask(length)
            let w1 = unsafe length > 8 ? TrieNumber.load(path + start + length - 8) : 0
            let key = unsafe node.pointee.own | UInt64(truncatingIfNeeded: length)
            next = unsafe TrieNumber.literal(number, first, w1, length, root.pointee.factors)
            unsafe child = unsafe root.pointee.child(key, next, first: first, last: w1)
          }
          if let child = unsafe child {
            if let value = unsafe TrieLinks.value(links), _slowPath(true) {
              unsafe seen |= shared.pointee.otherWays
              unsafe workspace.pointee.addTurn(value, bits, values)
            }
            unsafe node = unsafe child
            number = next
            start = start &+ length &+ 1
            bits &= bits &- 1
            continue
          }
        }
        guard var next = unsafe TrieLinks.value(links) else { break step }
        number = TrieNumber.value(number)
        if _slowPath(links & TrieLinks.hasForms != 0) {
          guard let formed = unsafe next.fitting(path + start, length) else { break step }
          unsafe next = unsafe formed
          number = unsafe next.pointee.number
          if let other = unsafe next.nextValue {
            unsafe seen |= shared.pointee.otherWays
            unsafe workspace.pointee.addTurn(other, bits, values)
          }
        } else if _slowPath(length <= 0) {
          break step
        }
        unsafe node = unsafe next
        start = start &+ length &+ 1
        values |= bits & (0 &- bits)
        bits &= bits &- 1
        continue
      } else {
        unsafe seen |= node.pointee.links.load(ordering: .acquiring)
        if let leaf = unsafe leaf(root, node, number) {
          // What is come to by literals first is the most specific, whatever else there is.
          guard unsafe leaf.pointee.traits.bits & LeafTraits.quick == LeafTraits.quick,
            unsafe seen & shared.pointee.mapObstacles == 0
          else { return undecided() }
          return unsafe found(leaf, values)
        }
      }
      // Routes that anything may follow come before what is less specific where they begin.
      if seen & (TrieLinks.hasTail | TrieLinks.hasOthers) != 0 { return undecided() }
      guard let turn = unsafe workspace.pointee.nextTurn(path, slashes) else {
        return unsafe nothing(root)
      }
      unsafe node = unsafe turn.node
      number = unsafe node.pointee.number
      bits = turn.bits & (turn.bits &- 1)
      values = turn.values | turn.bits ^ bits
      start = turn.bits.trailingZeroBitCount &+ 1
    }
  }

  /// Whether there is nothing where there is no map.
  private func isNothing(_ root: UnsafeMutablePointer<TrieRoot>) -> Bool {
    let top = unsafe root.pointee.tops + Int(IndexLane.fallbacks.rawValue)
    // Letters in the other case are not looked for at once.
    return unsafe !shared.pointee.ignoresCase && top.pointee.links.load(ordering: .acquiring) == 0
  }

  /// The slashes of a path of sixteen bytes to 64.
  @inline(__always)
  private static func slashes(_ path: UnsafeRawPointer, _ length: Int) -> UInt64 {
    let rest = UInt64(truncatingIfNeeded: length &- 16)
    var bits = unsafe cswitchyard_slashes(path) | cswitchyard_slashes(path + length - 16) &<< rest
    if length > 32 {
      unsafe bits |= cswitchyard_slashes(path + 16) &<< 16
      unsafe bits |= cswitchyard_slashes(path + length - 32) &<< (rest &- 16)
    }
    return bits
  }
}
