/// The request that a search answers.
struct IndexQuery {
  /// A bit for each lane.
  var lanes: UInt8
  /// The bits of the tags, of which a route has at least one; nothing for any route.
  var tags: UInt64?
  /// The tag that routes are found by; that of none for any route.
  var tag = IndexTag.all
  var version: UInt64
  /// Whether the first route that is sure ends the search of a lane.
  var isForFirst = false
  /// The bits of the tags of maps that may end the search; 0 for none, and all bits for any map.
  ///
  /// One does so which is sure and is come to at once: it is the first of all.
  var endTags: UInt64 = 0
}
