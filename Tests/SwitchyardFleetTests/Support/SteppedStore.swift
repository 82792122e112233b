import SessionTestSupport
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
struct SteppedStore: HandingStore {
  let store: any VersionedSessionStore
  let turns: Turns
  let player: Int

  func hand<Result: Sendable>(
    _ call: StoreCall,
    _ body: @Sendable () async throws(SessionStoreError) -> Result
  ) async throws(SessionStoreError) -> Result {
    let kind = if case .load = call { Turns.Kind.read } else { Turns.Kind.write }
    let fate = await turns.turn(player, kind)
    let result = fate == .failed ? nil : try await body()
    guard let result, fate == .done else {
      throw SessionStoreError(.unreachable, store: "memory", reason: "a test")
    }
    return result
  }
}
