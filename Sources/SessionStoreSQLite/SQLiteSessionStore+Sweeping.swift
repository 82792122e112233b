import SessionStore

extension SQLiteSessionStore {
  /// The milliseconds for which rows stay that are gone, so that others see that they changed.
  static let rest: Int64 = 60_000

  /// Deletes sessions that have expired from time to time, as long as the store is there.
  func sweeping(every interval: Duration) -> Task<Void, Never> {
    Task { [weak self] in
      while (try? await Task.sleep(for: interval)) != nil, let self {
        // What is wrong with the file is told to those who write.
        try? await self.sweep()
      }
    }
  }

  /// Deletes sessions that have expired, in batches between which others are served.
  func sweep() async throws(SessionStoreError) {
    let time = now().milliseconds - Self.rest
    var start: Int64 = 0
    while true {
      let end = try await perform { connection throws(SQLiteFailure) in
        let end = try connection.run(SessionStatements.slice, [.integer(start)]) { $0.integer(0) }
        let values: [SQLiteValue] = [.integer(start), .integer(end.first ?? 0), .integer(time)]
        try connection.run(SessionStatements.sweep, values)
        return end.first ?? 0
      }
      guard end > start else { return }
      start = end
      await Task.yield()
    }
  }
}
