import SwitchyardLocks
internal import Synchronization

/// A body that another server has, as a sequence of parts: each is asked for when a handler wants
/// it.
///
/// A part is read in a task of its own, so that a read can be ended whoever waits for it: when the
/// request is over, the other server reads the connection again. Most requests have no body, and
/// nobody reads it: what reading takes is made for the first who does.
final class RequestParts: RequestBodySource, @unchecked Sendable {
  private typealias Read = Task<[UInt8]?, any Error>
  private typealias Iterator = () async throws -> [UInt8]?

  private enum Phase: UInt8, AtomicRepresentable {
    case unread, inUse, closed
  }

  private struct State {
    var isRead = false
    var isClosed = false
    var limit: Int
    var length: Int?
    var arrival: BodyArrival
    /// The error that ended the body, for all reads from then on: the sequence is spent.
    var failure: (any Error)?
    /// The read that is under way.
    var read: Read?
  }

  private final class Reading: Sendable {
    let state: Locked<State>

    init(_ state: State) { self.state = Locked(state) }
  }

  // A closure, as a class for each type of sequence costs the lookup of its metadata per request.
  private let makeIterator: @Sendable () -> Iterator
  private let phase = Atomic(Phase.unread)
  private let reading = LazyReference<Reading>()
  // Those who read use this, of whom there is one at a time: hence the class is sendable.
  private var iterator: Iterator?
  // These are set by the server alone, when nobody reads: before a responder has the body, or where
  // the one that had it has left the request to another.
  private var firstLimit = Int.max
  private var length: Int?
  private var clock = RouterClock.continuous

  init<Parts: AsyncSequence & Sendable>(
    _ parts: Parts,
    bytes: @escaping @Sendable (Parts.Element) -> [UInt8]
  ) {
    makeIterator = {
      var iterator = parts.makeAsyncIterator()
      return { try await iterator.next(isolation: #isolation).map(bytes) }
    }
  }

  func expect(_ length: Int?, upTo limit: Int) {
    (self.length, firstLimit) = (length, limit)
    reading.current?.state.withLock { ($0.length, $0.limit) = (length, limit) }
  }

  func follow(_ clock: RouterClock) {
    self.clock = clock
    reading.current?.state.withLock { $0.arrival.follow(clock) }
  }

  /// The state of the body in use; it is made for the first who asks, and for nobody who comes
  /// when the body was closed without any use.
  private var state: Locked<State>? {
    let (_, last) = phase.compareExchange(
      expected: .unread,
      desired: .inUse,
      ordering: .acquiringAndReleasing
    )
    return last == .closed ? nil : stateInUse
  }

  private var stateInUse: Locked<State> {
    reading.value {
      var arrival = BodyArrival()
      arrival.follow(clock)
      return Reading(State(limit: firstLimit, length: length, arrival: arrival))
    }.state
  }

  var isRead: Bool { reading.current?.state.withLock { $0.isRead } ?? false }

  var arrival: BodyArrival { reading.current?.state.withLock { $0.arrival } ?? BodyArrival() }

  var limit: Int {
    get { reading.current?.state.withLock { $0.limit } ?? firstLimit }
    set { state?.withLock { $0.limit = newValue } }
  }

  func next() async throws -> [UInt8]? {
    guard let shared = state else { throw CancellationError() }
    let read = try shared.withLock { state -> Read in
      guard !state.isClosed else { throw CancellationError() }
      guard state.read == nil else { throw ServerRequestBodyError.readTwice }
      if let failure = state.failure { throw failure }
      if let length = state.length, length > state.limit {
        throw ResponseError.bodyTooLong(limit: state.limit, isUnread: true)
      }
      state.isRead = true
      let read = Task { try await self.take(shared) }
      state.read = read
      return read
    }
    return try await withTaskCancellationHandler {
      try await read.value
    } onCancel: {
      read.cancel()
    }
  }

  private func take(_ state: Locked<State>) async throws -> [UInt8]? {
    defer { state.withLock { $0.read = nil } }
    do {
      return try await part(state)
    } catch {
      let isCancelled = error is CancellationError
      state.withLock { $0.failure = isCancelled ? ServerRequestBodyError.incomplete : error }
      throw error
    }
  }

  private func part(_ state: Locked<State>) async throws -> [UInt8]? {
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
    guard phase.exchange(.closed, ordering: .acquiringAndReleasing) != .unread else { return }
    let read = stateInUse.withLock { state in
      state.isClosed = true
      return state.read
    }
    read?.cancel()
    _ = await read?.result
  }
}
