/// The way of bytes from who has them to who wants them, with no more than a bounded part of them in memory.
///
/// Each end has two forms. The server's hand over and take what is there without waiting, are told when to stop,
/// and called when there is something to do again; those of handlers wait. So a server pushes what comes in of a
/// request for a handler to await, and reads of a response what a handler writes.
package final class ByteChannel: Sendable {
  /// What there is to read.
  package enum Part: Sendable {
    /// Some bytes.
    case bytes([UInt8])
    /// Nothing yet; `onChange` is called when there is.
    case nothing
    /// All has come.
    case ended
    /// The rest will not come.
    case failed(any Error)
  }

  private typealias Reader = CheckedContinuation<[UInt8]?, any Error>
  private typealias Writer = CheckedContinuation<Void, any Error>

  /// What is to be done after the lock.
  private struct Change {
    /// Who has waited for what has come.
    var reader: Reader?
    var part = Part.nothing
    /// Whether who reads without waiting is to be told that there is something.
    var isTold = false
  }

  private struct State {
    var bytes: [UInt8] = []
    /// How many of these bytes were read.
    var taken = 0
    /// How many bytes have come at all.
    var received = 0
    /// What comes behind the bytes.
    var end = Part.nothing
    /// Whether a read without waiting has found nothing.
    var isWanted = false
    /// Counts who reads and writes, so that one that is cancelled late meets no other.
    var turn = 0
    var reader: (turn: Int, continuation: Reader)?
    var writers: [(turn: Int, continuation: Writer)] = []

    var waiting: Int { bytes.count - taken }
    var isOpen: Bool { if case .nothing = end { true } else { false } }

    mutating func makeTurn() -> Int {
      turn += 1
      return turn
    }

    /// Takes in what has come, unless nobody reads any more; what is behind the limit ends it.
    mutating func add(_ new: [UInt8], upTo limit: Int) -> Change {
      guard isOpen, !new.isEmpty else { return Change() }
      let (sum, overflow) = received.addingReportingOverflow(new.count)
      received = sum
      guard !overflow, sum <= limit else {
        bytes = []
        taken = 0
        return close(.failed(HTTPError(.contentTooLarge)))
      }
      if let reader = releaseReader() { return Change(reader: reader, part: .bytes(new)) }
      if bytes.isEmpty { bytes = new } else { bytes += new }
      return Change(isTold: tellsReader())
    }

    mutating func close(_ end: Part) -> Change {
      guard isOpen else { return Change() }
      self.end = end
      return Change(reader: releaseReader(), part: end, isTold: tellsReader())
    }

    /// Takes what waits, or says why there is nothing.
    mutating func take(upTo count: Int) -> Part {
      if waiting > 0 {
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

    /// Those who wait for room, if there is some.
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

  /// The most bytes that may come at all.
  package let limit: Int
  /// The bytes that may wait before who has more of them does.
  private let bound: Int
  private let onChange: @Sendable () -> Void
  private let state = Locked(State())

  /// Makes a channel.
  /// - Parameters:
  ///   - limit: the most bytes that may come at all; a reader of more is told so by an error 413.
  ///   - bound: the bytes that may wait to be read before who has more of them waits.
  ///   - onChange: called, on the thread of the other end, when one of the server's has something to do: when more
  ///     is wanted than waits, or when there is something after `read` had nothing.
  package init(
    limit: Int = .max,
    bound: Int = 1 << 16,
    onChange: @escaping @Sendable () -> Void
  ) {
    self.limit = limit
    self.bound = bound
    self.onChange = onChange
  }

  // MARK: - Writing

  /// Takes in what has come.
  ///
  /// What is behind the limit, or comes when nobody reads any more, is thrown away.
  /// - Returns: whether there is room for more; if not, who pushes waits until `onChange` is called.
  package func push(_ bytes: some Sequence<UInt8>) -> Bool {
    let chunk = Array(bytes)
    let (change, hasRoom) = state.withLock { state in
      (state.add(chunk, upTo: limit), !state.isOpen || state.waiting < bound)
    }
    tell(of: change)
    return hasRoom
  }

  /// Adds bytes, and waits while enough of them lie ready.
  /// - Throws: `CancellationError` when nobody reads any more, or the task is cancelled.
  func write(_ bytes: [UInt8]) async throws {
    let turn = state.withLock { $0.makeTurn() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: Writer) in
        enum Answer { case done, waits, over }
        let (answer, change) = state.withLock { state -> (Answer, Change) in
          // A task that is cancelled from now on finds its writer when it gets the lock.
          guard state.isOpen, !Task.isCancelled else { return (.over, Change()) }
          let change = state.add(bytes, upTo: limit)
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

  /// All has come.
  package func finish() { tell(of: state.withLock { $0.close(.ended) }) }

  /// The rest will not come.
  package func fail(_ error: any Error) { tell(of: state.withLock { $0.close(.failed(error)) }) }

  /// Whether more has come than may.
  package var isOverLimit: Bool { state.withLock { $0.received > limit } }

  private func tell(of change: Change) {
    change.reader?.resume(with: change.part)
    if change.isTold { onChange() }
  }

  // MARK: - Reading

  /// Takes what is there, without waiting.
  package func read(upTo count: Int) -> Part {
    let (part, writers) = state.withLock { state in
      let part = state.take(upTo: count)
      if case .nothing = part { state.isWanted = true }
      return (part, state.releaseWriters(below: bound))
    }
    for writer in writers { writer.resume() }
    return part
  }

  /// The next bytes; nothing at their end.
  ///
  /// One whose task is cancelled takes nothing with it: what comes is there for the next.
  /// - Throws: `CancellationError`, what the channel has failed with, or `HTTPBodyError.readTwice`.
  func next() async throws -> [UInt8]? {
    let turn = state.withLock { $0.makeTurn() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: Reader) in
        let part = state.withLock { state -> Part in
          // A task that is cancelled from now on finds its reader when it gets the lock.
          if Task.isCancelled { return .failed(CancellationError()) }
          let part = state.take(upTo: .max)
          guard case .nothing = part else { return part }
          guard state.reader == nil else { return .failed(HTTPBodyError.readTwice) }
          state.reader = (turn, continuation)
          return part
        }
        if case .nothing = part { onChange() } else { continuation.resume(with: part) }
      }
    } onCancel: {
      state.withLock { $0.releaseReader(turn) }?.resume(throwing: CancellationError())
    }
  }

  /// Nobody reads any more: who writes is told so.
  package func cancel() {
    let (change, writers) = state.withLock { state in
      (state.close(.failed(CancellationError())), state.releaseWriters(below: .max))
    }
    change.reader?.resume(with: change.part)
    for writer in writers { writer.resume(throwing: CancellationError()) }
  }
}

extension CheckedContinuation<[UInt8]?, any Error> {
  /// Goes on with what there is, which is not nothing.
  fileprivate func resume(with part: ByteChannel.Part) {
    switch part {
    case .bytes(let bytes): resume(returning: bytes)
    case .ended: resume(returning: nil)
    case .failed(let error): resume(throwing: error)
    case .nothing: break
    }
  }
}
