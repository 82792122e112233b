import SwitchyardLocks
import TestSupport

@testable import Switchyard

/// A clock whose timers are called by the thread that moves it, in the order of their times.
final class HandClock: Sendable {
  private struct State {
    var now = Duration.zero
    var timers: [(moment: Duration, action: @Sendable () -> Void)] = []
  }

  private let state = Locked(State())

  var now: Duration { state.withLock { $0.now } }
  var timers: Int { state.withLock { $0.timers.count } }

  /// Its timers hold whom they wake, who may hold it: they go when the process ends.
  init() { Farewell.plan(for: self) { clock in clock.state.withLock { $0.timers = [] } } }

  var clock: RouterClock {
    RouterClock(
      now: { self.state.withLock { $0.now } },
      wake: { delay, action in
        self.state.withLock { $0.timers.append((moment: $0.now + delay, action: action)) }
      },
      timeOfDay: { .seconds(1_700_000_000) + self.now }
    )
  }

  func advance(by duration: Duration) {
    let end = state.withLock { $0.now + duration }
    while let action = takeTimer(until: end) { action() }
    state.withLock { $0.now = end }
  }

  private func takeTimer(until end: Duration) -> (@Sendable () -> Void)? {
    state.withLock { state in
      let due = state.timers.indices.filter { state.timers[$0].moment <= end }
      guard let index = due.min(by: { state.timers[$0].moment < state.timers[$1].moment }) else {
        return nil
      }
      let timer = state.timers.remove(at: index)
      state.now = max(state.now, timer.moment)
      return timer.action
    }
  }
}
