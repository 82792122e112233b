import RouteIndex
import RoutePatterns

/// The values of a route that a target matches.
struct CapturedValues: Sendable {
  // In a class: most routes are decided by their segments, and values are handed on often.
  private final class Ranges: Sendable {
    let ranges: CaptureRanges

    init(_ ranges: CaptureRanges) { self.ranges = ranges }
  }

  private let segments: SegmentValues
  /// The ranges that a regular expression has found.
  private let asked: Ranges?

  init(_ segments: SegmentValues) {
    self.segments = segments
    asked = nil
  }

  init(_ ranges: CaptureRanges) {
    segments = SegmentValues()
    asked = Ranges(ranges)
  }

  /// Those of a route that could not be matched.
  static var none: CapturedValues { CapturedValues(SegmentValues()) }

  /// Finds where they stand in the target.
  func ranges(in target: borrowing RouteTarget) -> CaptureRanges {
    asked?.ranges ?? segments.captures(of: target)
  }
}
