import RoutePatterns

/// The last requests of a visitor, as many as the inspector shows.
final class DispatchLog: Sendable {
  /// A request with its response.
  struct Entry: Sendable {
    /// Counts the requests of the visitor.
    let number: Int
    let method: String
    /// The path, without the query, which may hold private values.
    let path: String
    let status: Int
    let location: String?
    let microseconds: Int
  }

  private struct State {
    var count = 0
    var last: [Entry] = []
    /// The signals that are sent for each request, by the number of the watch.
    var watches: [Int: AsyncStream<Void>.Continuation] = [:]
  }

  private let limit: Int
  private let state = Locked(State())

  init(limit: Int = 12) { self.limit = limit }

  /// The last requests, the latest first.
  var last: [Entry] { state.withLock { $0.last } }

  /// Returns the last requests for a watch, or `nil` when that watch has ended.
  func last(for number: Int) -> [Entry]? {
    state.withLock { $0.watches[number] == nil ? nil : $0.last }
  }

  func add(method: String, path: String, status: Int, location: String?, took time: Duration) {
    let (seconds, attoseconds) = time.components
    let signals = state.withLock { state in
      state.count += 1
      let entry = Entry(
        number: state.count,
        method: method,
        path: path.shortened,
        status: status,
        location: location?.shortened,
        microseconds: Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
      )
      state.last.insert(entry, at: 0)
      if state.last.count > limit { state.last.removeLast() }
      return Array(state.watches.values)
    }
    for signal in signals { signal.yield() }
  }

  /// Adds a signal to be sent for each request from now on, unless the limit is reached.
  func add(_ signal: AsyncStream<Void>.Continuation, _ number: Int, upTo limit: Int) -> Bool {
    state.withLock { state in
      guard state.watches.count < limit else { return false }
      state.watches[number] = signal
      return true
    }
  }

  /// Ends all watches, none of which is shown any further request.
  ///
  /// A page that goes on watching asks again, and is shown the requests of its visitor at that
  /// time.
  func endWatches() {
    let watches = state.withLock { state in
      defer { state.watches = [:] }
      return state.watches
    }
    for signal in watches.values { signal.finish() }
  }

  /// Forgets all requests, and ends all watches.
  func clear() {
    state.withLock { $0.last = [] }
    endWatches()
  }

  func remove(_ number: Int) { _ = state.withLock { $0.watches.removeValue(forKey: number) } }
}

extension String {
  /// As much of the text as the log keeps.
  fileprivate var shortened: String { count > 200 ? prefix(200) + "…" : self }
}
