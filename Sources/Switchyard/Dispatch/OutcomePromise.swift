import RoutePatterns

/// An outcome that somebody waits for.
final class OutcomePromise: Sendable {
  private enum State {
    case pending
    case awaited(CheckedContinuation<RouteOutcome, Never>)
    case resolved(RouteOutcome)
    case delivered
  }

  private let state = Locked(State.pending)

  /// The outcome, once it is known; asked for once.
  func value() async -> RouteOutcome {
    await withCheckedContinuation { continuation in
      let outcome = state.withLock { state -> RouteOutcome? in
        guard case .resolved(let outcome) = state else {
          state = .awaited(continuation)
          return nil
        }
        state = .delivered
        return outcome
      }
      if let outcome { continuation.resume(returning: outcome) }
    }
  }

  /// Says what the outcome is; the first call counts.
  func resolve(_ outcome: RouteOutcome) {
    let continuation = state.withLock { state -> CheckedContinuation<RouteOutcome, Never>? in
      switch state {
      case .pending:
        state = .resolved(outcome)
        return nil
      case .awaited(let continuation):
        state = .delivered
        return continuation
      case .resolved, .delivered:
        return nil
      }
    }
    continuation?.resume(returning: outcome)
  }
}
