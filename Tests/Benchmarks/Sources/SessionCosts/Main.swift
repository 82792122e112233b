import Foundation
import SessionStore
import SessionStoreSQLite

#if PostgreSQL
  import SessionStorePostgres
#endif

/// The time of one load and store of a session, and of one request through `Sessions`, beside the bare calls of the
/// library in the same run.
///
///     SessionCosts FOLDER [ROUNDS] [--check] [--postgres ADDRESS]
///
/// Both have tables of their own with 1,000 sessions of 2,000 bytes, and take turns; those in PostgreSQL share them. With
/// `--check` it fails where the median is more than 1.3 times that of the bare calls of SQLite, or more than 0.6 ms with
/// PostgreSQL. Two ratios are said of PostgreSQL: to bare calls of libpq, which wait for an answer on their thread, and
/// to the same calls awaited, as a store has to that keeps no thread of tasks waiting. Both depend on what else runs.
@main
struct SessionCosts {
  static func main() async throws {
    // Away from the main thread, as handlers of a server run: each call would go from there and back.
    try await Task.detached { try await measure() }.value
  }

  private static func measure() async throws {
    var words = Array(CommandLine.arguments.dropFirst())
    var address: String?
    if let place = words.firstIndex(of: "--postgres"), place + 1 < words.count {
      address = words[place + 1]
      words.removeSubrange(place...(place + 1))
    }
    let isChecked = words.last == "--check"
    if isChecked { words.removeLast() }
    guard let folder = words.first else {
      fatalError("usage: SessionCosts FOLDER [ROUNDS] [--check] [--postgres ADDRESS]")
    }
    let rounds = words.dropFirst().first.flatMap { Int($0) } ?? 20_000
    let keys = (0..<1000).map { _ in SessionIdentifier.random().key }
    let run = Run(rounds: rounds, keys: keys)

    let store = SQLiteSessionStore(path: "\(folder)/own.db")
    try await run.fill(store)
    try await run.fill(SQLiteSessionStore(path: "\(folder)/bare.db"))
    let bare = BareFile("\(folder)/bare.db")
    let isFileWithin = try await run.compare("SQLite", store, .ratio(1.3)) { bare.step($0, $1) }
    try await Requests(run.rounds).compare("SQLite", store, bare.step, bare.store) {
      SQLiteSessionStore(path: "\(folder)/bare.db")
    }
    try await Requests(run.rounds).crowd("SQLite", store)
    let isServerWithin = try await measureServer(address, run)
    if isChecked, !(isFileWithin && isServerWithin) { exit(1) }
  }

  /// Says the times with PostgreSQL, where there is a server.
  private static func measureServer(_ address: String?, _ run: Run) async throws -> Bool {
    guard let address else { return true }
    #if PostgreSQL
      try await run.fill(PostgresSessionStore(address, options: .init(synchronousCommit: .off)))
      var areWithin = true
      for commit in [PostgresSessionStore.Options.SynchronousCommit.off, .on] {
        let store = PostgresSessionStore(address, options: .init(synchronousCommit: commit))
        let bare = BareServer(address, commit.rawValue)
        let name = "PostgreSQL, synchronous_commit \(commit.rawValue)"
        // A tenth where each waits for the disk, whose time it is.
        let isOff = commit == .off
        let part = isOff ? run : Run(rounds: max(1, run.rounds / 10), keys: run.keys)
        let bound: Run.Bound? = isOff ? .milliseconds(0.6) : nil
        let awaited = BareServer(address, commit.rawValue)
        Thread.detachNewThread { awaited.receive() }
        let isWithin = try await part.compare(
          name,
          store,
          bound,
          { bare.step($0, $1) },
          awaited: { await awaited.awaitedStep($0, $1) }
        )
        areWithin = isWithin && areWithin
        try await Requests(part.rounds).compare(name, store, bare.step, bare.store) { store }
        try await Requests(part.rounds).crowd(name, store)
      }
      return try await Hints(address).measure() && areWithin
    #else
      print("this build has no PostgreSQL, and asks nothing of \(address)")
      return true
    #endif
  }
}
