internal import RoutePatterns
internal import Synchronization

/// The routes of a router by what their patterns ask of a path, for any number of readers while one
/// thread at a time changes it.
///
/// A trie of segments, one for each lane, whose nodes lie in one table: a path is looked up by one
/// walk through it, and only where that ends nowhere, and there were other ways to go, by all of
/// them. The pattern's own match decides where the segments do not. Each route is stamped with the
/// version that added it and the one that removed it, so that a reader sees one version, whole.
/// What is removed is unlinked when no reader sees it, and freed when the last reader that may
/// stand on it has left.
///
/// Changed under a lock of the owner; `@unchecked`, for that lock and the marks of readers keep
/// both from what the other frees.
@safe
package final class LiveIndex: @unchecked Sendable {
  /// The way to look for routes in it.
  package let reader: IndexReader
  /// The number of slots of the table that are taken; empty nodes count until all of them are left
  /// out.
  var filled = 0
  var lastID: UInt32 = 0
  private var registered: UInt64 = 0
  var retired = RetiredMemory()
  var longLists = LongLists()
  /// The number of routes of each list that are removed and seen by somebody still, where there are
  /// any.
  var unseen: [LongLists.Key: Int] = [:]

  /// - Parameters:
  ///   - order: in which order maps are asked.
  ///   - ignoresCase: whether the patterns ignore the case of letters.
  ///   - steps: how many steps the matches of a lookup for the first route may take.
  package init(order: IndexOrder, ignoresCase: Bool, steps: Int = 1_000_000) {
    reader = IndexReader(IndexShared(order: order, ignoresCase: ignoresCase, steps: steps))
    let root = unsafe TrieRoot.make(size: 16)
    lastID = UInt32(IndexLane.allCases.count)
    unsafe reader.shared.pointee.root.store(root, ordering: .releasing)
  }

  deinit {
    // An index that is not held is not read: all that was taken out of it goes as it would at any
    // other time.
    collect().payloads.release()
    unsafe allNodes().forEach { unsafe freeLists(of: $0) }
    freeNodes()
    while let (_, kind) = retired.waiting.popFirst() {
      switch kind {
      case .removed: break
      case .unlinked(let route): free(route)
      case .fork: break
      case .unlinkedFork(let fork): unsafe free(fork)
      case .memory(let memory): unsafe memory.deallocate()
      }
    }
    reader.free()
  }

  var root: UnsafeMutablePointer<TrieRoot> { unsafe reader.root }
  var order: IndexOrder { unsafe reader.shared.pointee.order }
  var ignoresCase: Bool { unsafe reader.shared.pointee.ignoresCase }
  var version: UInt64 { unsafe reader.shared.pointee.version.load(ordering: .relaxed) }
  var epoch: UInt64 { unsafe reader.shared.pointee.epoch.load(ordering: .relaxed) }

  /// Adds and removes routes, in one step: readers see all of it or nothing.
  ///
  /// - Parameters:
  ///   - routes: routes that are not in the index, in the order of registration.
  ///   - others: routes that are.
  /// - Returns: the version that there is from now on.
  @discardableResult
  package func apply(adding routes: [IndexedRoute], removing others: [IndexedRoute] = []) -> UInt64
  {
    let next = version + 1
    for route in routes {
      registered += 1
      add(route, order: registered, version: next)
    }
    for route in others {
      unsafe route.forEachLeaf { unsafe $0.pointee.removed.store(next, ordering: .releasing) }
    }
    // In one order with the marks of readers.
    unsafe reader.shared.pointee.version.store(next, ordering: .sequentiallyConsistent)
    for route in others { retired.add(.removed(route), in: epoch) }
    #if DEBUG
      if registered < 64 { checkInvariants() }
    #endif
    return next
  }

  private func add(_ route: IndexedRoute, order: UInt64, version: UInt64) {
    guard let draft = route.draft else { preconditionFailure("A route is added once.") }
    var reading = draft.reading
    for unsafe(place, node) in unsafe nodes(draft.lane, draft.tagKeys, &reading) {
      let leaf = unsafe reading.rank.withUnsafeBytes { rank in
        unsafe LeafPointer.make(
          TrieLeaf(
            next: Atomic(nil),
            added: version,
            removed: Atomic(.max),
            traits: traits(draft, reading, place),
            id: draft.id,
            tags: draft.tags,
            ending: reading.ending,
            payload: payload(of: route),
            order: order,
            captured: reading.captured,
            pattern: draft.pattern,
            previous: nil,
            node: node,
            route: Unmanaged.passUnretained(route),
            ordinal: UInt32(route.leafCount),
            rankCount: UInt16(clamping: rank.count)
          ),
          rank: rank
        )
      }
      unsafe route.setLeaf(leaf, at: Int(leaf.pointee.ordinal))
      unsafe link(leaf)
    }
    // Until it is freed.
    _ = unsafe Unmanaged.passRetained(route)
    route.draft = nil
  }

  private func payload(of route: IndexedRoute) -> UnsafeRawPointer {
    guard let payload = route.payload else { preconditionFailure("A route is added once.") }
    return unsafe UnsafeRawPointer(Unmanaged.passUnretained(payload).toOpaque())
  }

  private func traits(
    _ draft: IndexedRoute.Draft,
    _ reading: PatternReading,
    _ place: PatternReading.Place
  ) -> LeafTraits {
    var bits: UInt64 = 0
    var values: UInt64 = 0
    for index in reading.segments.indices {
      if case .literal = reading.segments[index] { continue }
      values |= 1 << UInt64(index)
    }
    let isAsked = !reading.isExact || reading.hasChecks || draft.isOwned
    if !isAsked { bits |= LeafTraits.sure }
    if reading.isExact { bits |= LeafTraits.exact }
    if draft.isOwned { bits |= LeafTraits.owned }
    if reading.hasChecks { bits |= LeafTraits.checks }
    if reading.needsRest, place.isOpen { bits |= LeafTraits.needsRest }
    if reading.capturesRest { bits |= LeafTraits.capturesRest }
    if reading.captured == values { bits |= LeafTraits.capturesAll }
    if place.isOpen { bits |= LeafTraits.tail }
    if order.isRanked(draft.lane) { bits |= LeafTraits.ranked }
    if order.isEarliestFirst(draft.lane) { bits |= LeafTraits.earliestFirst }
    return LeafTraits(
      bits,
      lane: draft.lane,
      depth: place.depth,
      endingBits: reading.endingMask.nonzeroBitCount
    )
  }
}
