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

  /// Returns the last requests at once, and again after each change.
  ///
  /// Changes that come while nothing is asked for are combined. It ends with the room, with the
  /// watches of the log, with its task, or after a while, so that the page must ask again as its
  /// present visitor. It can be read once.
  func entries(for time: Duration = .seconds(600)) -> WatchedEntries {
    WatchedEntries(self, changes, for: time)
  }

  /// The last requests, as long as there is something to be shown.
  var last: [DispatchLog.Entry]? { log.last(for: number) }

  /// Ends the changes.
  func end() { signal.finish() }
}

/// The last requests of a log that is being watched, at once and after each change.
struct WatchedEntries: AsyncSequence, Sendable {
  typealias Element = [DispatchLog.Entry]

  private let watch: Watch
  private let changes: AsyncStream<Void>
  private let time: Duration

  init(_ watch: Watch, _ changes: AsyncStream<Void>, for time: Duration) {
    self.watch = watch
    self.changes = changes
    self.time = time
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let watch: Watch
    fileprivate var changes: AsyncStream<Void>.Iterator
    fileprivate let limit: TimeLimit
    fileprivate var shown: [DispatchLog.Entry]?

    mutating func next() async -> [DispatchLog.Entry]? {
      guard let before = shown else {
        shown = watch.last
        return shown
      }
      while await changes.next(isolation: #isolation) != nil {
        // A change from before the end may still stand here, but there is nothing to show any more.
        guard let last = watch.last else { return nil }
        guard last.first?.number != before.first?.number else { continue }
        shown = last
        return last
      }
      return nil
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      watch: watch,
      changes: changes.makeAsyncIterator(),
      limit: TimeLimit(of: watch, time)
    )
  }

  /// Ends a watch after a while, as long as somebody reads it.
  fileprivate final class TimeLimit: Sendable {
    private let clock: Task<Void, any Error>

    init(of watch: Watch, _ time: Duration) {
      clock = Task { [weak watch] in
        try await Task.sleep(for: time)
        watch?.end()
      }
    }

    deinit { clock.cancel() }
  }
}
