/// A step on a record that was loaded, up to the bytes that are to be stored.
struct SessionStep<Value: Codable & Sendable, Outcome: Codable & Sendable> {
  let state: SessionState<Value>
  let outcome: Outcome
  /// Whether the request was answered before.
  var isRepeated = false
  /// The bytes to store; `nil` if they are as they were.
  var bytes: [UInt8]?
}

extension Sessions {
  /// Makes a step on a record, or finds the answer that it had before.
  func step<Outcome: Codable & Sendable>(
    on record: SessionRecord,
    of key: SessionKey,
    _ request: IdempotencyKey?,
    onFitting: (SessionFitting) throws -> Void,
    _ body: (inout SessionState<Value>) throws -> Outcome
  ) throws -> SessionStep<Value, Outcome> {
    let stored: StoredSession<Value>
    do {
      stored = try StoredSession(bytes: record.bytes)
    } catch {
      throw SessionError(.unreadable, of: key, cause: error)
    }
    let history = tree.fit(stored.history)
    if let fitting = SessionFitting(key, from: stored.history, to: history) {
      try onFitting(fitting)
    }
    let state = SessionState(value: stored.value, history: history, tree: tree)
    if let answer = stored.answers.last(where: { $0.key == request?.text }) {
      let outcome = try answer.outcome(of: request, in: key, as: Outcome.self)
      return SessionStep(state: state, outcome: outcome, isRepeated: true)
    }
    var step = try self.step(of: key, from: state, stored.answers, request, body)
    // What this version of the app leaves out is no change of this step, and may be another
    // version's: places that its tree lacks, and members that its values do.
    if step.bytes == record.bytes {
      step.bytes = nil
    } else {
      var before = stored
      before.history = history
      let present = try before.bytes()
      if step.bytes == present { step.bytes = nil }
      // One that is beyond the limit of now may stay so, and does not grow.
      let most = max(sizeLimit, record.bytes.count, present.count)
      try checkSize(of: step.bytes, of: key, most)
    }
    return step
  }

  /// Throws where the bytes to store are more than there may be.
  func checkSize(of bytes: [UInt8]?, of key: SessionKey, _ most: Int) throws(SessionError) {
    guard let bytes, bytes.count > most else { return }
    let detail = "\(bytes.count) bytes, of at most \(sizeLimit)"
    throw SessionError(.tooLarge, of: key, detail: detail)
  }

  /// Makes a step on a state, of any size.
  func step<Outcome: Codable & Sendable>(
    of key: SessionKey,
    from state: SessionState<Value>,
    _ answers: [StoredAnswer],
    _ request: IdempotencyKey?,
    _ body: (inout SessionState<Value>) throws -> Outcome
  ) throws -> SessionStep<Value, Outcome> {
    var (state, answers) = (state, answers)
    let outcome = try body(&state)
    if let request { answers.append(try StoredAnswer(request, outcome)) }
    let stored = StoredSession(
      history: state.history,
      value: state.value,
      answers: answers.suffix(StoredAnswer.limit)
    )
    return SessionStep(state: state, outcome: outcome, bytes: try stored.bytes())
  }
}
