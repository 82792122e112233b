/// The pauses of a call that finds the file locked: random and growing, so that processes which
/// meet once do not meet again, and no thread waits meanwhile.
struct Patience {
  private let end: ContinuousClock.Instant
  private var pause = Duration.microseconds(100)

  init(_ limit: Duration) { end = .now + limit }

  /// Waits for a while.
  /// - Returns: whether to try once more: the time is not over, nor the task cancelled.
  mutating func wait() async -> Bool {
    guard ContinuousClock.now < end else { return false }
    let length = Duration.microseconds(.random(in: 50...max(51, pause / .microseconds(1))))
    pause = min(pause * 2, .milliseconds(10))
    return (try? await Task.sleep(for: length)) != nil
  }
}
