internal import RoutePatterns

/// The facts known of a route that its leaves are made of.
///
/// By itself: an index can hold very many routes, of which nothing of this is kept.
final class LeafDraft {
  var reading: PatternReading
  /// The pattern of a route.
  let pattern: UnownedPattern?
  let lane: IndexLane
  let tags: UInt64
  let tagKeys: [IndexTag]
  let id: (UInt64, UInt64)
  let isOwned: Bool

  init(
    _ reading: consuming PatternReading,
    _ pattern: UnownedPattern?,
    lane: IndexLane,
    tags: UInt64 = .max,
    tagKeys: [IndexTag] = [],
    id: (UInt64, UInt64) = (0, 0),
    isOwned: Bool = false
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
