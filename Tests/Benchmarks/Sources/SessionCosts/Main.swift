import Foundation
import SessionStore
import SessionStoreSQLite

/// The time of one load and store of a session, beside the bare calls of the library in the same run.
///
///     SessionCosts FOLDER [ROUNDS] [--check]
///
/// Both have a file of their own with 1,000 sessions of 2,000 bytes, and take turns. With `--check` it fails where the
/// median is more than 1.3 times that of the bare calls.
@main
struct SessionCosts {
  static func main() async throws {
    // Away from the main thread, as handlers of a server run: each call would go from there and back.
    try await Task.detached { try await measure() }.value
  }

  private static func measure() async throws {
    var words = Array(CommandLine.arguments.dropFirst())
    let isChecked = words.last == "--check"
    if isChecked { words.removeLast() }
    guard let folder = words.first else {
      fatalError("usage: SessionCosts FOLDER [ROUNDS] [--check]")
    }
    let rounds = words.dropFirst().first.flatMap { Int($0) } ?? 20_000

    let keys = (0..<1000).map { _ in SessionIdentifier.random().key }
    let bytes = [UInt8](repeating: 7, count: 2000)
    let store = try await filled("\(folder)/own.db", keys, bytes)
    _ = try await filled("\(folder)/bare.db", keys, bytes)
    let bare = BareFile("\(folder)/bare.db")

    var times: (own: [Duration], bare: [Duration]) = ([], [])
    let clock = ContinuousClock()
    for round in 0..<rounds {
      let key = keys[round * 7 % keys.count]
      times.bare.append(clock.measure { bare.step(key.bytes, bytes) })
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
    print(
      "SQLite, load and store: p50 \(own) ms, bare calls \(other) ms, ratio \(rounded(own / other))"
    )
    if isChecked, own / other > 1.3 {
      print("more than 1.3 times the bare calls")
      exit(1)
    }
  }

  private static func filled(
    _ path: String,
    _ keys: [SessionKey],
    _ bytes: [UInt8]
  ) async throws -> SQLiteSessionStore {
    let store = SQLiteSessionStore(path: path)
    for key in keys {
      _ = try await store.store(
        bytes,
        at: key,
        expecting: nil,
        expiry: Date(timeIntervalSinceNow: 600)
      )
    }
    return store
  }

  private static func milliseconds(_ times: [Duration]) -> Double {
    rounded(times.sorted()[times.count / 2] / .milliseconds(1), 10_000)
  }

  private static func rounded(_ value: Double, _ part: Double = 100) -> Double {
    (value * part).rounded() / part
  }
}
