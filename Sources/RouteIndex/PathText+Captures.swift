internal import RoutePatterns

extension PathText {
  /// The values of a route, in a text that the path begins at some place of.
  func captures(of values: SegmentValues, base: Int) -> CaptureRanges {
    let all = values.segments.nonzeroBitCount + (values.restDepth < 0 ? 0 : 1)
    let (restDepth, restEnd) = (values.restDepth, length - values.behindRest)
    // They are asked for one after the other.
    var rest = values.segments
    guard all <= CaptureRanges.inlineCount, base + length < CaptureRanges.inlineEnd else {
      var ranges: [Range<Int>] = []
      for _ in 0..<all { ranges.append(next(of: &rest, restDepth, restEnd, base)) }
      return CaptureRanges(count: all) { ranges[$0] }
    }
    return CaptureRanges(
      count: all,
      halves: { _ in
        let range = next(of: &rest, restDepth, restEnd, base)
        return UInt32(truncatingIfNeeded: range.lowerBound &<< 16 | range.upperBound)
      }
    )
  }

  /// The next of the segments that are left, or all that is behind so many, up to an end.
  @inline(__always)
  private func next(
    of rest: inout UInt64,
    _ restDepth: Int,
    _ restEnd: Int,
    _ base: Int
  ) -> Range<Int> {
    guard rest != 0 else {
      let first = count > restDepth ? start(restDepth) : length
      return unsafe Range(uncheckedBounds: (base &+ first, base &+ restEnd))
    }
    let segment = rest.trailingZeroBitCount
    rest &= rest &- 1
    return unsafe Range(uncheckedBounds: (base &+ start(segment), base &+ end(segment)))
  }
}
