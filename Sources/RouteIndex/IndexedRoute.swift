package import RoutePatterns

/// A route that is put into an index, and by which it is taken out again.
///
/// `@unchecked`: what changes is changed under the lock of the index's owner.
@safe
package final class IndexedRoute: @unchecked Sendable {
  /// The object that it is to whoever looks; held as long as it is in the index.
  var payload: AnyObject?
  /// The facts known of it until it is put in; `nil` from then on.
  var draft: Draft?
  /// The first leaf that it is at, in most cases the only one.
  var first: LeafPointer?
  var others: [LeafPointer] = unsafe []

  /// - Parameters:
  ///   - pattern: what a target has to match; the payload must hold it.
  ///   - payload: what the route is to whoever looks for it.
  ///   - lane: what it is looked up as.
  ///   - tags: the bits of its tags; all of them for what any lookup finds.
  ///   - tagKeys: what it is found by among the routes of a tag, one for each of its tags.
  ///   - id: what it is told apart by outside.
  ///   - isOwned: whether the payload has to be asked whether it is still there.
  ///   - index: where it is put.
  package init(
    _ pattern: RoutePattern,
    payload: AnyObject,
    lane: IndexLane,
    tags: UInt64,
    tagKeys: [IndexTag] = [],
    id: (UInt64, UInt64),
    isOwned: Bool,
    for index: LiveIndex
  ) {
    self.payload = payload
    let reading = PatternReading(
      pattern,
      ignoresCase: index.ignoresCase,
      isRanked: index.order.isRanked(lane)
    )
    draft = Draft(
      reading,
      UnownedPattern(pattern),
      lane: lane,
      tags: tags,
      tagKeys: tagKeys,
      id: id,
      isOwned: isOwned
    )
  }

  /// Makes an entry of what is no route: whoever looks finds the payload, and asks it.
  ///
  /// - Parameters:
  ///   - reading: what the index asks of a text.
  ///   - payload: what it is to whoever looks for it.
  ///   - lane: what it is looked up as.
  package init(_ reading: PatternReading, payload: AnyObject, lane: IndexLane) {
    self.payload = payload
    draft = Draft(
      reading,
      nil,
      lane: lane,
      tags: .max,
      tagKeys: [],
      id: (0, 0),
      isOwned: false
    )
  }

  /// The facts of a route that its leaves are made of.
  ///
  /// By itself: an index can hold very many routes, of which nothing of this is kept.
  final class Draft {
    let reading: PatternReading
    /// The pattern of a route.
    let pattern: UnownedPattern?
    let lane: IndexLane
    let tags: UInt64
    let tagKeys: [IndexTag]
    let id: (UInt64, UInt64)
    let isOwned: Bool

    init(
      _ reading: PatternReading,
      _ pattern: UnownedPattern?,
      lane: IndexLane,
      tags: UInt64,
      tagKeys: [IndexTag],
      id: (UInt64, UInt64),
      isOwned: Bool
    ) {
      self.reading = reading
      self.pattern = pattern
      self.lane = lane
      self.tags = tags
      self.tagKeys = tagKeys
      self.id = id
      self.isOwned = isOwned
    }
  }

  /// Calls a closure with each leaf.
  func forEachLeaf(_ body: (LeafPointer) -> Void) {
    if let first = unsafe first { unsafe body(first) }
    unsafe others.forEach(body)
  }

  /// Takes note of where a leaf is, or is now.
  func setLeaf(_ leaf: LeafPointer, at ordinal: Int) {
    if ordinal == 0 {
      unsafe first = unsafe leaf
    } else if unsafe ordinal > others.count {
      unsafe others.append(leaf)
    } else {
      unsafe others[ordinal - 1] = unsafe leaf
    }
  }

  var leafCount: Int { unsafe first == nil ? 0 : others.count + 1 }
}
