internal import NavigationTree
public import SessionStore

extension Sessions {
  /// Makes a step on a session.
  ///
  /// - Parameters:
  ///   - id: the session.
  ///   - request: the key of the request, if it has one: a repeated request is answered as before,
  ///     and no step is made.
  ///   - step: changes the state. It is made again, at most 8 times in all, on a newer state if
  ///     others were quicker; an error that it throws is thrown on, and changes nothing.
  /// - Returns: the state and the outcome, once they are stored.
  /// - Throws: `SessionError`, `SessionStoreError`, and the errors of the step.
  public func perform<Outcome: Codable & Sendable>(
    _ id: SessionIdentifier,
    _ request: IdempotencyKey? = nil,
    _ step: (inout SessionState<Value>) throws -> Outcome
  ) async throws -> SessionResult<Value, Outcome> {
    try await perform(id, as: nil, request, step)
  }

  /// Makes a step without an outcome on a session.
  @discardableResult
  public func perform(
    _ id: SessionIdentifier,
    _ request: IdempotencyKey? = nil,
    _ step: (inout SessionState<Value>) throws -> Void
  ) async throws -> SessionResult<Value, NoOutcome> {
    try await perform(id, as: nil, request) { state in
      try step(&state)
      return NoOutcome()
    }
  }

  /// Makes the step that signs a visitor in, and gives the session another identifier with it.
  ///
  /// Whoever knows the old one, because they have planted it in the visitor's browser, knows
  /// nothing of the session any more: the old one has ended. So a repeated request finds no session
  /// either, and not the answer, which holds the new identifier.
  /// - Returns: the state and the outcome, with the identifier for the cookie.
  public func renew<Outcome: Codable & Sendable>(
    _ id: SessionIdentifier,
    _ step: (inout SessionState<Value>) throws -> Outcome
  ) async throws -> SessionResult<Value, Outcome> {
    try await perform(id, as: .random(), nil, step)
  }

  /// Makes the step without an outcome that signs a visitor in.
  public func renew(
    _ id: SessionIdentifier,
    _ step: (inout SessionState<Value>) throws -> Void
  ) async throws -> SessionResult<Value, NoOutcome> {
    try await renew(id) { state in
      try step(&state)
      return NoOutcome()
    }
  }

  private func perform<Outcome: Codable & Sendable>(
    _ id: SessionIdentifier,
    as newID: SessionIdentifier?,
    _ request: IdempotencyKey?,
    _ body: (inout SessionState<Value>) throws -> Outcome
  ) async throws -> SessionResult<Value, Outcome> {
    var pauses = ConflictPauses()
    var current = try await store.load(id.key)
    while let record = current {
      let step = try step(on: record, of: id.key, request, body)
      let write = try await write(step, over: record, id, newID)
      switch write {
      case .stored: return SessionResult(newID ?? id, step)
      case .conflict(let newer):
        current = newer
        try await pauses.wait()
      }
    }
    throw SessionError(.ended)
  }

  /// Writes the bytes of a step, or nothing if it has changed nothing.
  private func write<Outcome>(
    _ step: SessionStep<Value, Outcome>,
    over record: SessionRecord,
    _ id: SessionIdentifier,
    _ newID: SessionIdentifier?
  ) async throws -> SessionWrite {
    let time = now()
    if let newID {
      return try await store.renew(
        id.key,
        as: newID.key,
        step.bytes ?? record.bytes,
        expecting: record.version,
        expiry: lifetime.expiry(at: time)
      )
    }
    guard let bytes = step.bytes else {
      if let expiry = lifetime.renewal(of: record.expiry, at: time) {
        try await store.touch(id.key, expiry: expiry)
      }
      return .stored(record.version)
    }
    return try await store.store(
      bytes,
      at: id.key,
      expecting: record.version,
      expiry: lifetime.expiry(at: time)
    )
  }
}

extension SessionResult where Outcome: Codable {
  init(_ id: SessionIdentifier, _ step: SessionStep<Value, Outcome>) {
    self.init(id: id, state: step.state, outcome: step.outcome, isRepeated: step.isRepeated)
  }
}
