import Switchyard
import SwitchyardLocks

/// A body that another server has, as a sequence of parts: each is asked for when a handler wants
/// it.
///
/// A part is read in a task of its own, so that a read can be ended whoever waits for it: when the
/// request is over, the other server reads the connection again.
final class RequestParts: RequestBodySource, @unchecked Sendable {
  private typealias Read = Task<[UInt8]?, any Error>
  private typealias Iterator = () async throws -> [UInt8]?

  private struct State {
    var isRead = false
    var isClosed = false
    var limit = Int.max
    var length: Int?
    var arrival = BodyArrival()
    /// The error that ended the body, for all reads from then on: the sequence is spent.
    var failure: (any Error)?
    /// The read that is under way.
    var read: Read?
  }

  // A closure, as a class for each type of sequence costs the lookup of its metadata per request.
  private let makeIterator: @Sendable () -> Iterator
  private let state = Locked(State())
  // The reads alone use these, of which there is one at a time: hence the class is sendable.
  private var iterator: Iterator?

  init<Parts: AsyncSequence & Sendable>(
    _ parts: Parts,
    bytes: @escaping @Sendable (Parts.Element) -> [UInt8]
  ) {
    makeIterator = {
      var iterator = parts.makeAsyncIterator()
      return { try await iterator.next(isolation: #isolation).map(bytes) }
    }
  }

  var isRead: Bool { state.withLock { $0.isRead } }

  var arrival: BodyArrival { state.withLock { $0.arrival } }

  var limit: Int {
    get { state.withLock { $0.limit } }
    set { state.withLock { $0.limit = newValue } }
  }

  func expect(_ length: Int?) { state.withLock { $0.length = length } }

  func follow(_ clock: RouterClock) { state.withLock { $0.arrival.follow(clock) } }

  func next() async throws -> [UInt8]? {
    let read = try state.withLock { state -> Read in
      guard !state.isClosed else { throw CancellationError() }
      guard state.read == nil else { throw ServerRequestBodyError.readTwice }
      if let failure = state.failure { throw failure }
      if let length = state.length, length > state.limit {
        throw ResponseError.bodyTooLong(limit: state.limit, isUnread: true)
      }
      state.isRead = true
      let read = Task { try await self.take() }
      state.read = read
      return read
    }
    return try await withTaskCancellationHandler {
      try await read.value
    } onCancel: {
      read.cancel()
    }
  }

  private func take() async throws -> [UInt8]? {
    defer { state.withLock { $0.read = nil } }
    do {
      return try await part()
    } catch {
      let isCancelled = error is CancellationError
      state.withLock { $0.failure = isCancelled ? ServerRequestBodyError.incomplete : error }
      throw error
    }
  }

  private func part() async throws -> [UInt8]? {
    // Set once: each time that a closure is put there again wraps it once more.
    if iterator == nil { iterator = makeIterator() }
    guard let next = iterator else { return nil }
    while true {
      let part: [UInt8]?
      do {
        part = try await next()
      } catch {
        try Task.checkCancellation()
        throw ServerRequestBodyError.incomplete
      }
      guard let part else {
        try Task.checkCancellation()
        let isCut = state.withLock { state in state.length.map { state.arrival.count < $0 } ?? false
        }
        if isCut { throw ServerRequestBodyError.incomplete }
        return nil
      }
      try state.withLock { state in
        guard part.count <= state.limit - state.arrival.count else {
          throw ResponseError.bodyTooLong(limit: state.limit)
        }
        state.arrival.add(part.count)
      }
      if !part.isEmpty { return part }
    }
  }

  func close() async {
    let read = state.withLock { state in
      state.isClosed = true
      return state.read
    }
    read?.cancel()
    _ = await read?.result
  }
}
