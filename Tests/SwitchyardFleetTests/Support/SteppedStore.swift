import Foundation
import SwitchyardFleet

@testable import SwitchyardFleet

/// Players who use one store, of whom none goes on before it is told to, and never two at once.
actor Turns {
  /// The thing that a player waits for.
  enum Kind: Sendable { case act, read, write }

  /// The way in which it goes on.
  enum Fate: Sendable {
    case done
    /// What it asks for is done, and the reply is lost.
    case lost
    /// It is not done, and neither is there a reply.
    case failed
    /// It takes its leave.
    case leave
    /// It goes no further.
    case end
  }

  private(set) var waiting: [Int: Kind] = [:]
  private var calls: [Int: CheckedContinuation<Fate, Never>] = [:]
  private var conductor: CheckedContinuation<Void, Never>?

  /// Waits for a turn.
  func turn(_ player: Int, _ kind: Kind) async -> Fate {
    await withCheckedContinuation { call in
      waiting[player] = kind
      calls[player] = call
      handBack()
    }
  }

  /// Lets somebody begin, until they wait for a turn.
  func begin(_ body: @escaping @Sendable () async -> Void) async {
    await withCheckedContinuation { call in
      conductor = call
      Task {
        await body()
        handBack()
      }
    }
  }

  /// Lets a player go on until the next turn that it waits for.
  func go(_ player: Int, _ fate: Fate = .done) async {
    guard let call = calls.removeValue(forKey: player) else { return }
    waiting[player] = nil
    await withCheckedContinuation { back in
      conductor = back
      call.resume(returning: fate)
    }
  }

  private func handBack() {
    conductor?.resume()
    conductor = nil
  }
}

/// A store in memory, as a player has it: each call waits for a turn.
struct SteppedStore: VersionedSessionStore {
  let store: MemorySessionStore
  let turns: Turns
  let player: Int

  private func step<Result: Sendable>(
    _ kind: Turns.Kind,
    _ body: () async throws(SessionStoreError) -> Result
  ) async throws(SessionStoreError) -> Result {
    let fate = await turns.turn(player, kind)
    let result = fate == .failed ? nil : try await body()
    guard let result, fate == .done else {
      throw SessionStoreError(.unreachable, store: "memory", reason: "a test")
    }
    return result
  }

  func load(_ key: SessionKey) async throws(SessionStoreError) -> SessionRecord? {
    try await step(.read) { () async throws(SessionStoreError) in try await store.load(key) }
  }

  func store(
    _ bytes: [UInt8],
    at key: SessionKey,
    expecting version: SessionVersion?,
    expiry: Date
  ) async throws(SessionStoreError) -> SessionWrite {
    try await step(.write) { () async throws(SessionStoreError) in
      try await store.store(bytes, at: key, expecting: version, expiry: expiry)
    }
  }

  func renew(
    _ key: SessionKey,
    as newKey: SessionKey,
    _ bytes: [UInt8],
    expecting version: SessionVersion,
    expiry: Date
  ) async throws(SessionStoreError) -> SessionWrite {
    try await store.renew(key, as: newKey, bytes, expecting: version, expiry: expiry)
  }

  func touch(_ key: SessionKey, expiry: Date) async throws(SessionStoreError) {
    try await store.touch(key, expiry: expiry)
  }

  func remove(_ key: SessionKey) async throws(SessionStoreError) {
    try await step(.write) { () async throws(SessionStoreError) in try await store.remove(key) }
  }

  func changes() async -> AsyncStream<SessionChange> { await store.changes() }
}
