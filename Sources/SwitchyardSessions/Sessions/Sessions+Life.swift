extension Sessions {
  /// Begins a session under a new identifier, with a first step.
  ///
  /// An identifier that a client has sent, and that no session has, is never taken: somebody else
  /// may know it. The session lasts for the first lifetime alone until its identifier comes back.
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
    let step = try self.step(of: id.key, from: state, [], nil, step)
    try checkSize(of: step.bytes, of: id.key, sizeLimit)
    let (bytes, expiry) = (step.bytes ?? [], firstLifetime.expiry(at: now()))
    let write = try await store.store(bytes, at: id.key, expecting: nil, expiry: expiry)
    // Of 128 random bits there is no other.
    guard case .stored(let version) = write else { throw SessionError(.conflict, of: id.key) }
    remembered.remember(SessionRecord(bytes: bytes, version: version, expiry: expiry), of: id.key)
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
      // What is read is loaded, whatever is remembered.
      let record = try await store.load(id.key)
      return try await perform(on: record, id, as: nil, nil) { _ in NoOutcome() }.state
    } catch let error as SessionError where error.code == .ended {
      return nil
    }
  }

  /// Ends a session: its identifier is worth nothing any more.
  public func end(_ id: SessionIdentifier) async throws(SessionStoreError) {
    defer { remembered.forget(id.key) }
    try await store.remove(id.key)
  }
}
