import Synchronization

/// What happens in the shop, told to all who listen.
final class News: Sendable {
  /// Those who listen; `nil` when the news have ended.
  private let listeners = Mutex<[Int: AsyncStream<String>.Continuation]?>([:])
  private let count = Atomic(0)

  /// The news from now on, until the end; a listener who is slow misses the oldest.
  func lines() -> AsyncStream<String> {
    AsyncStream(bufferingPolicy: .bufferingNewest(100)) { continuation in
      let number = count.add(1, ordering: .relaxed).newValue
      let hasEnded = listeners.withLock { listeners in
        listeners?[number] = continuation
        return listeners == nil
      }
      guard !hasEnded else { return continuation.finish() }
      continuation.onTermination = { [weak self] _ in
        self?.listeners.withLock { $0?[number] = nil }
      }
    }
  }

  func tell(_ line: String) {
    for listener in listeners.withLock({ Array(($0 ?? [:]).values) }) { listener.yield(line) }
  }

  /// Ends all streams of news, as before the end of the server; those that are asked for later end
  /// at once.
  func end() {
    let last = listeners.withLock { listeners in
      defer { listeners = nil }
      return Array((listeners ?? [:]).values)
    }
    for listener in last { listener.finish() }
  }
}
