import RoutePatterns

/// The visitors by the values of their cookies: bounded in number, and in the time that they may be away.
final class Sessions: Sendable {
  private struct Session {
    let visitor: Visitor
    var lastUse: ContinuousClock.Instant
    /// Counts all uses, as two of them may be at the same time.
    var turn: UInt64
  }

  private struct State {
    var sessions: [String: Session] = [:]
    var turn: UInt64 = 0

    mutating func use(_ id: String, _ visitor: Visitor, at time: ContinuousClock.Instant) {
      turn += 1
      sessions[id] = Session(visitor: visitor, lastUse: time, turn: turn)
    }
  }

  private let limit: Int
  private let idleTime: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Locked(State())

  /// - Parameters:
  ///   - limit: the most visitors; for one more, the one goes who has been away for the longest time.
  ///   - idleTime: how long one may be away.
  ///   - now: tells the time.
  init(
    limit: Int = 1000,
    idleTime: Duration = .seconds(1800),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.limit = max(1, limit)
    self.idleTime = idleTime
    self.now = now
  }

  /// How many there are.
  var count: Int { state.withLock { $0.sessions.count } }

  /// The visitor of a cookie, who is here again.
  func visitor(_ id: String) -> Visitor? {
    let time = now()
    return state.withLock { state in
      guard let session = state.sessions[id] else { return nil }
      guard session.lastUse.duration(to: time) <= idleTime else {
        state.sessions[id] = nil
        return nil
      }
      state.use(id, session.visitor, at: time)
      return session.visitor
    }
  }

  /// Lets somebody in.
  /// - Returns: the visitor, and the value of the cookie.
  func open() -> (id: String, visitor: Visitor) {
    let visitor = Visitor()
    return (open(for: visitor), visitor)
  }

  /// Gives a visitor another cookie, as after signing in: what was known before opens nothing any longer.
  func renew(_ id: String?, of visitor: Visitor) -> String {
    if let id { close(id) }
    return open(for: visitor)
  }

  /// Ends a session.
  func close(_ id: String) { _ = state.withLock { $0.sessions.removeValue(forKey: id) } }

  private func open(for visitor: Visitor) -> String {
    let (id, time) = (Secret.make(), now())
    state.withLock { state in
      if state.sessions.count >= limit { makeRoom(in: &state, at: time) }
      state.use(id, visitor, at: time)
    }
    return id
  }

  private func makeRoom(in state: inout State, at time: ContinuousClock.Instant) {
    state.sessions = state.sessions.filter { $0.value.lastUse.duration(to: time) <= idleTime }
    guard state.sessions.count >= limit,
      let oldest = state.sessions.min(by: { $0.value.turn < $1.value.turn })
    else { return }
    state.sessions[oldest.key] = nil
  }
}
