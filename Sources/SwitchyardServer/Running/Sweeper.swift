import Dispatch
import Synchronization

/// Calls a closure at intervals as long as it is held, on a queue of its own.
final class Sweeper: Sendable {
  private let queue = DispatchQueue(label: "SwitchyardServer.sweep")
  private let interval: Duration
  private let sweep: @Sendable () -> Void
  private let isOver = Atomic(false)

  /// Begins; the first call comes after the interval.
  init(every interval: Duration, _ sweep: @escaping @Sendable () -> Void) {
    self.interval = interval
    self.sweep = sweep
    wait()
  }

  /// Stops: no call begins from now on.
  func stop() { isOver.store(true, ordering: .relaxed) }

  private func wait() {
    let (seconds, attoseconds) = interval.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak self] in
      guard let self, !isOver.load(ordering: .relaxed) else { return }
      sweep()
      wait()
    }
  }
}

extension EmbeddedServer.Configuration {
  /// The interval of sweeps: short enough for the least of the limits.
  var sweep: Duration {
    let limit = min(headTimeLimit, lingerTimeLimit, idleTimeLimit)
    return min(.seconds(1), limit / 4)
  }
}
