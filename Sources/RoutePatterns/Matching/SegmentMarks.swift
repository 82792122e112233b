/// The places of values that are segments, in a path of at most 62 bytes.
package struct SegmentMarks: Sendable {
  /// A bit for each slash of the path, and one for its end.
  private let slashes: UInt64
  /// Those of them that end a value.
  private let values: UInt64

  /// No values, and nothing known of them.
  package init() { (slashes, values) = (0, 0) }

  /// Marks values.
  @inlinable
  @inline(__always)
  package init(slashes: UInt64, values: UInt64) {
    self.slashes = slashes
    self.values = values
  }

  /// The place of a value in the path; `nil` where so many are not marked.
  package subscript(index: Int) -> Range<Int>? {
    guard index >= 0 else { return nil }
    var ends = values
    // Each turn takes the mark of a value before it away.
    for _ in 0..<index where ends != 0 { ends &= ends &- 1 }
    guard ends != 0 else { return nil }
    let end = ends.trailingZeroBitCount
    let before = slashes & ((1 &<< UInt64(truncatingIfNeeded: end)) &- 1)
    return (64 - before.leadingZeroBitCount)..<end
  }
}
