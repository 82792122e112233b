internal import RoutePatterns
internal import Synchronization

/// The one search: all routes that the segments of a path do not rule out.
extension IndexReader {
  /// Finds routes for a target, those of each lane in the order in which they are asked.
  ///
  /// As long as the text of the target is there, the path can be looked at.
  /// - Returns: whether a map has ended the search.
  func search(
    _ target: borrowing RouteTarget,
    _ query: IndexQuery,
    _ workspace: UnsafeMutablePointer<SearchWorkspace>
  ) -> Bool {
    let (start, length) = (target.pathStart, target.pathEnd &- target.pathStart)
    unsafe workspace.pointee.clearHits()
    return target.text.withBytes { text in
      unsafe text.withUnsafeBytes { text in
        guard let address = text.baseAddress, length > 0 else { return false }
        var path = unsafe address + start
        if unsafe shared.pointee.ignoresCase {
          unsafe path = unsafe workspace.pointee.fold(
            UnsafeRawBufferPointer(start: path, count: length)
          )
        }
        return unsafe search(path, length, query, workspace)
      }
    }
  }

  /// Finds routes for a path that is there meanwhile, in no other case than the patterns.
  /// - Returns: whether a map has ended the search.
  @inline(__always)
  func search(
    _ path: UnsafeRawPointer,
    _ length: Int,
    _ query: IndexQuery,
    _ workspace: UnsafeMutablePointer<SearchWorkspace>
  ) -> Bool {
    var path = unsafe path
    if length < 16 {
      unsafe path = unsafe ShortPath.copy(path, length, to: workspace.pointee.short)
    }
    // Where a map may end the search, the segments are looked for when a lane needs them.
    unsafe workspace.pointee.path =
      unsafe query.endTags == 0
      ? PathText(path, length, workspace.pointee.ends) : PathText(unread: path, length)
    let root = unsafe root
    var lanes = query.lanes
    while lanes != 0 {
      let lane = UInt8(truncatingIfNeeded: lanes.trailingZeroBitCount)
      lanes &= lanes &- 1
      let top = unsafe root.pointee.tops + Int(lane)
      let links = unsafe top.pointee.links.load(ordering: .acquiring)
      if links == 0 { continue }
      let first = unsafe workspace.pointee.hitCount
      let isSure: Bool
      if links == TrieLinks.hasTail {
        // Where anything may follow whatever is there, no segment is looked at.
        isSure =
          unsafe take(root, top, top.pointee.number, 0, isTail: true, query, workspace)
      } else {
        if query.endTags != 0, lane == IndexLane.maps.rawValue {
          switch unsafe firstMap(path, length, query, workspace) {
          case .found: return true
          // Maps of other tags may be asked for as well.
          case .nothing where query.tags ?? .max == query.endTags: continue
          case .nothing, .undecided: break
          }
        }
        if unsafe workspace.pointee.path.count < 0 {
          unsafe workspace.pointee.path = unsafe PathText(path, length, workspace.pointee.ends)
        }
        isSure = unsafe search(root, lane, query, workspace)
      }
      if unsafe workspace.pointee.hitCount &- first > 1 {
        unsafe workspace.pointee.sortHits(from: first)
      }
      // A fallback is asked where there is no map.
      if isSure { return false }
    }
    return false
  }

  /// Takes all ways through the nodes of a lane, those first that are more specific segment by
  /// segment.
  /// - Returns: whether only the first route is asked for, and one is sure.
  private func search(
    _ root: UnsafeMutablePointer<TrieRoot>,
    _ lane: UInt8,
    _ query: IndexQuery,
    _ workspace: UnsafeMutablePointer<SearchWorkspace>
  ) -> Bool {
    let top = unsafe root.pointee.tops + Int(lane)
    let path = unsafe workspace.pointee.path
    let alternatives = unsafe workspace.pointee.alternatives
    // Where nothing can come before what is more specific segment by segment, the first is the
    // first of all.
    let endsAtFirst =
      unsafe query.isForFirst && shared.pointee.order.isRanked(IndexLane(rawValue: lane) ?? .maps)
    var (isRegular, isSure) = (true, false)
    var waiting = 0
    var (node, number, depth) = unsafe (top, top.pointee.number, 0)
    while true {
      let links = unsafe node.pointee.links.load(ordering: .acquiring)
      isRegular = isRegular && links & TrieLinks.hasOthers == 0
      if links & TrieLinks.hasTail != 0 {
        unsafe (alternatives + waiting).initialize(
          to: .init(node: node, depth: depth, isTail: true)
        )
        waiting &+= 1
      }
      var next: (node: NodePointer, number: UInt64)?
      if depth == path.count {
        if unsafe take(root, node, number, depth, isTail: false, query, workspace) {
          if endsAtFirst, isRegular { return true }
          isSure = true
        }
      } else if depth < PathText.limit {
        let (start, end) = (path.start(depth), path.end(depth))
        let length = end &- start
        let text = unsafe path.bytes(start)
        if links & TrieLinks.hasLiterals != 0 {
          let first = unsafe path.word(start) & root.mask(min(length, 16))
          let last = unsafe length > 8 ? TrieNumber.load(path.bytes(end - 8)) : 0
          unsafe next = unsafe root.pointee.literal(
            of: node,
            number,
            text,
            length,
            first: first,
            last: last
          )
        }
        var value = unsafe TrieLinks.value(links, text, length)
        if unsafe next == nil, let known = unsafe value {
          unsafe next = unsafe (known, known.pointee.number)
          unsafe value = unsafe known.nextValue?.fitting(text, length)
        }
        if let value = unsafe value {
          unsafe (alternatives + waiting).initialize(
            to: .init(node: value, depth: depth, isTail: false)
          )
          waiting &+= 1
        }
      }
      while unsafe next == nil, waiting > 0 {
        waiting &-= 1
        let alternative = unsafe alternatives[waiting]
        depth = alternative.depth
        if alternative.isTail {
          unsafe node = unsafe alternative.node
          number = unsafe node.pointee.number
          if unsafe take(root, node, number, depth, isTail: true, query, workspace) {
            if endsAtFirst, isRegular { return true }
            isSure = true
          }
          continue
        }
        let start = path.start(depth)
        if let value = unsafe alternative.node.nextValue?
          .fitting(path.bytes(start), path.end(depth) &- start)
        {
          unsafe (alternatives + waiting).initialize(
            to: .init(node: value, depth: depth, isTail: false)
          )
          waiting &+= 1
        }
        unsafe next = unsafe (alternative.node, alternative.node.pointee.number)
      }
      guard let next = unsafe next else { return isSure }
      unsafe (node, number) = unsafe next
      depth &+= 1
    }
  }

  /// Takes the routes of a list that are there and that the path does not rule out.
  /// - Returns: whether only the first is asked for, and one of them is sure.
  @inline(__always)
  private func take(
    _ root: UnsafeMutablePointer<TrieRoot>,
    _ node: NodePointer,
    _ number: UInt64,
    _ depth: Int,
    isTail: Bool,
    _ query: IndexQuery,
    _ workspace: UnsafeMutablePointer<SearchWorkspace>
  ) -> Bool {
    var node = unsafe node
    if query.tag != .all {
      guard let tagged = unsafe root.pointee.tagged(query.tag, of: node, number) else {
        return false
      }
      unsafe node = unsafe tagged
    }
    var known =
      unsafe isTail
      ? node.pointee.tail.load(ordering: .acquiring) : node.pointee.leaf.load(ordering: .acquiring)
    while let leaf = unsafe known {
      unsafe known = unsafe leaf.next(in: query.version)
      guard unsafe leaf.pointee.isThere(in: query.version) else { continue }
      let traits = unsafe leaf.pointee.traits
      if let tags = query.tags, unsafe leaf.pointee.tags & tags == 0 { continue }
      if traits[LeafTraits.exact] {
        if traits[LeafTraits.needsRest], unsafe depth == workspace.pointee.path.count { continue }
        if traits[LeafTraits.textBehind],
          unsafe !workspace.pointee.path.hasRest(behind: depth, traits, leaf.pointee.ending)
        {
          continue
        }
      } else if unsafe !traits.allows(workspace.pointee.path.ending, leaf.pointee.ending) {
        continue
      }
      unsafe workspace.pointee.append(leaf)
      if query.isForFirst, traits[LeafTraits.sure] { return true }
    }
    return false
  }
}
