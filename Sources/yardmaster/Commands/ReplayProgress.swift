import SwitchyardSystem

/// The progress of a replay, on one line of a terminal that is written again and again.
final class ReplayProgress {
  private let isShown: Bool
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var last: ContinuousClock.Instant
  private var hasWritten = false

  init(isShown: Bool) {
    self.isShown = isShown
    start = clock.now
    last = start
  }

  /// Shows the number of lines, twice a second at most.
  func update(_ lines: Int) {
    guard isShown else { return }
    let now = clock.now
    guard last.duration(to: now) > .milliseconds(500) else { return }
    last = now
    hasWritten = true
    let seconds = max(1, Int(start.duration(to: now).components.seconds))
    write("\r\u{1B}[K\(lines) lines, \(lines / seconds) a second")
  }

  /// Takes the line away.
  func end() {
    if hasWritten { write("\r\u{1B}[K") }
    hasWritten = false
  }

  private func write(_ text: String) {
    // What cannot be shown is not missed.
    _ = Array(text.utf8).withUnsafeBytes { systemWrite(2, $0) }
  }
}
