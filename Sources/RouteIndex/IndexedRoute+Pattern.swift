package import RoutePatterns

extension IndexedRoute {
  /// Makes a route.
  ///
  /// - Parameters:
  ///   - pattern: what a target has to match; the payload must hold it.
  ///   - payload: what the route is to whoever looks for it.
  ///   - lane: what it is looked up as.
  ///   - tags: the bits of its tags; all of them for what any lookup finds.
  ///   - tagKeys: what it is found by among the routes of a tag, one for each of its tags.
  ///   - id: what it is told apart by outside.
  ///   - isOwned: whether the payload has to be asked whether it is still there.
  ///   - index: where it is put.
  package convenience init(
    _ pattern: RoutePattern,
    payload: AnyObject,
    lane: IndexLane,
    tags: UInt64,
    tagKeys: [IndexTag] = [],
    id: (UInt64, UInt64),
    isOwned: Bool,
    for index: LiveIndex
  ) {
    let reading = PatternReading(
      pattern,
      ignoresCase: index.ignoresCase,
      isRanked: index.order.isRanked(lane)
    )
    self.init(
      LeafDraft(
        reading,
        UnownedPattern(pattern),
        lane: lane,
        tags: tags,
        tagKeys: tagKeys,
        id: id,
        isOwned: isOwned
      ),
      payload: payload
    )
  }

  /// Makes an entry of what is no route: whoever looks finds the payload, and asks it.
  ///
  /// - Parameters:
  ///   - reading: what the index asks of a text.
  ///   - payload: what it is to whoever looks for it.
  ///   - lane: what it is looked up as.
  package convenience init(
    _ reading: consuming PatternReading,
    payload: AnyObject,
    lane: IndexLane
  ) {
    self.init(LeafDraft(reading, nil, lane: lane), payload: payload)
  }
}
