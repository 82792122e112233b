/// The pipe of a body from its producer to the server.
package final class HTTPResponsePipe: Sendable {
  /// The result of a read.
  package enum Part: Sendable {
    /// Some bytes.
    case bytes([UInt8])
    /// No bytes yet; `onReadable` is called when there are some.
    case nothing
    /// The body is complete.
    case ended
    /// The body breaks off.
    case failed(any Error)
  }

  private enum End {
    case open
    case finished
    case failed(any Error)
  }

  private struct State {
    var bytes: [UInt8] = []
    var taken = 0
    var end = End.open
    /// Whether the server has been told that there were no bytes.
    var isWanted = false
    var writers: [(turn: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    /// Counts the writes, so that each is cancelled by itself.
    var turn = 0
    var task: Task<Void, Never>?

    var waiting: Int { bytes.count - taken }

    mutating func release() -> [CheckedContinuation<Void, any Error>] {
      defer { writers = [] }
      return writers.map(\.continuation)
    }

    mutating func release(_ turn: Int) -> CheckedContinuation<Void, any Error>? {
      guard let index = writers.firstIndex(where: { $0.turn == turn }) else { return nil }
      return writers.remove(at: index).continuation
    }

    /// Returns whether the server is to be told that there are bytes.
    mutating func tellsReader() -> Bool {
      defer { isWanted = false }
      return isWanted
    }
  }

  /// The number of bytes that may wait before a writer does.
  private static let bound = 1 << 16

  private let onReadable: @Sendable () -> Void
  private let state = Locked(State())

  init(onReadable: @escaping @Sendable () -> Void) { self.onReadable = onReadable }

  func run(_ body: @escaping @Sendable () async throws -> Void) {
    let task = Task { [self] in
      do {
        try await body()
        end(.finished)
      } catch {
        end(.failed(error))
      }
    }
    let isOver = state.withLock { state -> Bool in
      guard case .open = state.end else { return true }
      state.task = task
      return false
    }
    if isOver { task.cancel() }
  }

  private func end(_ end: End) {
    let isTold = state.withLock { state -> Bool in
      guard case .open = state.end else { return false }
      state.end = end
      state.task = nil
      return state.tellsReader()
    }
    if isTold { onReadable() }
  }

  // MARK: - Writing

  func write(_ bytes: [UInt8]) async throws {
    let turn = state.withLock { state in
      state.turn += 1
      return state.turn
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enum Answer { case done, waits, over }
        let (answer, isTold) = state.withLock { state -> (Answer, Bool) in
          // A task that is cancelled from now on finds its writer when it gets the lock.
          guard case .open = state.end, !Task.isCancelled else { return (.over, false) }
          state.bytes += bytes
          let isTold = !bytes.isEmpty && state.tellsReader()
          guard state.waiting >= Self.bound else { return (.done, isTold) }
          state.writers.append((turn, continuation))
          return (.waits, isTold)
        }
        switch answer {
        case .done: continuation.resume()
        case .over: continuation.resume(throwing: CancellationError())
        case .waits: break
        }
        if isTold { onReadable() }
      }
      try Task.checkCancellation()
    } onCancel: {
      state.withLock { $0.release(turn) }?.resume(throwing: CancellationError())
    }
  }

  // MARK: - Reading

  /// Returns the bytes that have been written, without waiting.
  package func read(upTo count: Int) -> Part {
    let (part, writers) = state.withLock { take(upTo: count, &$0) }
    for writer in writers { writer.resume() }
    return part
  }

  private func take(
    upTo count: Int,
    _ state: inout State
  ) -> (Part, [CheckedContinuation<Void, any Error>]) {
    if state.waiting > 0 {
      let end = state.taken + Swift.min(Swift.max(count, 1), state.waiting)
      let bytes = Array(state.bytes[state.taken..<end])
      state.taken = end
      if end == state.bytes.count {
        state.bytes.removeAll(keepingCapacity: true)
        state.taken = 0
      }
      return (.bytes(bytes), state.waiting < Self.bound ? state.release() : [])
    }
    switch state.end {
    case .finished: return (.ended, [])
    case .failed(let error): return (.failed(error), [])
    case .open:
      state.isWanted = true
      return (.nothing, [])
    }
  }

  /// Ends the body when the client has left: its producer is cancelled.
  package func cancel() {
    let (task, writers) = state.withLock { state in
      defer { state.task = nil }
      if case .open = state.end { state.end = .failed(CancellationError()) }
      return (state.task, state.release())
    }
    task?.cancel()
    for writer in writers { writer.resume(throwing: CancellationError()) }
  }
}
