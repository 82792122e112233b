/// The bytes of a body that have come in: how many, and when the last of them.
package struct BodyArrival: Sendable {
  package private(set) var count = 0
  /// The time of the last of them, by the clock; `nil` where there are none.
  package private(set) var moment: Duration?
  private var clock = RouterClock.continuous

  package init() {}

  mutating func add(_ count: Int) {
    let (sum, overflow) = self.count.addingReportingOverflow(count)
    self.count = overflow ? .max : sum
    moment = clock.now()
  }

  /// Goes by another clock from now on.
  mutating func follow(_ clock: RouterClock) {
    self.clock = clock
    if moment != nil { moment = clock.now() }
  }
}

/// The progress of a body, looked at whenever the time of its handler is over.
struct BodyProgress {
  /// The bytes that had come in when it was looked at last, and when the last of them had.
  private var count = 0
  private var moment: Duration?

  /// Returns the time that the handler has from now on: what is left of its limit since the last
  /// bytes, or `nil` where none have come since the last look, or too few a second.
  mutating func timeLeft(
    of limit: Duration,
    atRate rate: Int,
    _ arrival: BodyArrival,
    now: Duration
  ) -> Duration? {
    defer { (count, moment) = (arrival.count, arrival.moment) }
    let new = arrival.count - count
    guard new > 0, let last = arrival.moment else { return nil }
    let window = moment.map { last - $0 } ?? limit
    // As numbers that cannot overflow: the rate is anything.
    guard Double(new) >= (window / .seconds(1)) * Double(max(rate, 0)) else { return nil }
    let left = limit - (now - last)
    return left > .zero ? left : nil
  }
}
