internal import Synchronization

/// A pattern that is put into an index, with all that is known of its route.
@safe
package struct IndexedPattern {
  let pattern: RoutePattern
  let outline: PatternOutline
  let lane: IndexLane
  let order: UInt64
  let tags: UInt64
  let id: (UInt64, UInt64)
  let isOwned: Bool
  let payload: UnsafeRawPointer
  private let object: AnyObject

  /// - Parameters:
  ///   - pattern: what a target has to match; the payload must hold it.
  ///   - payload: what the route is to whoever looks for it; held as long as it is in the index.
  ///   - lane: what it is looked up as.
  ///   - order: its place in the order of registration.
  ///   - tags: the bits of its tags; all of them for what any lookup finds.
  ///   - id: what it is told apart by outside.
  ///   - isOwned: whether the payload has to be asked whether it is still there.
  package init(
    _ pattern: RoutePattern,
    payload: AnyObject,
    lane: IndexLane,
    order: UInt64,
    tags: UInt64,
    id: (UInt64, UInt64),
    isOwned: Bool
  ) {
    self.pattern = pattern
    outline = PatternOutline(pattern)
    self.lane = lane
    self.order = order
    self.tags = tags
    self.id = id
    self.isOwned = isOwned
    object = payload
    unsafe self.payload = UnsafeRawPointer(Unmanaged.passUnretained(payload).toOpaque())
  }

  /// What the index keeps of it, with one reference to the payload.
  func record(order indexOrder: IndexOrder, ignoresCase: Bool, places: Int) -> IndexedRoute {
    unsafe _ = Unmanaged.passRetained(object)
    let storage = pattern.storage
    let isRanked =
      lane == .fallbacks || (lane == .maps && indexOrder == .mostSpecificFirst)
    let isExact =
      outline.shape != nil && places == 1 && !ignoresCase && !storage.seesScheme
      && !storage.hasChecks && storage.plain.isUsable
      && outline.segments.count < PathScan.limit - 1
    let values = isExact ? values : (segments: 0, hasRest: false)
    return unsafe IndexedRoute(
      payload: payload,
      pattern: Unmanaged.passUnretained(storage),
      order: order,
      tags: tags,
      id: id,
      rank: isRanked ? Self.rank(storage) : UnsafeRawBufferPointer(start: nil, count: 0),
      captured: values.segments,
      lane: lane,
      isExact: isExact,
      needsRest: outline.places[0].isOpen && pattern.options.slashes == .strict,
      capturesRest: values.hasRest,
      isOwned: isOwned,
      isFirst: true
    )
  }

  /// The segments that are captured, a bit for each, and whether all behind them is.
  private var values: (segments: UInt64, hasRest: Bool) {
    let storage = pattern.storage
    guard !storage.isPlainText else {
      return storage.withSource { PlainText.values(of: $0) }
    }
    let values = storage.parts.path.filter { $0.kind != .fixed }
    var captured: UInt64 = 0
    var next = 0
    for (index, segment) in outline.segments.enumerated() where segment == .any {
      if !values[next].isUnnamed { captured |= 1 << UInt64(index) }
      next += 1
    }
    return (captured, next < values.count && !values[next].isUnnamed)
  }

  private static func rank(_ storage: RoutePattern.Storage) -> UnsafeRawBufferPointer {
    let bytes =
      storage.isPlainText
      ? storage.withSource { PlainText.specificityKey(of: $0) } : storage.parts.specificityKey
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    unsafe memory.copyBytes(from: bytes)
    return UnsafeRawBufferPointer(memory)
  }
}

extension IndexedRoute {
  /// Frees what belongs to the route, if it is still there.
  func release() {
    guard isFirst, !isRemoved.load(ordering: .relaxed) else { return }
    unsafe rank.deallocate()
    unsafe Unmanaged<AnyObject>.fromOpaque(payload).release()
  }
}
