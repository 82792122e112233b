import Foundation
import SessionStore

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
    _ bare: ([UInt8], [UInt8]) -> Void,
    awaited: (([UInt8], [UInt8]) async -> Void)? = nil
  ) async throws -> Bool {
    var times: (own: [Duration], bare: [Duration], awaited: [Duration]) = ([], [], [])
    let clock = ContinuousClock()
    for round in 0..<rounds {
      let key = keys[round * 7 % keys.count]
      times.bare.append(clock.measure { bare(key.bytes, bytes) })
      if let awaited {
        times.awaited.append(await clock.measure { await awaited(key.bytes, bytes) })
      }
      let start = clock.now
      guard let record = try await store.load(key) else { fatalError("no session") }
      let write = try await store.store(
        bytes,
        at: key,
        expecting: record.version,
        expiry: Date(timeIntervalSinceNow: 600)
      )
      times.own.append(start.duration(to: clock.now))
      guard case .stored = write else { fatalError("\(write)") }
    }
    let (own, other) = (milliseconds(times.own), milliseconds(times.bare))
    let ratio = rounded(own / other)
    print("\(name), load and store: p50 \(own) ms, bare calls \(other) ms, ratio \(ratio)")
    if awaited != nil {
      let least = milliseconds(times.awaited)
      print(
        "  the same calls, awaited: p50 \(least) ms, \(rounded(least / other)) times the bare calls; "
          + "load and store are \(rounded(own / least)) times them"
      )
    }
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
