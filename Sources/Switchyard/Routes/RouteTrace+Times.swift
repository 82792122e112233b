// A trace that was read or made by hand may have any numbers, of which no sum may trap.

extension RouteTrace {
  /// Returns the nanoseconds since the first of January 1970 at a moment of the trace.
  public func nanosecondsSince1970(at moment: Int64) -> UInt64 {
    let (start, isOver) = startMicroseconds.multipliedReportingOverflow(by: 1000)
    guard !isOver else { return startMicroseconds < 0 ? 0 : UInt64(Int64.max) }
    return UInt64(max(0, start.addingWithinBounds(moment)))
  }
}

extension RouteTrace.Step {
  /// The nanoseconds from its turn until it had answered; `nil` where it has not.
  package var waitAndDuration: Int64? { duration.map { (wait ?? 0).addingWithinBounds($0) } }

  /// The moment at which it had answered; `nil` where it has not.
  public var end: Int64? { waitAndDuration.map { start.addingWithinBounds($0) } }
}

extension Int64 {
  /// Returns the sum, or what is nearest to it.
  fileprivate func addingWithinBounds(_ other: Int64) -> Int64 {
    let (sum, isOver) = addingReportingOverflow(other)
    return isOver ? (other < 0 ? .min : .max) : sum
  }
}
