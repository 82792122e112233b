import SwitchyardLocks

/// A response that a task waits for.
final class ResponsePromise: ResponseTaker {
  private enum Phase {
    case pending
    case awaited(CheckedContinuation<ServerResponse, Never>)
    case resolved(ServerResponse)
    /// Handed on, and held no longer: a body may hold the request, which holds the promise.
    case taken
  }

  private struct State {
    var phase = Phase.pending
    var isLeft = false
  }

  /// Whether a request that no route answers, by any method, is left to others.
  let leavesMisses: Bool
  private let state = Locked(State())

  init(leavesMisses: Bool = false) { self.leavesMisses = leavesMisses }

  /// Notes that the request is left to others; what is taken then is none of their responses.
  func leave() { state.withLock { $0.isLeft = true } }

  /// Whether the request is left to others.
  var hasLeft: Bool { state.withLock { $0.isLeft } }

  /// Returns the response, once it is known; called once.
  func value() async -> ServerResponse {
    await withCheckedContinuation { continuation in
      let response = state.withLock { state -> ServerResponse? in
        guard case .resolved(let response) = state.phase else {
          state.phase = .awaited(continuation)
          return nil
        }
        state.phase = .taken
        return response
      }
      if let response { continuation.resume(returning: response) }
    }
  }

  /// Sets the response; of several the first counts, and no other is kept.
  func take(_ response: ServerResponse, for request: Int) {
    let continuation = state.withLock { state -> CheckedContinuation<ServerResponse, Never>? in
      switch state.phase {
      case .pending:
        state.phase = .resolved(response)
        return nil
      case .awaited(let continuation):
        state.phase = .taken
        return continuation
      case .resolved, .taken: return nil
      }
    }
    continuation?.resume(returning: response)
  }
}
