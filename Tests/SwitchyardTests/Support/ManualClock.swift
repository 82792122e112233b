import TestSupport

/// A clock that is moved by hand.
final class ManualClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct Sleeper {
    let end: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    /// Whether nobody moves it any more.
    var isOver = false
    var count = 0
  }

  private let state = Shared(State())

  init() {
    Farewell.plan(for: self) { $0.cancel() }
  }

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  /// Moves the clock, and wakes those whose time has come.
  func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.end <= state.now }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.sorted { $0.end < $1.end }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Wakes all sleepers before their time; each of them holds the clock.
  private func cancel() {
    let sleepers = state.withLock { state in
      defer { state.sleepers = [:] }
      state.isOver = true
      return state.sleepers
    }
    for sleeper in sleepers.values {
      sleeper.continuation.resume(throwing: CancellationError())
    }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Void, any Error>? in
          if state.isOver || state.cancelled.contains(number) {
            return .failure(CancellationError())
          }
          if deadline <= state.now { return .success(()) }
          state.sleepers[number] = Sleeper(end: deadline, continuation: continuation)
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.cancelled.insert(number)
        return state.sleepers.removeValue(forKey: number)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}
