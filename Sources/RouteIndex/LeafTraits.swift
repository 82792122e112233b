internal import RoutePatterns

/// The facts known of a route at a node.
@usableFromInline
struct LeafTraits: Sendable {
  private(set) var bits: UInt64

  /// The segments decide, and nobody else need be asked.
  static var sure: UInt64 { 1 }
  /// The segments decide what the pattern asks, but for its closures.
  @inlinable static var exact: UInt64 { 2 }
  @inlinable static var owned: UInt64 { 4 }
  @inlinable static var checks: UInt64 { 8 }
  /// A slash has to follow the segments.
  static var needsRest: UInt64 { 16 }
  static var capturesRest: UInt64 { 32 }
  /// Each value is captured.
  static var capturesAll: UInt64 { 64 }
  static var tail: UInt64 { 128 }
  /// Segments and masks say all that there is to say.
  static var quick: UInt64 { sure | capturesAll }
  /// No route: it leads later readers and earlier ones to lists of their own.
  static var fork: UInt64 { 256 }
  /// The routes of its lane are compared by how specific they are.
  static var ranked: UInt64 { 512 }
  /// Of those alike the earlier is asked first.
  static var earliestFirst: UInt64 { 1_024 }
  /// The segments decide together with the text that a path ends with, before which the rest ends.
  static var textBehind: UInt64 { 2_048 }
  /// It is in the lane of maps or of fallbacks.
  @inlinable static var end: UInt64 { 4_096 }
  /// It is in the lane of fallbacks.
  @inlinable static var fallback: UInt64 { 8_192 }

  init(_ bits: UInt64, lane: IndexLane, depth: Int, endingBits: Int) {
    self.bits =
      bits | UInt64(lane.rawValue) << 16 | UInt64(depth) << 24 | UInt64(64 - endingBits) << 32
    if lane == .maps || lane == .fallbacks { self.bits |= Self.end }
    if lane == .fallbacks { self.bits |= Self.fallback }
  }

  private init() { bits = 0 }

  /// Those of no leaf.
  static var none: LeafTraits { LeafTraits() }

  /// The traits of a leaf at a place, in an index of some order.
  init(_ draft: LeafDraft, at place: PatternReading.Place, _ order: IndexOrder) {
    var bits: UInt64 = 0
    let isSure = draft.reading.isExact && !draft.reading.hasTextBehind
    if isSure, !draft.reading.hasChecks, !draft.isOwned { bits |= Self.sure }
    if draft.reading.isExact { bits |= Self.exact }
    if draft.reading.hasTextBehind { bits |= Self.textBehind }
    if draft.isOwned { bits |= Self.owned }
    if draft.reading.hasChecks { bits |= Self.checks }
    if draft.reading.needsRest, place.isOpen { bits |= Self.needsRest }
    if draft.reading.capturesRest { bits |= Self.capturesRest }
    if draft.reading.capturesAll { bits |= Self.capturesAll }
    if place.isOpen { bits |= Self.tail }
    if order.isRanked(draft.lane) { bits |= Self.ranked }
    if order.isEarliestFirst(draft.lane) { bits |= Self.earliestFirst }
    self.init(
      bits,
      lane: draft.lane,
      depth: place.depth,
      endingBits: draft.reading.endingMask.nonzeroBitCount
    )
  }

  @inline(__always)
  subscript(_ trait: UInt64) -> Bool { bits & trait != 0 }

  @inline(__always)
  var lane: IndexLane { IndexLane(rawValue: UInt8(truncatingIfNeeded: bits >> 16 & 7)) ?? .maps }
  var depth: Int { Int(bits >> 24 & 0xFF) }
  /// The number of bytes that are compared with the last of a path.
  var endingLength: Int { 8 - Int(bits >> 35) }

  /// Whether the last bytes of a path are those that each ends with that matches.
  @inline(__always)
  func allows(_ ending: UInt64, _ own: UInt64) -> Bool { (ending ^ own) >> (bits >> 32) == 0 }
}
