import Foundation
import SessionStore
import SessionStoreSQLite

#if PostgreSQL
  import SessionStorePostgres
#endif

/// The time of one load and store of a session, beside the bare calls of the library in the same run.
///
///     SessionCosts FOLDER [ROUNDS] [--check] [--postgres ADDRESS]
///
/// Both have tables of their own with 1,000 sessions of 2,000 bytes, and take turns; those in PostgreSQL share them. With
/// `--check` it fails where the median is more than 1.3 times that of the bare calls of SQLite, or more than 0.6 ms with
/// PostgreSQL. The ratio to bare calls of libpq is said: those wait for an answer on their thread, and a task goes on
/// only when another thread has taken it, which depends on what else runs.
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
    var areWithin = try await run.compare("SQLite", store, .ratio(1.3)) { bare.step($0, $1) }

    #if PostgreSQL
      if let address {
        try await run.fill(
          PostgresSessionStore(address, options: .init(synchronousCommit: .off))
        )
        for commit in [PostgresSessionStore.Options.SynchronousCommit.off, .on] {
          let store = PostgresSessionStore(address, options: .init(synchronousCommit: commit))
          let bare = BareServer(address, commit.rawValue)
          let name = "PostgreSQL, synchronous_commit \(commit.rawValue)"
          // A tenth where each waits for the disk, whose time it is.
          let isOff = commit == .off
          let part = Run(rounds: isOff ? rounds : rounds / 10, keys: keys)
          let bound: Run.Bound? = isOff ? .milliseconds(0.6) : nil
          let isWithin = try await part.compare(name, store, bound) { bare.step($0, $1) }
          areWithin = isWithin && areWithin
        }
        areWithin = try await Hints(address).measure() && areWithin
      }
    #else
      if address != nil { print("this build has no PostgreSQL") }
    #endif
    if isChecked, !areWithin { exit(1) }
  }
}

/// A run of loads and stores.
struct Run {
  let rounds: Int
  let keys: [SessionKey]
  private let bytes = [UInt8](repeating: 7, count: 2000)

  init(rounds: Int, keys: [SessionKey]) {
    self.rounds = rounds
    self.keys = keys
  }

  /// Stores all sessions anew.
  func fill(_ store: some VersionedSessionStore) async throws {
    for key in keys {
      try await store.remove(key)
      _ = try await store.store(
        bytes,
        at: key,
        expecting: nil,
        expiry: Date(timeIntervalSinceNow: 600)
      )
    }
  }

  /// What a median must not be more than.
  enum Bound {
    /// So many times the bare calls.
    case ratio(Double)
    case milliseconds(Double)
  }

  /// Says the times of a store and of bare calls that take turns.
  /// - Returns: whether they are within their bound.
  func compare(
    _ name: String,
    _ store: some VersionedSessionStore,
    _ bound: Bound?,
    _ bare: ([UInt8], [UInt8]) -> Void
  ) async throws -> Bool {
    var times: (own: [Duration], bare: [Duration]) = ([], [])
    let clock = ContinuousClock()
    for round in 0..<rounds {
      let key = keys[round * 7 % keys.count]
      times.bare.append(clock.measure { bare(key.bytes, bytes) })
      let start = clock.now
      guard let record = try await store.load(key) else { fatalError("no session") }
      let write = try await store.store(
        bytes,
        at: key,
        expecting: record.version,
        expiry: Date(timeIntervalSinceNow: 60)
      )
      times.own.append(start.duration(to: clock.now))
      guard case .stored = write else { fatalError("\(write)") }
    }
    let (own, other) = (milliseconds(times.own), milliseconds(times.bare))
    let ratio = rounded(own / other)
    print("\(name), load and store: p50 \(own) ms, bare calls \(other) ms, ratio \(ratio)")
    let isWithin =
      switch bound {
      case .ratio(let most): own / other <= most
      case .milliseconds(let most): own <= most
      case nil: true
      }
    if !isWithin { print("\(name) takes more than its bound") }
    return isWithin
  }

  private func milliseconds(_ times: [Duration]) -> Double {
    rounded(times.sorted()[times.count / 2] / .milliseconds(1), 10_000)
  }
}

func rounded(_ value: Double, _ part: Double = 100) -> Double { (value * part).rounded() / part }
