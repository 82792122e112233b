import RoutePatterns

/// The streams of events that are open, bounded in number.
final class StreamList: Sendable {
  private struct State {
    var signals: [Int: AsyncStream<Void>.Continuation] = [:]
    var count = 0
    var isClosed = false
  }

  private let limit: Int
  private let state = Locked(State())

  init(limit: Int) { self.limit = limit }

  /// The number of streams.
  var count: Int { state.withLock { $0.signals.count } }

  /// Adds a signal, unless there are as many as there may be.
  /// - Returns: the place, which is held as long as it lives.
  func add(_ signal: AsyncStream<Void>.Continuation) -> Place? {
    let number = state.withLock { state -> Int? in
      guard !state.isClosed, state.signals.count < limit else { return nil }
      state.count += 1
      state.signals[state.count] = signal
      return state.count
    }
    return number.map { Place($0, self) }
  }

  /// Tells all that something has come.
  func signal() {
    let signals = state.withLock { $0.signals }
    for signal in signals.values { signal.yield() }
  }

  /// Ends all streams; from now on there are none.
  func close() {
    let signals = state.withLock { state in
      defer {
        state.isClosed = true
        state.signals = [:]
      }
      return state.signals
    }
    for signal in signals.values { signal.finish() }
  }

  private func remove(_ number: Int) {
    _ = state.withLock { $0.signals.removeValue(forKey: number) }
  }

  /// The place of a stream in the list.
  final class Place: Sendable {
    private let number: Int
    private let list: StreamList

    fileprivate init(_ number: Int, _ list: StreamList) {
      (self.number, self.list) = (number, list)
    }

    deinit { list.remove(number) }
  }
}
