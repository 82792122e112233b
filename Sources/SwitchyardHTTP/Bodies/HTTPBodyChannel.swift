/// The channel of a body from the server to its reader.
///
/// The server pushes the bytes that come in, and stops reading when it is told that enough is
/// waiting; a reader that finds none asks for more. So only a bounded part of a body is ever in
/// memory.
package final class HTTPBodyChannel: Sendable {
  private enum End {
    case open
    case finished
    case failed(any Error)
  }

  private struct State {
    var chunks: [[UInt8]] = []
    var buffered = 0
    var received = 0
    /// Whether a reader has had some of it.
    var isRead = false
    var end = End.open
    var reader: CheckedContinuation<[UInt8]?, any Error>?
    /// Counts the reads, so that one that is cancelled late meets no other.
    var turn = 0
    /// The number of the read that waits.
    var waiting = 0
  }

  private enum Answer {
    case chunk([UInt8])
    case ended
    case failed(any Error)
    case waits
  }

  /// The most bytes that the body may have.
  package let limit: Int
  /// The bytes that may wait before the server is told to stop.
  private let bound: Int
  private let onDemand: @Sendable () -> Void
  private let state = Locked(State())

  /// Makes a channel.
  /// - Parameters:
  ///   - limit: the most bytes that the whole body may have; a reader of more receives an error
  ///     413.
  ///   - bound: the bytes that may wait to be read before the server is told to stop.
  ///   - onDemand: called, on the thread of the reader, when it wants more than is waiting.
  package init(
    limit: Int,
    bound: Int = 1 << 16,
    onDemand: @escaping @Sendable () -> Void
  ) {
    self.limit = limit
    self.bound = bound
    self.onDemand = onDemand
  }

  /// Receives bytes that have come in.
  ///
  /// Bytes behind the limit, and bytes that come when the reader has stopped, are dropped.
  /// - Returns: whether the server is to read on; if not, it waits until `onDemand` is called.
  package func push(_ bytes: some Sequence<UInt8>) -> Bool {
    let chunk = Array(bytes)
    let (reader, answer, readsOn) = state.withLock { state in
      push(chunk, &state)
    }
    resume(reader, answer)
    return readsOn
  }

  private func push(
    _ chunk: [UInt8],
    _ state: inout State
  ) -> (CheckedContinuation<[UInt8]?, any Error>?, Answer, Bool) {
    guard case .open = state.end, !chunk.isEmpty else { return (nil, .waits, true) }
    let (received, overflow) = state.received.addingReportingOverflow(chunk.count)
    state.received = received
    guard !overflow, received <= limit else {
      let error = HTTPError(.contentTooLarge)
      state.end = .failed(error)
      state.chunks = []
      state.buffered = 0
      defer { state.reader = nil }
      return (state.reader, .failed(error), true)
    }
    if let reader = state.reader {
      state.reader = nil
      state.isRead = true
      return (reader, .chunk(chunk), true)
    }
    state.chunks.append(chunk)
    state.buffered += chunk.count
    return (nil, .waits, state.buffered < bound)
  }

  /// Ends the body, which is complete.
  package func finish() { end(.finished, .ended) }

  /// Ends the body with an error, as the rest of it will not come.
  package func fail(_ error: any Error) { end(.failed(error), .failed(error)) }

  /// Whether a reader has had some of the body, which nobody gets again.
  var isRead: Bool { state.withLock { $0.isRead } }

  /// Whether more has come than the body may have.
  package var isOverLimit: Bool { state.withLock { $0.received > limit } }

  private func end(_ end: End, _ answer: Answer) {
    let reader = state.withLock { state -> CheckedContinuation<[UInt8]?, any Error>? in
      guard case .open = state.end else { return nil }
      state.end = end
      defer { state.reader = nil }
      return state.reader
    }
    resume(reader, answer)
  }

  private func resume(_ reader: CheckedContinuation<[UInt8]?, any Error>?, _ answer: Answer) {
    switch answer {
    case .chunk(let chunk): reader?.resume(returning: chunk)
    case .ended: reader?.resume(returning: nil)
    case .failed(let error): reader?.resume(throwing: error)
    case .waits: break
    }
  }

  // MARK: - Reading

  /// Returns the next part of the body, or `nil` at its end.
  ///
  /// A read whose task is cancelled consumes no bytes: the next read receives them.
  func next() async throws -> [UInt8]? {
    let turn = state.withLock { state in
      state.turn += 1
      return state.turn
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer = state.withLock { take(turn, for: continuation, &$0) }
        resume(continuation, answer)
        if case .waits = answer { onDemand() }
      }
    } onCancel: {
      let reader = state.withLock { state -> CheckedContinuation<[UInt8]?, any Error>? in
        guard state.waiting == turn else { return nil }
        defer { state.reader = nil }
        return state.reader
      }
      reader?.resume(throwing: CancellationError())
    }
  }

  private func take(
    _ turn: Int,
    for reader: CheckedContinuation<[UInt8]?, any Error>,
    _ state: inout State
  ) -> Answer {
    // A task that is cancelled from now on finds its reader when it gets the lock.
    if Task.isCancelled { return .failed(CancellationError()) }
    if !state.chunks.isEmpty {
      let chunk = state.chunks.count == 1 ? state.chunks[0] : Array(state.chunks.joined())
      state.chunks = []
      state.buffered = 0
      state.isRead = true
      return .chunk(chunk)
    }
    switch state.end {
    case .finished: return .ended
    case .failed(let error): return .failed(error)
    case .open:
      guard state.reader == nil else { return .failed(HTTPBodyError.readTwice) }
      state.reader = reader
      state.waiting = turn
      return .waits
    }
  }
}
