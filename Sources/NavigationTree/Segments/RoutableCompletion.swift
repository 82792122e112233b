import RoutePatterns

/// What becomes of the completion of one call.
///
/// It lives as long as the closure that was given to the routable, and so notices when that is dropped.
final class RoutableCompletion: Sendable {
  /// What a coordinator is told, from whatever thread.
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
    /// A call too many has been reported, which is done once.
    case reported
  }

  private let state = Locked(State.open)
  private let tell: @Sendable (Event) -> Void

  init(tell: @escaping @Sendable (Event) -> Void) { self.tell = tell }

  deinit {
    if state.withLock({ $0 == .open }) { tell(.dropped) }
  }

  /// The routable has called it.
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

  /// The time for it is up.
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
  /// Begins now, and returns what waits for the end.
  let start: @Sendable () -> @Sendable () async -> Void

  init(limit: Duration, clock: some Clock<Duration>) {
    self.limit = limit
    start = {
      let end = clock.now.advanced(by: limit)
      return { try? await clock.sleep(until: end, tolerance: nil) }
    }
  }
}
