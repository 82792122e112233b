import SwitchyardLocks

/// The streams of events that are open, bounded in number, for each viewer as well.
final class StreamList: Sendable {
  private struct State {
    var signals: [Int: AsyncStream<Void>.Continuation] = [:]
    /// The number of streams of each viewer; of those without a name under `nil`.
    var counts: [String?: Int] = [:]
    var count = 0
    var isClosed = false
  }

  private let limit: Int
  private let viewerLimit: Int
  private let state = Locked(State())

  init(limit: Int, viewerLimit: Int) {
    self.limit = limit
    self.viewerLimit = viewerLimit
  }

  /// The number of streams.
  var count: Int { state.withLock { $0.signals.count } }

  /// Adds a signal, unless there are as many as there may be.
  /// - Parameters:
  ///   - signal: the signal.
  ///   - viewer: the name of the viewer whose it is; `nil` where all are shown the same.
  /// - Returns: the place, which is held as long as it lives.
  func add(_ signal: AsyncStream<Void>.Continuation, of viewer: String??) -> Place? {
    let number = state.withLock { state -> Int? in
      guard !state.isClosed, state.signals.count < limit else { return nil }
      if let viewer {
        guard state.counts[viewer, default: 0] < viewerLimit else { return nil }
        state.counts[viewer, default: 0] += 1
      }
      state.count += 1
      state.signals[state.count] = signal
      return state.count
    }
    return number.map { Place($0, viewer, self) }
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

  private func remove(_ number: Int, of viewer: String??) {
    state.withLock { state in
      state.signals[number] = nil
      guard let viewer, let count = state.counts[viewer] else { return }
      if count > 1 {
        state.counts[viewer] = count - 1
      } else {
        state.counts.removeValue(forKey: viewer)
      }
    }
  }

  /// The place of a stream in the list.
  final class Place: Sendable {
    private let number: Int
    private let viewer: String??
    private let list: StreamList

    fileprivate init(_ number: Int, _ viewer: String??, _ list: StreamList) {
      (self.number, self.viewer, self.list) = (number, viewer, list)
    }

    deinit { list.remove(number, of: viewer) }
  }
}
