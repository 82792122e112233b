internal import RoutePatterns

/// A route that was found for a target, and where its values stand.
///
/// Of a short path it holds two masks of places, of any other up to eight ranges; only of more than these memory of
/// its own.
package struct SearchResult: Sendable {
  /// What the route is told apart by outside.
  package let id: (UInt64, UInt64)
  /// What it is looked up as, and above it the place where the path begins, or that there are ranges and not masks.
  private let head: UInt64
  // A bit for each slash and the end, but for those within a value; and those of them that end a value. Or the
  // ranges, of each the start in the upper half.
  private let slashes: UInt64
  private let values: UInt64
  private let others: (UInt64, UInt64)
  private let more: LongRanges?

  private static var ranges: UInt64 { 1 << 63 }

  /// One of a path of at most 62 bytes.
  @inline(__always)
  init(_ leaf: LeafPointer, slashes: UInt64, values: UInt64, base: Int) {
    id = leaf.pointee.id
    head = UInt64(leaf.pointee.traits.lane.rawValue) | UInt64(truncatingIfNeeded: base) &<< 8
    self.slashes = slashes
    self.values = values
    others = (0, 0)
    more = nil
  }

  /// One of any path.
  @inline(never)
  package init(
    id: (UInt64, UInt64),
    lane: IndexLane,
    count: Int,
    _ range: (Int) -> Range<Int>?
  ) {
    func word(_ index: Int) -> UInt64 {
      func half(_ index: Int) -> UInt64 {
        guard index < count, let range = range(index) else { return 0xFFFF_FFFF }
        return UInt64(range.lowerBound) << 16 | UInt64(range.upperBound)
      }
      return half(2 * index + 1) << 32 | half(2 * index)
    }
    self.id = id
    head = UInt64(lane.rawValue) | Self.ranges
    let last = (0..<count).last { range($0) != nil } ?? -1
    let isShort = last < 8 && (0..<(last + 1)).allSatisfy { (range($0)?.upperBound ?? 0) < 0xFFFF }
    if isShort {
      (slashes, values, others) = (word(0), word(1), (word(2), word(3)))
      more = nil
    } else {
      (slashes, values, others) = (0, 0, (0, 0))
      more = LongRanges((0..<count).map(range))
    }
  }

  /// What it is looked up as.
  package var lane: IndexLane { IndexLane(rawValue: UInt8(truncatingIfNeeded: head & 3)) ?? .maps }

  /// The bytes of the target's text that a parameter took, by its place among the names of the pattern.
  @inline(__always)
  package func range(at index: Int) -> Range<Int>? {
    if head & Self.ranges != 0 { return storedRange(at: index) }
    var rest = values
    var index = index
    guard index >= 0 else { return nil }
    while index > 0, rest != 0 {
      rest &= rest &- 1
      index &-= 1
    }
    guard rest != 0 else { return nil }
    let end = rest.trailingZeroBitCount
    let base = Int(truncatingIfNeeded: head &>> 8)
    // Behind the slash before.
    let start = 64 &- (slashes & ((1 &<< UInt64(truncatingIfNeeded: end)) &- 1)).leadingZeroBitCount
    return Range(uncheckedBounds: (start &+ base, end &+ base))
  }

  @inline(never)
  private func storedRange(at index: Int) -> Range<Int>? {
    if let more { return more.ranges.indices.contains(index) ? more.ranges[index] : nil }
    guard index >= 0, index < 8 else { return nil }
    let word = [slashes, values, others.0, others.1][index / 2]
    let half = UInt32(truncatingIfNeeded: index % 2 == 0 ? word : word >> 32)
    return half == .max ? nil : Int(half >> 16)..<Int(half & 0xFFFF)
  }
}

/// Ranges that are many, or far behind.
final class LongRanges: Sendable {
  let ranges: [Range<Int>?]

  init(_ ranges: [Range<Int>?]) { self.ranges = ranges }
}
