import RoutePatterns

/// The last requests of a visitor, as many as the inspector shows.
final class DispatchLog: Sendable {
  /// A request, and what became of it.
  struct Entry: Sendable {
    /// Counts the requests of the visitor.
    let number: Int
    let method: String
    /// The path, without the query, in which there may be something for nobody's eyes.
    let path: String
    let status: Int
    let location: String?
    let microseconds: Int
  }

  private let limit: Int
  private let entries = Locked<(count: Int, last: [Entry])>((0, []))
  /// What is told of each request, by the number of who watches.
  private let watches = Locked<[Int: AsyncStream<Void>.Continuation]>([:])

  init(limit: Int = 12) { self.limit = limit }

  /// The last requests, the latest first.
  var last: [Entry] { entries.withLock { $0.last } }

  func add(method: String, path: String, status: Int, location: String?, took time: Duration) {
    let (seconds, attoseconds) = time.components
    entries.withLock { entries in
      entries.count += 1
      let entry = Entry(
        number: entries.count,
        method: method,
        path: path.shortened,
        status: status,
        location: location?.shortened,
        microseconds: Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
      )
      entries.last.insert(entry, at: 0)
      if entries.last.count > limit { entries.last.removeLast() }
    }
    for signal in watches.withLock({ Array($0.values) }) { signal.yield() }
  }

  /// Adds what is told of each request from now on, unless there are as many as there may be.
  func add(_ signal: AsyncStream<Void>.Continuation, _ number: Int, upTo limit: Int) -> Bool {
    watches.withLock { watches in
      guard watches.count < limit else { return false }
      watches[number] = signal
      return true
    }
  }

  /// Ends all watches: whoever watches on asks again, and is shown what is theirs then.
  func endWatches() {
    for signal in watches.withLock({ Array($0.values) }) { signal.finish() }
  }

  func remove(_ number: Int) { _ = watches.withLock { $0.removeValue(forKey: number) } }
}

extension String {
  /// As much of the text as the log keeps.
  fileprivate var shortened: String { count > 200 ? prefix(200) + "…" : self }
}
