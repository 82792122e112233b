package import RoutePatterns
internal import CSwitchyard
internal import Synchronization

extension IndexReader {
  /// Finds the map, or else the fallback, that a target comes to, for what patterns and closures of
  /// routes without owners say.
  ///
  /// - Parameters:
  ///   - target: the target, made under the policies of the patterns.
  ///   - tag: the tag that the route has; that of none for any route.
  /// - Returns: the route; nothing when there is none.
  /// - Throws: where a limit is hit before it is known whether a route matches, or somebody else
  ///   has a say.
  package func first(
    at target: borrowing RouteTarget,
    tag: IndexTag
  ) throws(FirstObstacle) -> FoundRoute? {
    let (record, workspace) = unsafe enter()
    defer { unsafe leave(record, workspace) }
    let version = visible
    let text = target.text
    let (pathStart, length) = (target.pathStart, target.pathEnd &- target.pathStart)
    var slashes: UInt64 = 0
    // Where the last word can be read.
    var last = length &- 8
    // As long as `text` is there.
    let address: UnsafeRawPointer? =
      unsafe text.utf8.withContiguousStorageIfAvailable { bytes -> UnsafeRawPointer? in
        guard length <= 62, let base = bytes.baseAddress else { return nil }
        let address = unsafe UnsafeRawPointer(base)
        if length >= 16 {
          slashes = unsafe Self.slashes(address + pathStart, length)
          return unsafe address + pathStart
        }
        if pathStart &+ 16 <= bytes.count {
          // The masks leave out what stands behind the path.
          slashes = unsafe cswitchyard_slashes(address + pathStart)
          last = 8
          return unsafe address + pathStart
        }
        guard bytes.count < 16, pathStart == 0 else { return nil }
        // A short text lies on the stack, with zeros behind it: from there it could be read in its
        // two words alone.
        let low = unsafe address.load(as: UInt64.self)
        let high = unsafe address.load(fromByteOffset: 8, as: UInt64.self)
        let short = unsafe workspace.pointee.short
        unsafe short.storeBytes(of: SIMD2(low, high), as: SIMD2<UInt64>.self)
        slashes = unsafe cswitchyard_slashes(short)
        last = 8
        return UnsafeRawPointer(short)
      } ?? nil
    guard let path = unsafe address, unsafe !shared.pointee.ignoresCase else {
      return try unsafe slowly(target, tag, version, workspace)
    }
    let end = UInt64(truncatingIfNeeded: length)
    // A bit for the end of each segment, but for what a short text has behind its path.
    slashes = slashes & ((1 &<< end) &- 1) | 1 &<< end
    let root = unsafe root
    let maps = Int(IndexLane.maps.rawValue)
    var node = unsafe root.pointee.tops + maps
    var number = unsafe node.pointee.number
    var bits = slashes & ~1
    var (start, values, seen): (Int, UInt64, UInt64) = (1, 0, 0)
    search: while bits != 0 {
      let end = bits.trailingZeroBitCount
      let length = end &- start
      let links = unsafe node.pointee.links.load(ordering: .acquiring)
      let rest = bits & (bits &- 1)
      if links & TrieLinks.hasLiterals != 0 {
        if length > 16 { return try unsafe slowly(target, tag, version, workspace) }
        let from = min(start, last)
        let shift = UInt64(truncatingIfNeeded: (start &- from) &* 8)
        let w0 = unsafe TrieNumber.load(path + from) &>> shift & root.pointee.masks[length]
        let w1 = unsafe length > 8 ? TrieNumber.load(path + end - 8) : 0
        let key = unsafe node.pointee.own | UInt64(truncatingIfNeeded: length)
        let next = unsafe TrieNumber.literal(number, w0, w1, length, root.pointee.factor)
        if let child = unsafe root.pointee.child(key, next, first: w0, last: w1) {
          // What would do as well, and what would do for all that follows.
          seen |= links & ~TrieLinks.hasLiterals
          unsafe node = unsafe child
          number = next
          start = end &+ 1
          bits = rest
          continue search
        }
      }
      seen |= links & (TrieLinks.hasTail | TrieLinks.hasOthers)
      guard var next = unsafe TrieLinks.value(links), length > 0 || links & TrieLinks.hasForms != 0
      else {
        if seen == 0, unsafe hasNoFallbacks(root) { return nil }
        return try unsafe slowly(target, tag, version, workspace)
      }
      if links & TrieLinks.hasForms != 0 {
        guard let formed = unsafe next.fitting(path + start, length) else {
          if seen == 0, unsafe hasNoFallbacks(root) { return nil }
          return try unsafe slowly(target, tag, version, workspace)
        }
        unsafe next = unsafe formed
        unsafe seen |= next.pointee.second.load(ordering: .relaxed)
      }
      unsafe node = unsafe next
      number = TrieNumber.value(number)
      values |= bits ^ rest
      start = end &+ 1
      bits = rest
    }
    unsafe seen |=
      node.pointee.links.load(ordering: .acquiring) & (TrieLinks.hasTail | TrieLinks.hasOthers)
    if tag != .all {
      guard let tagged = unsafe root.pointee.tagged(tag, of: node, number) else {
        if seen == 0, unsafe hasNoFallbacks(root) { return nil }
        return try unsafe slowly(target, tag, version, workspace)
      }
      unsafe node = unsafe tagged
    }
    let leaf = unsafe node.pointee.leaf.load(ordering: .acquiring)
    // What is come to by literals first is the most specific, whatever else there is.
    if let leaf = unsafe leaf, unsafe leaf.pointee.isThere(in: version),
      unsafe leaf.pointee.traits.bits & (LeafTraits.sure | LeafTraits.capturesAll)
        == LeafTraits.sure | LeafTraits.capturesAll,
      unsafe seen & shared.pointee.obstacles[maps] == 0
    {
      return unsafe FoundRoute(
        id: leaf.pointee.id,
        isFallback: false,
        slashes: slashes,
        values: values,
        base: UInt32(truncatingIfNeeded: pathStart)
      )
    }
    if unsafe leaf == nil, seen == 0, unsafe hasNoFallbacks(root) { return nil }
    return try unsafe slowly(target, tag, version, workspace)
  }

  /// Finds the map, or else the fallback, with one of several tags.
  ///
  /// - Parameters:
  ///   - target: the target, made under the policies of the patterns.
  ///   - tags: the bits of the tags, of which a route has at least one.
  ///   - fits: returns whether a payload has one of the tags, of which others may have the same
  ///     bit.
  /// - Returns: the route; nothing when there is none.
  /// - Throws: where a limit is hit before it is known whether a route matches, or somebody else
  ///   has a say.
  package func first(
    at target: borrowing RouteTarget,
    tags: UInt64,
    where fits: (UnsafeRawPointer) -> Bool
  ) throws(FirstObstacle) -> FoundRoute? {
    let (record, workspace) = unsafe enter()
    defer { unsafe leave(record, workspace) }
    let query = IndexQuery(lanes: IndexLane.Set.ends.bits, tags: tags, version: visible)
    unsafe search(target, query, workspace)
    return try unsafe ask(target, workspace, fits)
  }

  @inline(__always)
  private func hasNoFallbacks(_ root: UnsafeMutablePointer<TrieRoot>) -> Bool {
    let top = unsafe root.pointee.tops + Int(IndexLane.fallbacks.rawValue)
    return unsafe top.pointee.links.load(ordering: .acquiring) == 0
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

  /// Finds the first route by all ways that there are, and asks patterns.
  @inline(never)
  private func slowly(
    _ target: borrowing RouteTarget,
    _ tag: IndexTag,
    _ version: UInt64,
    _ workspace: UnsafeMutablePointer<SearchWorkspace>
  ) throws(FirstObstacle) -> FoundRoute? {
    let query = IndexQuery(
      lanes: IndexLane.Set.ends.bits,
      tag: tag,
      version: version,
      isForFirst: true
    )
    unsafe search(target, query, workspace)
    return try unsafe ask(target, workspace) { _ in true }
  }

  /// The first of the routes that were found whose pattern matches.
  private func ask(
    _ target: borrowing RouteTarget,
    _ workspace: UnsafeMutablePointer<SearchWorkspace>,
    _ fits: (UnsafeRawPointer) -> Bool
  ) throws(FirstObstacle) -> FoundRoute? {
    var budget = unsafe MatchBudget(steps: shared.pointee.steps)
    let base = target.pathStart
    for index in unsafe 0..<workspace.pointee.hitCount {
      let leaf = unsafe workspace.pointee.hits[index]
      let traits = unsafe leaf.pointee.traits
      guard unsafe fits(leaf.pointee.payload) else { continue }
      // Before the pattern is asked: a route whose owner is gone takes no steps from the others.
      if traits[LeafTraits.owned] { throw .undecided }
      let captures: CaptureRanges
      if traits[LeafTraits.exact] {
        captures = unsafe workspace.pointee.path.captures(of: leaf, base: base)
      } else {
        switch unsafe leaf.pointee.pattern.capturesBeforeChecks(of: target, &budget) {
        case .success(let asked?): captures = asked
        case .success(nil): continue
        case .failure(let error): throw .limit(error)
        }
      }
      if traits[LeafTraits.checks] { throw .undecided }
      return unsafe FoundRoute(id: leaf.pointee.id, isFallback: traits.lane == .fallbacks, captures)
    }
    return nil
  }
}

/// The reason that the first route is not known.
package enum FirstObstacle: Error {
  /// A limit was hit before it was known whether a route matches.
  case limit(MatchError)
  /// Owners or closures are to be asked, which nobody calls while a search goes on.
  case undecided
}
