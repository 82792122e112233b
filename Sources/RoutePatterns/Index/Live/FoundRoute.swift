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
  private let captures: CaptureRanges

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
  /// Finds the first route that a target matches.
  ///
  /// - Parameters:
  ///   - target: the target, made under the policies of the patterns.
  ///   - lanes: what is looked for.
  ///   - tags: the bits of the tags, of which a route has at least one; nothing for any route.
  ///   - order: the place in the order of registration behind which nothing is found.
  ///   - budget: what the matches of patterns take their steps from.
  ///   - accepts: says of a payload whether it is what is looked for; asked where tags are given, of which different
  ///     ones may have one bit, and of those with owners.
  /// - Returns: the route; nothing when there is none.
  /// - Throws: `MatchError` when a limit is hit before it is known whether a route matches.
  package func first(
    at target: borrowing RouteTarget,
    lanes: IndexLane.Set,
    tags: UInt64?,
    upTo order: UInt64,
    budget: inout MatchBudget,
    where accepts: (UnsafeRawPointer) -> Bool
  ) throws(MatchError) -> FoundRoute? {
    let (record, workspace) = unsafe enter()
    defer { unsafe shared.pointee.epochs.leave(record, workspace) }
    unsafe find(target, lanes: lanes, tags: tags, upTo: order, workspace)
    let base = target.pathStart
    for index in 0..<(unsafe workspace.pointee.hits.count) {
      let hit = unsafe workspace.pointee.hits.hits[index]
      let route = unsafe hit.route
      if unsafe tags != nil || route.pointee.isOwned {
        guard unsafe accepts(route.pointee.payload) else { continue }
      }
      let captures: CaptureRanges
      let length = unsafe base &+ workspace.pointee.scan.length
      if unsafe route.pointee.isExact, length < CaptureRanges.inlineEnd {
        captures = unsafe workspace.pointee.captures(hit, base)
      } else {
        guard let asked = try unsafe route.asked(target, &budget).get() else { continue }
        captures = asked
      }
      return unsafe FoundRoute(
        id: route.pointee.id,
        lane: route.pointee.lane,
        captures: captures
      )
    }
    return nil
  }
}
