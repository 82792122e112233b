import RoutePatterns

/// The watches of visitors' last requests, limited in number, which all end when the room closes.
final class Watchers: Sendable {
  private struct State {
    var watches: [Int: AsyncStream<Void>.Continuation] = [:]
    var count = 0
    var isClosed = false
  }

  private let limit: Int
  private let limitOfVisitor: Int
  private let state = Locked(State())

  /// - Parameters:
  ///   - limit: the most watches there may be.
  ///   - limitOfVisitor: the most watches of one visitor.
  init(limit: Int = 200, limitOfVisitor: Int = 4) {
    self.limit = limit
    self.limitOfVisitor = limitOfVisitor
  }

  /// The number of watches.
  var count: Int { state.withLock { $0.watches.count } }

  /// Begins to watch a log.
  /// - Returns: the watch, which lasts as long as it is held, or `nil` if the limit is reached.
  func watch(_ log: DispatchLog) -> Watch? {
    let (changes, signal) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let number = state.withLock { state -> Int? in
      guard !state.isClosed, state.watches.count < limit else { return nil }
      state.count += 1
      state.watches[state.count] = signal
      return state.count
    }
    guard let number else { return nil }
    // From here on the watch itself makes sure of its end.
    let watch = Watch(number, changes, signal, log, self)
    return log.add(signal, number, upTo: limitOfVisitor) ? watch : nil
  }

  /// Ends all watches; from now on there are none.
  func close() {
    let watches = state.withLock { state in
      defer {
        state.isClosed = true
        state.watches = [:]
      }
      return state.watches
    }
    for signal in watches.values { signal.finish() }
  }

  fileprivate func remove(_ number: Int) {
    _ = state.withLock { $0.watches.removeValue(forKey: number) }
  }
}

/// A log that is being watched.
final class Watch: Sendable {
  let log: DispatchLog
  private let changes: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation
  private let number: Int
  private let watchers: Watchers

  fileprivate init(
    _ number: Int,
    _ changes: AsyncStream<Void>,
    _ signal: AsyncStream<Void>.Continuation,
    _ log: DispatchLog,
    _ watchers: Watchers
  ) {
    self.number = number
    self.changes = changes
    self.signal = signal
    self.log = log
    self.watchers = watchers
  }

  deinit {
    log.remove(number)
    watchers.remove(number)
  }

  /// Calls a closure at once and after each change with the last requests.
  ///
  /// If no request has come for some time it calls it with `nil`; changes that come while it is
  /// busy are combined.
  ///
  /// It ends with the room, with the watches of the log, with its task, or after a while, so that
  /// the page must ask again as its present visitor.
  /// - Throws: the error that the closure throws.
  func run(
    beat: Duration = .seconds(15),
    beats: Int = 40,
    _ body: ([DispatchLog.Entry]?) async throws -> Void
  ) async throws {
    let signal = signal
    let clock = Task {
      for _ in 0..<beats {
        try await Task.sleep(for: beat)
        signal.yield()
      }
      signal.finish()
    }
    defer { clock.cancel() }
    guard var entries = log.last(for: number) else { return }
    try await body(entries)
    // A change from before the end may still stand here, but there is no longer anything to show.
    for await _ in changes {
      guard let last = log.last(for: number) else { return }
      let isNew = last.first?.number != entries.first?.number
      entries = last
      try await body(isNew ? last : nil)
    }
  }
}
