internal import RoutePatterns
internal import Synchronization

/// The request that a search answers.
struct IndexQuery {
  var lanes: IndexLane.Set
  /// The bits of the tags, of which a route has at least one; nothing for any route.
  var tags: UInt64?
  /// The tag that routes are found by; that of none for any route.
  var tag = IndexTag.all
  var version: UInt64
  /// The bits of the tags of maps that may end the search; 0 for none, and all bits for any map.
  ///
  /// One does so which is sure, and is the first of all and the only one that was come to.
  var endTags: UInt64 = 0
  /// Whether it may do so behind others, and a fallback as well: what is asked behind it need not
  /// be found.
  var isForFirst = false
}

/// The search: all routes that the segments of a path do not rule out.
extension IndexReader {
  /// Finds routes for a target, those of each lane in the order in which they are asked.
  /// - Returns: the path, which can be looked at as long as the target is there, and whether a map
  ///   or fallback has ended the search.
  func search(
    _ target: borrowing RouteTarget,
    _ query: IndexQuery,
    _ record: RecordPointer
  ) -> (path: IndexPath, isEnded: Bool) {
    var path = unsafe IndexPath(of: target, short: record)
    if unsafe shared.pointee.ignoresCase { path = unsafe record.pointee.fold(path) }
    return unsafe (path, search(path, query, record))
  }

  /// Finds routes for a path that is there meanwhile, in no other case than the patterns.
  /// - Returns: whether a map or fallback has ended the search.
  func search(_ path: IndexPath, _ query: IndexQuery, _ record: RecordPointer) -> Bool {
    unsafe record.pointee.clearHits()
    var lanes = query.lanes.bits
    while let lane = IndexLane(rawValue: UInt8(lanes.trailingZeroBitCount)) {
      lanes &= lanes &- 1
      let top = unsafe root.pointee.tops + Int(lane.rawValue)
      if unsafe top.pointee.links.load(ordering: .acquiring) == 0 { continue }
      let first = unsafe record.pointee.hitCount
      let isEnded = unsafe search(path, lane, query, record)
      if unsafe record.pointee.hitCount &- first > 1 { unsafe record.pointee.sortHits(from: first) }
      // A fallback is asked where there is no map.
      if isEnded { return true }
    }
    return false
  }

  /// Finds the routes of a lane that are there and that the path does not rule out.
  /// - Returns: whether one of them ends the search.
  private func search(
    _ path: IndexPath,
    _ lane: IndexLane,
    _ query: IndexQuery,
    _ record: RecordPointer
  ) -> Bool {
    let mayEnd =
      query.endTags != 0 && (lane == .maps || query.isForFirst && lane == .fallbacks)
    let first = unsafe record.pointee.hitCount
    var isSure = false
    let end: Void? = unsafe walk(path, lane, record) { stop in
      var node: NodePointer? = unsafe stop.node
      if query.tag != .all {
        unsafe node = unsafe stop.root.pointee.tagged(query.tag, of: stop.node, stop.number)
      }
      var known = unsafe node?.list(isTail: stop.isTail)
      while let leaf = unsafe known {
        unsafe known = unsafe leaf.next(in: query.version)
        guard unsafe leaf.pointee.isThere(in: query.version) else { continue }
        let traits = unsafe leaf.pointee.traits
        if let tags = query.tags, unsafe leaf.pointee.tags & tags == 0 { continue }
        if traits[LeafTraits.exact] {
          if traits[LeafTraits.needsRest], stop.start > path.length { continue }
        } else if unsafe !traits.allows(path.ending, leaf.pointee.ending) {
          continue
        }
        unsafe record.pointee.append(leaf)
        guard mayEnd, traits[LeafTraits.sure],
          unsafe query.endTags == .max || leaf.pointee.tags & query.endTags != 0
        else { continue }
        isSure = true
        let isAlone = unsafe record.pointee.hitCount == first &+ 1
        if isAlone || query.isForFirst, unsafe stop.seen & shared.pointee.obstacles == 0 {
          return ()
        }
        // What stands behind it in the list is asked behind it.
        if query.isForFirst { break }
      }
      return nil
    }
    return end != nil || isSure && query.isForFirst
  }
}
