internal import RoutePatterns
internal import Synchronization

/// The one who changes an index: all that is to be known for that, and that readers do not need.
@safe
struct IndexWriter {
  let reader: IndexReader
  /// The number of slots of the table that are taken; empty nodes count until all of them are left
  /// out.
  var filled = 0
  /// The number of values, which lie outside of the table, and the number from which on those that
  /// lead to no route any more are left out.
  var values = 0
  var valueLimit = 512
  /// Whether routes have gone that kept lookups from the quick way: the ways to them stay until
  /// all nodes are made anew.
  var hasLostWays = false
  /// The number of changes since all nodes were made anew, and whether one of them removed a route.
  var changes = 0
  var hasRemoved = false
  var lastID = UInt32(IndexLane.allCases.count)
  private var registered: UInt64 = 0
  var retired = RetiredMemory()
  var longLists = LongLists()
  /// The number of routes of each list that are removed and seen by somebody still, where there are
  /// any.
  var unseen: [LongLists.Key: Int] = [:]

  init(_ reader: IndexReader) {
    self.reader = reader
    let root = unsafe TrieRoot.make(size: 16)
    unsafe reader.shared.pointee.root.store(root, ordering: .releasing)
  }

  /// Frees all that there is, when there are no readers any more.
  mutating func freeAll() {
    // An index that is not held is not read: all that was taken out of it goes as it would at any
    // other time.
    collect().payloads.release()
    unsafe allNodes().forEach { unsafe freeLists(of: $0) }
    freeNodes()
    while let kind = retired.popFirst(before: .max) {
      switch kind {
      case .removed, .fork: break
      case .unlinked(let route): unsafe free(route.takeUnretainedValue())
      case .unlinkedFork(let fork): unsafe free(fork)
      case .memory(let memory): unsafe memory.deallocate()
      }
    }
  }

  var root: UnsafeMutablePointer<TrieRoot> { unsafe reader.root }
  var version: UInt64 { unsafe reader.shared.pointee.version.load(ordering: .relaxed) }
  var epoch: UInt64 { unsafe reader.shared.pointee.epoch.load(ordering: .relaxed) }

  mutating func apply(adding routes: [IndexedRoute], removing others: [IndexedRoute]) -> UInt64 {
    if hasLeftovers { rebuild(for: 0) }
    changes += routes.count + others.count
    if !others.isEmpty { hasRemoved = true }
    let next = version + 1
    for route in routes {
      registered += 1
      add(route, route.takeDraft(), version: next)
      // Until it is freed.
      _ = unsafe Unmanaged.passRetained(route)
    }
    for route in others {
      unsafe route.forEachLeaf { unsafe $0.pointee.removed.store(next, ordering: .releasing) }
    }
    // In one order with the marks of readers.
    unsafe reader.shared.pointee.version.store(next, ordering: .sequentiallyConsistent)
    for route in others { unsafe retired.add(.removed(.passUnretained(route)), in: epoch) }
    #if DEBUG
      if registered < 64 { checkInvariants() }
    #endif
    return next
  }

  /// Whether nodes that lead to no route are worth leaving out: so seldom that it costs a change no
  /// more than a constant.
  private var hasLeftovers: Bool {
    (hasRemoved && values > valueLimit) || (hasLostWays && changes >= 4 * lastID)
  }

  private mutating func add(_ route: IndexedRoute, _ draft: LeafDraft, version: UInt64) {
    makeRoom(for: draft)
    guard add(route, draft, at: draft.reading.place, version) else {
      draft.reading.leaveToPattern()
      return add(route, draft, version: version)
    }
    guard let earlier = draft.reading.earlierPlace else { return }
    let isAdded = add(route, draft, at: earlier, version)
    precondition(isAdded, "The nodes on the way to a route are there.")
  }

  /// Adds a route at a place, and to those of its tags there.
  /// - Returns: false if more is to be left to the pattern; nothing is added then.
  private mutating func add(
    _ route: IndexedRoute,
    _ draft: LeafDraft,
    at place: PatternReading.Place,
    _ version: UInt64
  ) -> Bool {
    guard let node = unsafe node(of: draft, at: place) else { return false }
    let leaf = unsafe addLeaf(route, draft, place, at: node, version)
    for tag in draft.tagKeys {
      unsafe addLeaf(route, draft, place, at: self.node(of: tag, beside: leaf), version)
    }
    return true
  }

  @discardableResult
  private mutating func addLeaf(
    _ route: IndexedRoute,
    _ draft: LeafDraft,
    _ place: PatternReading.Place,
    at node: NodePointer,
    _ version: UInt64
  ) -> LeafPointer {
    let ordinal = route.leafCount
    let order = unsafe reader.shared.pointee.order
    let leaf = unsafe draft.reading.rank.withUnsafeBytes { rank in
      unsafe LeafPointer.make(
        TrieLeaf(
          added: version,
          removed: Atomic(.max),
          traits: LeafTraits(draft, at: place, order),
          id: draft.id,
          tags: draft.tags,
          ending: draft.reading.ending,
          payload: route.address,
          order: registered,
          captured: draft.reading.captured,
          pattern: draft.pattern,
          node: node,
          route: Unmanaged.passUnretained(route),
          ordinal: UInt32(ordinal),
          rankCount: UInt16(clamping: rank.count)
        ),
        rank: rank
      )
    }
    unsafe route.setLeaf(leaf, at: ordinal)
    unsafe link(leaf)
    return unsafe leaf
  }
}
