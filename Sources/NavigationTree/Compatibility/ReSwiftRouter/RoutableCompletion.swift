import SwitchyardLocks

/// The state of one call's completion.
///
/// It lives as long as the closure that was given to the routable, and so notices when that is
/// dropped.
final class RoutableCompletion: Sendable {
  /// An event that a coordinator is notified of, from any thread.
  enum Event: Sendable {
    case completed
    case dropped
    case expired
    case repeated
    case late
  }

  private enum State {
    case open
    case completed
    case expired
    /// A repeated call has been reported, which is done once.
    case reported
  }

  private let state = Locked(State.open)
  private let tell: @Sendable (Event) -> Void

  init(tell: @escaping @Sendable (Event) -> Void) { self.tell = tell }

  deinit {
    if state.withLock({ $0 == .open }) { tell(.dropped) }
  }

  /// Called when the routable has called its completion.
  func call() {
    let event = state.withLock { state -> Event? in
      switch state {
      case .open:
        state = .completed
        return .completed
      case .completed:
        state = .reported
        return .repeated
      case .expired:
        state = .reported
        return .late
      case .reported: return nil
      }
    }
    if let event { tell(event) }
  }

  /// Called when the time for it is up.
  func expire() {
    let isExpired = state.withLock { state in
      guard state == .open else { return false }
      state = .expired
      return true
    }
    if isExpired { tell(.expired) }
  }
}

/// The time that routables have to call a completion.
struct CompletionTimer: Sendable {
  let limit: Duration
  /// Begins now, and returns a closure that waits for the end.
  let start: @Sendable () -> @Sendable () async -> Void

  init(limit: Duration, clock: some Clock<Duration>) {
    self.limit = limit
    start = {
      let end = clock.now.advanced(by: limit)
      return { try? await clock.sleep(until: end, tolerance: nil) }
    }
  }
}
