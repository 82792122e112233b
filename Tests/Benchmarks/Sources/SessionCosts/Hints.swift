#if PostgreSQL
  import Foundation
  import SessionStore
  import SessionStorePostgres

  /// The time until another server hears of a write.
  struct Hints {
    private let address: String

    init(_ address: String) { self.address = address }

    /// Says the times.
    /// - Returns: whether half of them are within 20 ms: the slowest are those of the machine, where others work on it.
    func measure() async throws -> Bool {
      let (writer, reader) = (PostgresSessionStore(address), PostgresSessionStore(address))
      try await writer.open()
      var changes = await reader.changes().makeAsyncIterator()
      let clock = ContinuousClock()
      var times: [Duration] = []
      for _ in 0..<1000 {
        let key = SessionIdentifier.random().key
        _ = try await writer.store(
          [],
          at: key,
          expecting: nil,
          expiry: Date(timeIntervalSinceNow: 60)
        )
        let start = clock.now
        // One that is lost with a connection is told as any.
        while let change = await changes.next(), change != .session(key), change != .anything {}
        times.append(start.duration(to: clock.now))
      }
      times.sort()
      let (half, most) = (times[500] / .milliseconds(1), times[990] / .milliseconds(1))
      print("PostgreSQL, hints to another server: p50 \(rounded(half)) ms, p99 \(rounded(most)) ms")
      return half <= 20
    }
  }
#endif
