internal import Synchronization

/// A route that was found for a target, and where its values stand.
///
/// It holds no reference: what a lookup finds it finds without a word to other threads.
public struct FoundRoute: Sendable {
  // Handed on as it was made: what was just written in words is slow to be copied in vectors.

  /// What the route is told apart by outside.
  package let id: (UInt64, UInt64)
  /// What it is looked up as.
  package let lane: IndexLane
  let captures: CaptureRanges

  @inline(__always)
  init(id: (UInt64, UInt64), lane: IndexLane, captures: CaptureRanges) {
    self.id = id
    self.lane = lane
    self.captures = captures
  }

  /// The bytes of the target's text that a parameter took, by its place among the names of the pattern.
  public func range(at index: Int) -> Range<Int>? { captures[index] }
}

extension IndexReader {
  /// Finds the map, or else the fallback, that a target comes to.
  ///
  /// - Parameters:
  ///   - target: the target, made under the policies of the patterns.
  ///   - tag: the tag that the route has; that of none for any route.
  /// - Returns: the route; nothing when there is none.
  /// - Throws: `MatchError` when a limit is hit before it is known whether a route matches.
  package func first(
    at target: borrowing RouteTarget,
    tag: IndexTag
  ) throws(MatchError) -> FoundRoute? {
    let (record, workspace) = unsafe enter()
    defer { unsafe shared.pointee.epochs.leave(record, workspace) }
    let (start, end) = (target.pathStart, target.pathEnd)
    let length = end &- start
    // What stands further behind cannot be said in few bits.
    if length <= QuickPath.limit, end < CaptureRanges.inlineEnd, length > 0 {
      let before = removals
      let text = target.text.utf8.span
      // As long as `text` is there.
      if let address = unsafe text.withUnsafeBufferPointer({ $0.baseAddress }) {
        let path = unsafe QuickPath(
          UnsafeRawPointer(address + start),
          length,
          workspace
        )
        let look = quick(path, tag)
        _ = text.count
        // Where routes were taken out meanwhile, what stands in for one of them may have been missed.
        if removals == before {
          switch look {
          case .nothing: return nil
          case .found(let hit): return found(hit, path, start)
          case .unsure: break
          }
        }
      }
    }
    let query = IndexQuery(
      lanes: IndexLane.Set.ends.bits,
      tags: 0,
      isTagged: false,
      order: .max
    )
    return try unsafe ask(target, query, tag, workspace, shared.pointee.isThere)
  }

  /// Finds the map, or else the fallback, with one of several tags.
  ///
  /// - Parameters:
  ///   - target: the target, made under the policies of the patterns.
  ///   - tags: the bits of the tags, of which a route has at least one.
  ///   - fits: says of a payload whether it is still there and has one of the tags, of which others may have the same
  ///     bit.
  /// - Returns: the route; nothing when there is none.
  /// - Throws: `MatchError` when a limit is hit before it is known whether a route matches.
  package func first(
    at target: borrowing RouteTarget,
    tags: UInt64,
    where fits: (UnsafeRawPointer) -> Bool
  ) throws(MatchError) -> FoundRoute? {
    let (record, workspace) = unsafe enter()
    defer { unsafe shared.pointee.epochs.leave(record, workspace) }
    let query = IndexQuery(
      lanes: IndexLane.Set.ends.bits,
      tags: tags,
      isTagged: true,
      order: .max
    )
    return try unsafe ask(target, query, .all, workspace, fits)
  }

  /// Finds the first route where patterns or owners have to be asked.
  @inline(never)
  private func ask(
    _ target: borrowing RouteTarget,
    _ query: IndexQuery,
    _ tag: IndexTag,
    _ workspace: UnsafeMutablePointer<ReaderRecord.Workspace>,
    _ accepts: (UnsafeRawPointer) -> Bool
  ) throws(MatchError) -> FoundRoute? {
    var before = removals
    var found = try unsafe askOnce(target, query, tag, workspace, accepts)
    var attempts = 1
    while removals != before, attempts < Self.attempts {
      attempts += 1
      before = removals
      found = try unsafe askOnce(target, query, tag, workspace, accepts)
    }
    return found
  }

  private func askOnce(
    _ target: borrowing RouteTarget,
    _ query: IndexQuery,
    _ tag: IndexTag,
    _ workspace: UnsafeMutablePointer<ReaderRecord.Workspace>,
    _ accepts: (UnsafeRawPointer) -> Bool
  ) throws(MatchError) -> FoundRoute? {
    var budget = unsafe MatchBudget(steps: shared.pointee.steps)
    unsafe find(target, query, tag, workspace)
    let base = target.pathStart
    let isShort = target.pathEnd < CaptureRanges.inlineEnd
    for index in 0..<(unsafe workspace.pointee.hits.count) {
      let hit = unsafe workspace.pointee.hits.hits[index]
      let route = unsafe hit.route
      if unsafe query.isTagged || route.pointee.isOwned {
        guard unsafe accepts(route.pointee.payload) else { continue }
      }
      let captures: CaptureRanges
      if unsafe route.pointee.isExact, isShort {
        captures = unsafe workspace.pointee.captures(hit, base)
      } else {
        guard let asked = try unsafe route.asked(target, &budget).get() else { continue }
        captures = asked
      }
      return unsafe FoundRoute(id: route.pointee.id, lane: route.pointee.lane, captures: captures)
    }
    return nil
  }
}
