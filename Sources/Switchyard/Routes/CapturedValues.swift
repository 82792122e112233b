import RouteIndex

/// The values of a route that a target matches, in words alone: they are handed on often, and no
/// reference is counted.
struct CapturedValues: Sendable {
  /// Those that the segments decide, as of most routes.
  private let segments: SegmentValues
  /// The place of the ranges among all that regular expressions have found; below zero where the
  /// segments decide.
  private let place: Int

  init(_ segments: SegmentValues) {
    self.segments = segments
    place = -1
  }

  /// Those that a regular expression has found.
  init(asked place: Int) {
    segments = SegmentValues()
    self.place = place
  }

  /// Those of a route that could not be matched.
  static var none: CapturedValues { CapturedValues(SegmentValues()) }

  /// Finds where they stand in the target.
  /// - Parameters:
  ///   - target: the target.
  ///   - asked: all that regular expressions have found.
  /// - Returns: the ranges.
  func ranges(
    in target: borrowing RouteTarget,
    _ asked: RefilledList<CaptureRanges>?
  ) -> CaptureRanges {
    if place < 0 { return segments.captures(of: target) }
    guard let asked else { preconditionFailure("What was found is kept as long as its leg.") }
    return asked.read(place) { copy $0 }
  }
}
