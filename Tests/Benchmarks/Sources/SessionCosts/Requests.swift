import Foundation
import SessionStore
import SwitchyardSessions

/// One request through `Sessions`: where its state is remembered, where it is loaded, and where what is remembered is
/// behind the store each time, as where another server has made the step before.
struct Requests {
  private let rounds: Int
  private let count = 1000

  init(_ rounds: Int) { self.rounds = rounds }

  /// A state whose bytes are about 2,000, and that each step changes.
  private struct Visit: Codable, Sendable {
    var count = 0
    var text = String(repeating: "a", count: 1850)
  }

  /// Says the times of all that take turns, each on sessions of its own.
  ///
  /// A request is a load, a step and a store; what is bare makes no step. So the step alone is said as well, and what a
  /// request takes without it is compared: with a bare load and store, which a server without a memory has to make, and
  /// with a bare store, which is all that it makes where the state is remembered.
  func compare(
    _ name: String,
    _ store: some VersionedSessionStore,
    _ step: ([UInt8], [UInt8]) -> Void,
    _ write: ([UInt8], [UInt8], Int64) -> Int64,
    other: () -> any VersionedSessionStore
  ) async throws {
    let forgetful = sessions(store, rememberedLimit: 0)
    let (remembering, first, second) = (sessions(store), sessions(store), sessions(store))
    let alone = sessions(MemorySessionStore())
    let (ownIDs, loadedIDs) = (try await begin(remembering), try await begin(forgetful))
    let (sharedIDs, aloneIDs) = (try await begin(first), try await begin(alone))
    for id in sharedIDs { try await make(second, id) }
    let bytes = [UInt8](repeating: 7, count: 2000)
    let bareKeys = try await fill(other(), bytes)
    var bareVersions = try await fill(other(), bytes)
    let sharing = [first, second]

    var times = Times()
    for round in 0..<rounds {
      let place = round * 7 % count
      let isLater = round / count % 2
      times.add("load and store, bare") { step(bareKeys[place].key.bytes, bytes) }
      try await times.add("loaded") { try await make(forgetful, loadedIDs[place]) }
      times.add("store, bare") {
        let (key, version) = bareVersions[place]
        bareVersions[place].version = write(key.bytes, bytes, version)
      }
      try await times.add("remembered") { try await make(remembering, ownIDs[place]) }
      try await times.add("behind") { try await make(sharing[isLater], sharedIDs[place]) }
      try await times.add("step alone") { try await make(alone, aloneIDs[place]) }
    }
    let (both, one, body) = (
      times["load and store, bare"], times["store, bare"], times["step alone"]
    )
    print(
      "\(name), one request: step alone p50 \(body) ms, bare load and store \(both) ms, bare store \(one) ms"
    )
    for word in ["remembered", "loaded", "behind"] {
      let whole = times[word]
      print(
        "  \(word): p50 \(whole) ms, without its step \(rounded((whole - body) / both)) times a bare load and store, "
          + "\(rounded((whole - body) / one)) times a bare store"
      )
    }
  }

  /// Says how many steps a second tasks make that all change one session, where its state is remembered and where it is
  /// loaded: what one task remembers is behind as soon as another has written.
  func crowd(_ name: String, _ store: some VersionedSessionStore) async throws {
    let kinds = [sessions(store), sessions(store, rememberedLimit: 0)]
    for tasks in [2, 8] {
      var times: [[Duration]] = [[], []]
      for _ in 0..<9 {
        for (index, sessions) in kinds.enumerated() {
          let id = try await sessions.begin().id
          let start = ContinuousClock.now
          try await withThrowingTaskGroup { group in
            for _ in 0..<tasks { group.addTask { try await press(sessions, id, rounds / 200) } }
            try await group.waitForAll()
          }
          times[index].append(start.duration(to: .now))
          let made = try await sessions.state(of: id)?.value.count
          precondition(made == rounds / 200 * tasks, "a step is lost")
        }
      }
      let (own, loaded) = (times[0].sorted()[4], times[1].sorted()[4])
      print(
        "\(name), \(tasks) tasks on one session: remembered \(rounded(loaded / own)) times as fast as loaded"
      )
    }
  }

  /// Makes steps, each as often as it takes.
  private func press(
    _ sessions: Sessions<Visit>,
    _ id: SessionIdentifier,
    _ steps: Int
  ) async throws {
    var made = 0
    while made < steps {
      do {
        try await make(sessions, id)
        made += 1
      } catch let error as SessionError where error.code == .conflict {
        continue
      }
    }
  }

  private func sessions(
    _ store: any VersionedSessionStore,
    rememberedLimit: Int = 10_000
  ) -> Sessions<Visit> {
    let tree = RoutingNode<String>(.lazyPresenter { "" }).endpoint("visit")
    return Sessions(in: store, tree: tree, initial: Visit(), rememberedLimit: rememberedLimit)
  }

  private func begin(_ sessions: Sessions<Visit>) async throws -> [SessionIdentifier] {
    var ids: [SessionIdentifier] = []
    for _ in 0..<count { ids.append(try await sessions.begin { try $0.go(to: "visit") }.id) }
    return ids
  }

  private func make(_ sessions: Sessions<Visit>, _ id: SessionIdentifier) async throws {
    try await sessions.perform(id) { $0.value.count += 1 }
  }

  private func fill(
    _ store: any VersionedSessionStore,
    _ bytes: [UInt8]
  ) async throws -> [(key: SessionKey, version: Int64)] {
    var all: [(key: SessionKey, version: Int64)] = []
    for _ in 0..<count {
      let key = SessionIdentifier.random().key
      let end = Date(timeIntervalSinceNow: 600)
      let write = try await store.store(bytes, at: key, expecting: nil, expiry: end)
      guard case .stored(let version) = write else { fatalError("\(write)") }
      all.append((key, version.rawValue))
    }
    return all
  }

  /// The times of several things.
  private struct Times {
    private var all: [String: [Duration]] = [:]
    private let clock = ContinuousClock()

    mutating func add(_ name: String, _ body: () throws -> Void) rethrows {
      let start = clock.now
      try body()
      all[name, default: []].append(start.duration(to: clock.now))
    }

    mutating func add(_ name: String, _ body: () async throws -> Void) async rethrows {
      let start = clock.now
      try await body()
      all[name, default: []].append(start.duration(to: clock.now))
    }

    /// The median in milliseconds.
    subscript(name: String) -> Double {
      let times = all[name, default: []].sorted()
      return times.isEmpty ? 0 : rounded(times[times.count / 2] / .milliseconds(1), 10_000)
    }
  }
}
