import SwitchyardLocks

/// A channel of bytes that keeps no more than a bounded part of them in memory.
///
/// Each end has two forms: the server's never waits, and is called when it has something to do
/// again; that of handlers awaits. For a request the server pushes and a handler awaits the bytes;
/// for a response a handler writes and the server reads them.
package final class ByteChannel: Sendable {
  /// The result of a read.
  package enum Part: Sendable {
    /// Some bytes.
    case bytes([UInt8])
    /// No bytes yet; `onChange` is called when there are some.
    case nothing
    /// The end of the bytes.
    case ended
    /// An error instead of the rest.
    case failed(any Error)
  }

  private typealias Reader = CheckedContinuation<[UInt8]?, any Error>
  private typealias Writer = CheckedContinuation<Void, any Error>

  /// An action that is left for after the lock.
  private struct Change {
    /// The reader that has waited for the bytes.
    var reader: Reader?
    var part = Part.nothing
    /// Whether the server, which reads without waiting, is to be told of new bytes.
    var isTold = false
  }

  private struct State {
    var bytes: [UInt8] = []
    /// The number of these bytes that were read.
    var taken = 0
    /// Whether a reader has had some bytes.
    var isRead = false
    /// The most bytes that may be added in all.
    var limit: Int
    /// The number of bytes that are announced, if that is known.
    var length: Int?
    /// The bytes that were added so far.
    var arrival = BodyArrival()
    /// The result of a read when no bytes are left.
    var end = Part.nothing
    /// Whether the last read without waiting found nothing.
    var isWanted = false
    /// The number of reads and writes, so that a late cancellation ends no other one.
    var turn = 0
    var reader: (turn: Int, continuation: Reader)?
    var writers: [(turn: Int, continuation: Writer)] = []

    var waiting: Int { bytes.count - taken }
    var isOpen: Bool { if case .nothing = end { true } else { false } }

    mutating func makeTurn() -> Int {
      turn += 1
      return turn
    }

    /// The error for more bytes than the limit.
    private var excess: ResponseError? {
      arrival.count > limit ? .bodyTooLong(limit: limit) : nil
    }

    /// Adds bytes, unless the channel is closed.
    mutating func add(_ new: [UInt8]) -> Change {
      guard isOpen, !new.isEmpty else { return Change() }
      arrival.add(new.count)
      if reader != nil, let excess { return close(.failed(excess)) }
      if let reader = releaseReader() {
        isRead = true
        return Change(reader: reader, part: .bytes(new))
      }
      // Bytes that were read go when there are as many as those that wait, so that a reader who is
      // always behind keeps no more than twice as much.
      if taken >= waiting {
        bytes.removeFirst(taken)
        taken = 0
      }
      if bytes.isEmpty { bytes = new } else { bytes += new }
      return Change(isTold: tellsReader())
    }

    mutating func close(_ end: Part) -> Change {
      guard isOpen else { return Change() }
      self.end = end
      return Change(reader: releaseReader(), part: end, isTold: tellsReader())
    }

    /// Takes waiting bytes, or returns why there are none; more than the limit close the channel.
    mutating func take(upTo count: Int) -> Part {
      // Nothing was read, and another limit may allow it.
      if let length, length > limit {
        return .failed(ResponseError.bodyTooLong(limit: limit, isUnread: true))
      }
      if let excess {
        // What has ended it before, as a client that has left, says more.
        if case .failed = end { return end }
        bytes = []
        taken = 0
        end = .failed(excess)
        return end
      }
      if waiting > 0 {
        isRead = true
        let end = taken + min(max(count, 1), waiting)
        if end == bytes.count {
          let rest = taken == 0 ? bytes : Array(bytes[taken...])
          bytes = []
          taken = 0
          return .bytes(rest)
        }
        defer { taken = end }
        return .bytes(Array(bytes[taken..<end]))
      }
      return end
    }

    /// Removes the writers that wait for room, if there is some.
    mutating func releaseWriters(below bound: Int) -> [Writer] {
      guard waiting < bound, !writers.isEmpty else { return [] }
      defer { writers = [] }
      return writers.map(\.continuation)
    }

    mutating func releaseWriter(_ turn: Int) -> Writer? {
      guard let index = writers.firstIndex(where: { $0.turn == turn }) else { return nil }
      return writers.remove(at: index).continuation
    }

    mutating func releaseReader(_ turn: Int? = nil) -> Reader? {
      guard let reader, turn == nil || reader.turn == turn else { return nil }
      self.reader = nil
      return reader.continuation
    }

    private mutating func tellsReader() -> Bool {
      defer { isWanted = false }
      return isWanted
    }
  }

  /// The number of waiting bytes from which on writers wait.
  private let bound: Int
  private let onChange: @Sendable () -> Void
  private let state: Locked<State>

  /// Makes a channel.
  /// - Parameters:
  ///   - limit: the most bytes that may be added in all; the reader of more receives an error 413.
  ///   - length: the number of bytes that are announced, if that is known.
  ///   - bound: the number of waiting bytes from which on writers wait.
  ///   - onChange: called on the thread of the handler when the server has something to do: when a
  ///     reader awaits more bytes, or when there are bytes after `read` found none.
  package init(
    limit: Int = .max,
    length: Int? = nil,
    bound: Int = 1 << 16,
    onChange: @escaping @Sendable () -> Void
  ) {
    state = Locked(State(limit: limit, length: length))
    self.bound = bound
    self.onChange = onChange
  }

  // MARK: - Writing

  /// Adds bytes without waiting.
  ///
  /// Bytes after the end are dropped.
  /// - Returns: whether there is room for more; if not, it waits until `onChange` is called.
  package func push(_ bytes: some Sequence<UInt8>) -> Bool {
    let chunk = Array(bytes)
    let (change, hasRoom) = state.withLock { state in
      (state.add(chunk), !state.isOpen || state.waiting < bound)
    }
    tell(of: change)
    return hasRoom
  }

  /// Adds bytes, and waits while enough of them are waiting.
  /// - Throws: `CancellationError` when the channel is closed, or the task is cancelled.
  func write(_ bytes: [UInt8]) async throws {
    let turn = state.withLock { $0.makeTurn() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: Writer) in
        enum Answer { case done, waits, over }
        let (answer, change) = state.withLock { state -> (Answer, Change) in
          // A task that is cancelled from now on finds its writer when it gets the lock.
          guard state.isOpen, !Task.isCancelled else { return (.over, Change()) }
          let change = state.add(bytes)
          guard state.waiting >= bound else { return (.done, change) }
          state.writers.append((turn, continuation))
          return (.waits, change)
        }
        switch answer {
        case .done: continuation.resume()
        case .over: continuation.resume(throwing: CancellationError())
        case .waits: break
        }
        tell(of: change)
      }
      try Task.checkCancellation()
    } onCancel: {
      state.withLock { $0.releaseWriter(turn) }?.resume(throwing: CancellationError())
    }
  }

  /// Closes the channel: all bytes were added.
  package func finish() { tell(of: state.withLock { $0.close(.ended) }) }

  /// Closes the channel with an error instead of the rest.
  package func fail(_ error: any Error) { tell(of: state.withLock { $0.close(.failed(error)) }) }

  /// Whether a reader has had some bytes, which nobody gets again.
  package var isRead: Bool { state.withLock { $0.isRead } }

  /// The number of all bytes, if they were added to their end.
  var total: Int? {
    state.withLock { state in if case .ended = state.end { state.arrival.count } else { nil } }
  }

  package var arrival: BodyArrival { state.withLock { $0.arrival } }

  package var limit: Int {
    get { state.withLock { $0.limit } }
    set { state.withLock { $0.limit = newValue } }
  }

  private func tell(of change: Change) {
    change.reader?.resume(with: change.part)
    if change.isTold { onChange() }
  }

  // MARK: - Reading

  /// Takes waiting bytes, without waiting for more.
  package func read(upTo count: Int) -> Part {
    let (part, writers) = state.withLock { state in
      let part = state.take(upTo: count)
      if case .nothing = part { state.isWanted = true }
      return (part, state.releaseWriters(below: bound))
    }
    for writer in writers { writer.resume() }
    return part
  }

  /// Awaits the next bytes; `nil` at their end.
  ///
  /// A read whose task is cancelled takes no bytes: they are there for the next.
  /// - Throws: `CancellationError`, the error of the channel, or
  ///   `ServerRequestBodyError.readTwice`.
  package func next() async throws -> [UInt8]? {
    let turn = state.withLock { $0.makeTurn() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: Reader) in
        let (part, writers) = state.withLock { state -> (Part, [Writer]) in
          // A task that is cancelled from now on finds its reader when it gets the lock.
          if Task.isCancelled { return (.failed(CancellationError()), []) }
          let part = state.take(upTo: .max)
          guard case .nothing = part else { return (part, state.releaseWriters(below: bound)) }
          guard state.reader == nil else { return (.failed(ServerRequestBodyError.readTwice), []) }
          state.reader = (turn, continuation)
          return (part, [])
        }
        for writer in writers { writer.resume() }
        if case .nothing = part { onChange() } else { continuation.resume(with: part) }
      }
    } onCancel: {
      state.withLock { $0.releaseReader(turn) }?.resume(throwing: CancellationError())
    }
  }

  /// Closes the channel for its reader, and ends the writes that wait.
  package func cancel() {
    let (change, writers) = state.withLock { state in
      (state.close(.failed(CancellationError())), state.releaseWriters(below: .max))
    }
    change.reader?.resume(with: change.part)
    for writer in writers { writer.resume(throwing: CancellationError()) }
  }
}

extension ByteChannel: RequestBodySource {
  package func expect(_ length: Int?, upTo limit: Int) {
    state.withLock { ($0.length, $0.limit) = (length, limit) }
  }

  package func follow(_ clock: RouterClock) { state.withLock { $0.arrival.follow(clock) } }

  package func close() { cancel() }
}

extension CheckedContinuation<[UInt8]?, any Error> {
  /// Resumes with the result of a read, which is not `nothing`.
  fileprivate func resume(with part: ByteChannel.Part) {
    switch part {
    case .bytes(let bytes): resume(returning: bytes)
    case .ended: resume(returning: nil)
    case .failed(let error): resume(throwing: error)
    case .nothing: break
    }
  }
}
