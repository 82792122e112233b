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
  package init(id: (UInt64, UInt64), lane: IndexLane, captures: CaptureRanges) {
    self.id = id
    self.lane = lane
    self.captures = captures
  }

  /// The bytes of the target's text that a parameter took, by its place among the names of the pattern.
  public func range(at index: Int) -> Range<Int>? { captures[index] }
}

/// The answer of a lookup for the map that a target comes to.
package enum FirstRoute: Sendable {
  case found(FoundRoute)
  case none
  /// Owners or closures have a say, which no reader asks.
  case undecided
}

extension IndexReader {
  /// Finds the map, or else the fallback, that a target comes to.
  ///
  /// - Parameters:
  ///   - target: the target, made under the policies of the patterns.
  ///   - tag: the tag that the route has; that of none for any route.
  /// - Returns: the route, or that there is none, or that closures have to be asked.
  /// - Throws: `MatchError` when a limit is hit before it is known whether a route matches.
  package func first(
    at target: borrowing RouteTarget,
    tag: IndexTag
  ) throws(MatchError) -> FirstRoute {
    let (record, workspace) = unsafe enter()
    defer { unsafe shared.pointee.epochs.leave(record, workspace) }
    let version = version
    let (start, end) = (target.pathStart, target.pathEnd)
    let length = end &- start
    // What stands further behind cannot be said in few bits.
    if length <= QuickPath.limit, end < CaptureRanges.inlineEnd, length > 0 {
      let text = target.text.utf8.span
      // As long as `text` is there.
      if let address = unsafe text.withUnsafeBufferPointer({ $0.baseAddress }) {
        let path = unsafe QuickPath(
          UnsafeRawPointer(address + start),
          length,
          workspace
        )
        let look = quick(path, tag, version)
        _ = text.count
        switch look {
        case .nothing: return .none
        case .found(let hit): return .found(found(hit, path, start))
        case .unsure: break
        }
      }
    }
    let query = IndexQuery(
      lanes: IndexLane.Set.ends.bits,
      tags: 0,
      isTagged: false,
      version: version
    )
    return try unsafe ask(target, query, tag, workspace) { _ in true }
  }

  /// Finds the map, or else the fallback, with one of several tags.
  ///
  /// - Parameters:
  ///   - target: the target, made under the policies of the patterns.
  ///   - tags: the bits of the tags, of which a route has at least one.
  ///   - fits: returns whether a payload has one of the tags, of which others may have the same bit.
  /// - Returns: the route, or that there is none, or that closures have to be asked.
  /// - Throws: `MatchError` when a limit is hit before it is known whether a route matches.
  package func first(
    at target: borrowing RouteTarget,
    tags: UInt64,
    where fits: (UnsafeRawPointer) -> Bool
  ) throws(MatchError) -> FirstRoute {
    let (record, workspace) = unsafe enter()
    defer { unsafe shared.pointee.epochs.leave(record, workspace) }
    let query = IndexQuery(
      lanes: IndexLane.Set.ends.bits,
      tags: tags,
      isTagged: true,
      version: version
    )
    return try unsafe ask(target, query, .all, workspace, fits)
  }

  /// Finds the first route where patterns have to be asked.
  @inline(never)
  private func ask(
    _ target: borrowing RouteTarget,
    _ query: IndexQuery,
    _ tag: IndexTag,
    _ workspace: UnsafeMutablePointer<ReaderRecord.Workspace>,
    _ fits: (UnsafeRawPointer) -> Bool
  ) throws(MatchError) -> FirstRoute {
    var budget = unsafe MatchBudget(steps: shared.pointee.steps)
    unsafe find(target, query, tag, workspace)
    let base = target.pathStart
    let isShort = target.pathEnd < CaptureRanges.inlineEnd
    for index in 0..<(unsafe workspace.pointee.hits.count) {
      let hit = unsafe workspace.pointee.hits.hits[index]
      let route = unsafe hit.route
      if query.isTagged, unsafe !fits(route.pointee.payload) { continue }
      if unsafe route.pointee.isOwned || route.hasChecks { return .undecided }
      let captures: CaptureRanges
      if unsafe route.pointee.isExact, isShort {
        captures = unsafe workspace.pointee.captures(hit, base)
      } else {
        guard let asked = try unsafe route.asked(target, &budget).get() else { continue }
        captures = asked
      }
      return unsafe .found(
        FoundRoute(id: route.pointee.id, lane: route.pointee.lane, captures: captures)
      )
    }
    return .none
  }
}
