import Dispatch
import Testing

/// Where one thread leaves values that a test waits for, no longer than a generous time.
final class Mailbox<Value: Sendable>: Sendable {
  private struct State {
    var values: [Value] = []
    var waiting: [Int: CheckedContinuation<Value?, Never>] = [:]
    var count = 0
  }

  private let state = Shared(State())

  /// What nobody has taken yet.
  var all: [Value] { state.withLock { $0.values } }

  func put(_ value: Value) {
    let continuation = state.withLock { state -> CheckedContinuation<Value?, Never>? in
      guard let first = state.waiting.keys.min() else {
        state.values.append(value)
        return nil
      }
      return state.waiting.removeValue(forKey: first)
    }
    continuation?.resume(returning: value)
  }

  /// The first value that nobody has taken yet.
  func take(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Value {
    let value = await withCheckedContinuation { continuation in
      let (value, number) = state.withLock { state -> (Value?, Int) in
        guard state.values.isEmpty else { return (state.values.removeFirst(), 0) }
        state.count += 1
        state.waiting[state.count] = continuation
        return (nil, state.count)
      }
      if let value { return continuation.resume(returning: value) }
      DispatchQueue.global().asyncAfter(deadline: .now() + 300) {
        self.state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: nil)
      }
    }
    return try #require(value, "nothing came in 300 seconds", sourceLocation: sourceLocation)
  }
}

/// Something that has happened, and how often.
typealias Signal = Mailbox<Void>

extension Mailbox<Void> {
  func fire() { put(()) }
}

/// Holds a thread up until it is opened.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }

  /// Waits until the gate is open.
  func pass(sourceLocation: SourceLocation = #_sourceLocation) {
    let result = semaphore.wait(timeout: .now() + 300)
    #expect(result == .success, "the gate stayed shut", sourceLocation: sourceLocation)
  }
}

/// Waits until the task is cancelled, and calls a closure then.
func untilCancelled(_ action: @escaping @Sendable () -> Void) async {
  let signal = Signal()
  await withTaskCancellationHandler {
    try? await signal.take()
  } onCancel: {
    action()
    signal.fire()
  }
}
