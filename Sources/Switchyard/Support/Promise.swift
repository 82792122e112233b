import SwitchyardLocks

/// A value that one task waits for.
package final class Promise<Value: Sendable>: Sendable {
  private enum State {
    case pending
    case awaited(CheckedContinuation<Value, Never>)
    case resolved(Value)
    case delivered
  }

  private let state = Locked(State.pending)

  package init() {}

  /// The value, once it is known; asked for once.
  package func value() async -> Value {
    await withCheckedContinuation { continuation in
      let value = state.withLock { state -> Value? in
        guard case .resolved(let value) = state else {
          state = .awaited(continuation)
          return nil
        }
        state = .delivered
        return value
      }
      if let value { continuation.resume(returning: value) }
    }
  }

  /// Says what the value is; the first call counts.
  package func resolve(_ value: Value) {
    let continuation = state.withLock { state -> CheckedContinuation<Value, Never>? in
      switch state {
      case .pending:
        state = .resolved(value)
        return nil
      case .awaited(let continuation):
        state = .delivered
        return continuation
      case .resolved, .delivered:
        return nil
      }
    }
    continuation?.resume(returning: value)
  }
}
