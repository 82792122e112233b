/// A response that a task waits for.
final class ResponsePromise: HTTPResponseTaker {
  private enum State {
    case pending
    case awaited(CheckedContinuation<HTTPResponse, Never>)
    case resolved(HTTPResponse)
  }

  private let state = Locked(State.pending)

  /// Returns the response, once it is known; called once.
  func value() async -> HTTPResponse {
    await withCheckedContinuation { continuation in
      let response = state.withLock { state -> HTTPResponse? in
        guard case .resolved(let response) = state else {
          state = .awaited(continuation)
          return nil
        }
        return response
      }
      if let response { continuation.resume(returning: response) }
    }
  }

  /// Sets the response.
  func take(_ response: HTTPResponse, for request: Int) {
    let continuation = state.withLock { state -> CheckedContinuation<HTTPResponse, Never>? in
      defer { state = .resolved(response) }
      return if case .awaited(let continuation) = state { continuation } else { nil }
    }
    continuation?.resume(returning: response)
  }
}
