internal import NavigationTree
public import SessionStore

extension Sessions {
  /// Begins a session under a new identifier, with a first step.
  ///
  /// An identifier that a client has sent, and that no session has, is never taken: somebody else
  /// may know it.
  /// - Returns: the state and the outcome, with the identifier for the cookie.
  public func begin<Outcome: Codable & Sendable>(
    _ step: (inout SessionState<Value>) throws -> Outcome
  ) async throws -> SessionResult<Value, Outcome> {
    let id = SessionIdentifier.random()
    let state = SessionState(
      value: initial,
      history: NavigationHistory(limit: historyLimit),
      tree: tree
    )
    let step = try self.step(from: state, [], nil, step)
    let write = try await store.store(
      step.bytes ?? [],
      at: id.key,
      expecting: nil,
      expiry: lifetime.expiry(at: now())
    )
    // Of 128 random bits there is no other.
    guard case .stored = write else { throw SessionError(.conflict) }
    return SessionResult(id, step)
  }

  /// Begins a session with a first step that has no outcome.
  public func begin(
    _ step: (inout SessionState<Value>) throws -> Void = { _ in }
  ) async throws -> SessionResult<Value, NoOutcome> {
    try await begin { state in
      try step(&state)
      return NoOutcome()
    }
  }

  /// Returns the state of a session, or `nil` if there is none; it lasts longer with that.
  public func state(of id: SessionIdentifier) async throws -> SessionState<Value>? {
    do {
      return try await perform(id) { _ in }.state
    } catch let error as SessionError where error.code == .ended {
      return nil
    }
  }

  /// Ends a session: its identifier is worth nothing any more.
  public func end(_ id: SessionIdentifier) async throws(SessionStoreError) {
    try await store.remove(id.key)
  }
}
