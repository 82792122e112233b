#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Sessions {
  /// Makes a step on a session.
  ///
  /// - Parameters:
  ///   - id: the session.
  ///   - request: the key of the request, if it has one: a repeated request is answered as before,
  ///     and no step is made.
  ///   - step: changes the state. It is made again, at most 8 times in all, on a newer state if
  ///     others were quicker, and once more where the state that is remembered was not the one of
  ///     the store; an error that it throws is thrown on, and changes nothing.
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
  /// either, and not the answer, which holds the new identifier. Where the store's answer is lost,
  /// this looks whether the session has the new identifier, and goes on if it has.
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

  /// Makes a step on the record that is remembered; what comes of it counts if that is the one of
  /// the store: once a write over it has won, or it was loaded again.
  private func perform<Outcome: Codable & Sendable>(
    _ id: SessionIdentifier,
    as newID: SessionIdentifier?,
    _ request: IdempotencyKey?,
    _ body: (inout SessionState<Value>) throws -> Outcome
  ) async throws -> SessionResult<Value, Outcome> {
    guard let record = remembered.record(of: id.key) else {
      return try await perform(on: try await store.load(id.key), id, as: newID, request, body)
    }
    // Notes are of what is stored, and errors as well.
    let note: (SessionFitting) throws -> Void = { _ in throw SessionError(.conflict, of: id.key) }
    let step = try? step(on: record, of: id.key, request, onFitting: note, body)
    let current: SessionRecord?
    if let step, step.bytes != nil || newID != nil {
      switch try await write(step, over: record, id, newID) {
      case .stored: return SessionResult(newID ?? id, step)
      case .conflict(let newer):
        current = newer
        try Task.checkCancellation()
      }
    } else {
      current = try await store.load(id.key)
      if let step, let current, current.version == record.version {
        _ = try await write(step, over: current, id, nil)
        return SessionResult(id, step)
      }
    }
    return try await perform(on: current, id, as: newID, request, body)
  }

  /// Makes a step on a record that was loaded, and again on newer ones.
  func perform<Outcome: Codable & Sendable>(
    on record: SessionRecord?,
    _ id: SessionIdentifier,
    as newID: SessionIdentifier?,
    _ request: IdempotencyKey?,
    _ body: (inout SessionState<Value>) throws -> Outcome
  ) async throws -> SessionResult<Value, Outcome> {
    remembered.compare(record, of: id.key)
    var pauses = ConflictPauses()
    var current = record
    while let record = current {
      let step = try step(on: record, of: id.key, request, onFitting: onFitting, body)
      switch try await write(step, over: record, id, newID) {
      case .stored: return SessionResult(newID ?? id, step)
      case .conflict(let newer):
        current = newer
        try await pauses.wait(for: id.key)
      }
    }
    throw SessionError(.ended, of: id.key)
  }

  /// Writes the bytes of a step, or nothing if it has changed nothing, and remembers them.
  private func write<Outcome>(
    _ step: SessionStep<Value, Outcome>,
    over record: SessionRecord,
    _ id: SessionIdentifier,
    _ newID: SessionIdentifier?
  ) async throws -> SessionWrite {
    let (time, bytes) = (now(), step.bytes ?? record.bytes)
    let expiry = lifetime.expiry(at: time)
    let write: SessionWrite
    if let newID {
      write = try await renew(record, of: id.key, as: newID.key, bytes, expiry)
    } else if step.bytes != nil {
      write = try await store.store(bytes, at: id.key, expecting: record.version, expiry: expiry)
    } else {
      if let expiry = lifetime.renewal(of: record.expiry, at: time) {
        // What was loaded counts, though it cannot be made to last longer.
        try? await store.touch(id.key, expiry: expiry)
      }
      write = .stored(record.version)
    }
    switch write {
    case .stored(let version):
      if newID != nil { remembered.forget(id.key) }
      let next = SessionRecord(bytes: bytes, version: version, expiry: expiry)
      remembered.remember(next, of: (newID ?? id).key)
    case .conflict(let newer): remembered.compare(newer, of: id.key)
    }
    return write
  }

  /// Writes bytes under a new key.
  ///
  /// Where the answer is lost nobody would know under which key the session is: the new one is
  /// known to this call alone. So it looks there, more than once, as the write may be under way.
  private func renew(
    _ record: SessionRecord,
    of key: SessionKey,
    as newKey: SessionKey,
    _ bytes: [UInt8],
    _ expiry: Date
  ) async throws -> SessionWrite {
    do {
      return try await store.renew(
        key,
        as: newKey,
        bytes,
        expecting: record.version,
        expiry: expiry
      )
    } catch {
      // A store that takes so long for one answer is not asked for another.
      let end = ContinuousClock.now + .seconds(2)
      for pause in [0, 30, 60] where ContinuousClock.now < end {
        // A task that is cancelled looks without pauses.
        try? await Task.sleep(for: .milliseconds(pause))
        if let made = try? await store.load(newKey), made.bytes == bytes {
          return .stored(made.version)
        }
      }
      throw error
    }
  }
}

extension SessionResult where Outcome: Codable {
  init(_ id: SessionIdentifier, _ step: SessionStep<Value, Outcome>) {
    self.init(id: id, state: step.state, outcome: step.outcome, isRepeated: step.isRepeated)
  }
}
