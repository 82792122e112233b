/// The bytes of a body that have come in: how many, and when the last of them.
package struct BodyArrival: Sendable {
  package var count = 0
  package var moment: ContinuousClock.Instant?

  package init() {}

  mutating func add(_ count: Int) {
    let (sum, overflow) = self.count.addingReportingOverflow(count)
    self.count = overflow ? .max : sum
    moment = .now
  }
}

/// The progress of a body, looked at whenever the time of its handler is over.
struct BodyProgress {
  /// The bytes that had come in when it was looked at last.
  private var before = BodyArrival()

  /// Returns the time that the handler has from now on: what is left of its limit since the last
  /// bytes, or `nil` where none have come since the last look, or too few a second.
  mutating func timeLeft(
    of limit: Duration,
    atRate rate: Int,
    _ arrival: BodyArrival
  ) -> Duration? {
    defer { before = arrival }
    let new = arrival.count - before.count
    guard new > 0, let moment = arrival.moment else { return nil }
    let window = before.moment.map { $0.duration(to: moment) } ?? limit
    // As numbers that cannot overflow: the rate is anything.
    guard Double(new) >= (window / .seconds(1)) * Double(max(rate, 0)) else { return nil }
    let left = limit - moment.duration(to: .now)
    return left > .zero ? left : nil
  }
}
