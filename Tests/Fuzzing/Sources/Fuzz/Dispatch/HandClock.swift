import Synchronization

@testable import Switchyard

/// A clock that is moved by hand, and calls what is due where it is moved.
final class HandClock: Sendable {
  private struct State {
    var now = Duration.zero
    var alarms: [(moment: Duration, action: @Sendable () -> Void)] = []
  }

  private let state = Mutex(State())

  /// The clock as a router takes it.
  var routerClock: RouterClock {
    RouterClock(
      now: { [self] in state.withLock { $0.now } },
      wake: { [self] delay, action in
        state.withLock { $0.alarms.append(($0.now + delay, action)) }
      }
    )
  }

  /// Moves the clock, and calls all that is due, and all that is due thereupon.
  func advance(by duration: Duration) {
    state.withLock { $0.now += duration }
    while let action = nextDue() { action() }
  }

  private func nextDue() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard let index = state.alarms.firstIndex(where: { $0.moment <= state.now }) else {
        return nil
      }
      return state.alarms.remove(at: index).action
    }
  }
}
