package import RoutePatterns

/// A look at the routes that a target may lead to, in one version, those of each lane in the order
/// they are asked in.
///
/// While there is one, nothing that it shows is freed, and nothing of a user's may be called; it is
/// for one thread, and not for long.
@safe
package struct IndexLook: ~Copyable {
  /// The version that is looked at.
  package let version: UInt64
  private let reader: IndexReader
  private let record: RecordPointer
  private let workspace: UnsafeMutablePointer<SearchWorkspace>
  /// The number of routes.
  package private(set) var count = 0
  /// Whether the last of them is a map that has ended the search.
  package private(set) var endsAtMap = false

  fileprivate init(_ reader: IndexReader) {
    self.reader = reader
    unsafe (record, workspace) = unsafe reader.enter()
    version = reader.visible
  }

  deinit { unsafe reader.leave(record, workspace) }

  /// Finds routes in the same version, in the place of those that were found.
  package mutating func searchAgain(
    _ target: borrowing RouteTarget,
    lanes: IndexLane.Set,
    tags: UInt64?,
    endTags: UInt64 = 0
  ) {
    var query = IndexQuery(lanes: lanes.bits, tags: tags, version: version)
    query.endTags = endTags
    endsAtMap = unsafe reader.search(target, query, workspace)
    count = unsafe workspace.pointee.hitCount
  }

  /// Finds what a text leads to in the same version, in the place of what was found; the patterns
  /// are those of an index that tells letters by their case, and the values are not known.
  ///
  /// - Parameters:
  ///   - text: a slash, and segments with slashes between them, in ASCII.
  ///   - length: the number of bytes.
  ///   - lanes: the kinds of routes to find.
  @unsafe
  package mutating func searchAgain(
    _ text: UnsafeRawPointer,
    _ length: Int,
    lanes: IndexLane.Set
  ) {
    // By itself: within a function that changes this, compiler 6.3.1 makes a broken module of it
    // for the thread sanitizer.
    count = unsafe find(text, length, lanes)
  }

  private func find(_ text: UnsafeRawPointer, _ length: Int, _ lanes: IndexLane.Set) -> Int {
    let query = IndexQuery(lanes: lanes.bits, tags: nil, version: version)
    unsafe workspace.pointee.clearHits()
    _ = unsafe reader.search(text, length, query, workspace)
    return unsafe workspace.pointee.hitCount
  }

  @inline(__always)
  private func leaf(_ index: Int) -> LeafPointer {
    precondition(index >= 0 && index < count)
    return unsafe workspace.pointee.hits[index]
  }

  /// A route, as far as the index knows it.
  package func hit(_ index: Int) -> IndexHit { unsafe IndexHit(leaf(index)) }

  /// The identifier that a route is told apart by outside.
  package func id(_ index: Int) -> (UInt64, UInt64) { unsafe leaf(index).pointee.id }

  /// The address of the object that a route is to whoever looks; the object is to be held if it is
  /// kept longer than the look.
  package func payload(_ index: Int) -> UnsafeRawPointer { unsafe leaf(index).pointee.payload }

  /// The values of a route, if it matches the target that was looked for; closures are not asked.
  @inline(__always)
  package func captures(
    _ index: Int,
    of target: borrowing RouteTarget,
    budget: inout MatchBudget
  ) throws(MatchError) -> CaptureRanges? {
    if let captures = decidedCaptures(index, of: target) { return captures }
    return try unsafe leaf(index).pointee.pattern?.capturesBeforeChecks(of: target, &budget).get()
  }

  /// The values of a route that matches for what the segments say, closures aside; nothing where
  /// its pattern has to be asked.
  package func decidedCaptures(
    _ index: Int,
    of target: borrowing RouteTarget
  ) -> CaptureRanges? {
    let leaf = unsafe leaf(index)
    guard unsafe leaf.pointee.traits[LeafTraits.exact] else { return nil }
    return unsafe SegmentValues(of: leaf).captures(of: target)
  }
}

/// A route that a look has found, as far as the index knows it.
@safe
@usableFromInline
package struct IndexHit {
  /// The address of the object that it is to whoever looks; the object is to be held if it is kept
  /// longer than the look.
  package let payload: UnsafeRawPointer
  /// The values, if the segments decide that it matches, closures aside.
  package let values: SegmentValues
  /// The facts in one word, of which each is read where it is asked for.
  @usableFromInline let traits: UInt64

  @inline(__always)
  fileprivate init(_ leaf: LeafPointer) {
    unsafe payload = leaf.pointee.payload
    values = unsafe SegmentValues(of: leaf)
    traits = unsafe leaf.pointee.traits.bits
  }

  /// Whether it is a map or a fallback.
  @inlinable @inline(__always)
  package var isEnd: Bool { traits & LeafTraits.end != 0 }
  /// Whether a map or fallback is a fallback.
  @inlinable @inline(__always)
  package var isFallback: Bool { traits & LeafTraits.fallback != 0 }
  /// Whether the segments decide that it matches, closures aside; else its pattern has to be asked.
  @inlinable @inline(__always)
  package var isDecided: Bool { traits & LeafTraits.exact != 0 }
  /// Whether it has owners, who may be gone.
  @inlinable @inline(__always)
  package var isOwned: Bool { traits & LeafTraits.owned != 0 }
  /// Whether closures have to be asked for the values.
  @inlinable @inline(__always)
  package var hasChecks: Bool { traits & LeafTraits.checks != 0 }
}

extension IndexReader {
  /// Looks for the routes that a target may lead to.
  ///
  /// - Parameters:
  ///   - target: the target, made under the policies of the patterns.
  ///   - lanes: what is looked for.
  ///   - tags: the bits of the tags, of which a route has at least one; nothing for any route.
  ///   - endTags: the bits of the tags of maps one of which may end the search, if it comes first
  ///     and is sure to match; 0 for none, and all bits for any map.
  /// - Returns: the routes, all of which may match.
  /// - Complexity: linear in the length of the path, as far as patterns reach, and in the number of
  ///   ways to read its segments as literal text and as values that patterns have; no memory is
  ///   taken from the heap, as long as few routes are found.
  package func look(
    at target: borrowing RouteTarget,
    lanes: IndexLane.Set,
    tags: UInt64?,
    endTags: UInt64 = 0
  ) -> IndexLook {
    var look = look()
    look.searchAgain(target, lanes: lanes, tags: tags, endTags: endTags)
    return look
  }

  /// Begins to look, at nothing yet.
  package func look() -> IndexLook { IndexLook(self) }
}
