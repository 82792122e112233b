import SessionTestSupport
import SwitchyardSessions

/// A store before whose writes something happens, as if others were quicker.
actor TrickyStore: HandingStore {
  let store: any VersionedSessionStore
  private var tricks: [@Sendable (SessionKey) async throws -> Void] = []
  /// Whether the next write is made, and its answer lost.
  private var losesAnswer = false
  /// How many loads fail behind that.
  private var failingLoads = 0
  private var failsTouches = false
  private(set) var loads = 0
  private(set) var writes = 0
  private(set) var touches = 0

  init(_ store: any VersionedSessionStore) { self.store = store }

  /// Plays tricks before the next writes, one before each.
  func play(_ count: Int, _ trick: @escaping @Sendable (SessionKey) async throws -> Void) {
    tricks += Array(repeating: trick, count: count)
  }

  /// Forgets the tricks that are left.
  func playNone() { tricks = [] }

  /// Loses the answer to the next write, which is made, and lets loads behind it fail.
  func loseAnswer(failingLoads: Int) {
    losesAnswer = true
    self.failingLoads = failingLoads
  }

  /// Lets no session last longer from now on, as a store that can be read alone.
  func failTouches() { failsTouches = true }

  private func playNext(_ key: SessionKey) async throws(SessionStoreError) {
    writes += 1
    guard !tricks.isEmpty else { return }
    let trick = tricks.removeFirst()
    do {
      try await trick(key)
    } catch {
      throw error as? SessionStoreError
        ?? SessionStoreError(.failed, store: "tricky", reason: "\(error)")
    }
  }

  func hand<Result: Sendable>(
    _ call: StoreCall,
    _ body: @Sendable () async throws(SessionStoreError) -> Result
  ) async throws(SessionStoreError) -> Result {
    switch call {
    case .load:
      loads += 1
      if failingLoads > 0, !losesAnswer {
        failingLoads -= 1
        throw SessionStoreError(.busy, store: "tricky", reason: "a load that fails")
      }
    case .store(let key), .renew(let key):
      try await playNext(key)
      let result = try await body()
      guard losesAnswer else { return result }
      losesAnswer = false
      throw SessionStoreError(.unreachable, store: "tricky", reason: "an answer is lost")
    case .touch:
      touches += 1
      if failsTouches {
        throw SessionStoreError(.failed, store: "tricky", reason: "it can be read alone")
      }
    case .remove: break
    }
    return try await body()
  }
}
