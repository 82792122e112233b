internal import RoutePatterns

/// The facts known of a route that its leaves are made of.
///
/// By itself: an index can hold very many routes, of which nothing of this is kept.
final class LeafDraft {
  var reading: PatternReading
  /// The pattern of a route.
  let pattern: UnownedPattern?
  let lane: IndexLane
  /// The object that the route is to whoever looks.
  let payload: AnyObject
  var tags = UInt64.max
  var tagKeys: [IndexTag] = []
  var id: (UInt64, UInt64) = (0, 0)
  var isOwned = false

  init(
    _ reading: consuming PatternReading,
    _ pattern: UnownedPattern?,
    lane: IndexLane,
    payload: AnyObject
  ) {
    self.reading = reading
    self.pattern = pattern
    self.lane = lane
    self.payload = payload
  }
}
