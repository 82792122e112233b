import SwitchyardSessions

/// The records of visitors in a store, which may be that of other servers as well.
///
/// Who has signed in is kept for long, and others for two hours: clients that keep no cookie are
/// another visitor with each request, and those that keep it for one more may be many as well.
struct VisitorRecords: Sendable {
  typealias State = SessionState<KeptVisitor>

  private let strangers: SwitchyardSessions.Sessions<KeptVisitor>
  private let members: SwitchyardSessions.Sessions<KeptVisitor>
  private let leavers: SwitchyardSessions.Sessions<KeptVisitor>

  init(in store: any VersionedSessionStore) {
    let records = { (lifetime: Duration) in
      SwitchyardSessions.Sessions(
        in: store,
        tree: Outline.tree,
        initial: KeptVisitor(),
        lifetime: lifetime,
        firstLifetime: lifetime,
        historyLimit: 50
      )
    }
    strangers = records(.seconds(7200))
    members = records(.seconds(30 * 86_400))
    leavers = records(.seconds(1))
  }

  /// Begins to keep a new visitor.
  func begin() async throws -> SessionIdentifier {
    // All begin with one value, and each has a token of their own.
    try await strangers.begin { $0.value.facts.token = Secret.make() }.id
  }

  /// Returns what is kept of a visitor who comes back, or `nil` if there is nothing.
  func state(of id: SessionIdentifier) async throws -> State? {
    do {
      return try await strangers.perform(id) { state in
        // Who has signed in has come back before, and is not to be kept as a stranger.
        if !state.value.facts.isSignedIn { state.value.hasReturned = true }
      }
      .state
    } catch let error as SessionError where error.code == .ended {
      return nil
    }
  }

  /// Makes a step on what is kept of a visitor.
  func perform<Outcome: Codable & Sendable>(
    _ id: SessionIdentifier,
    _ facts: Facts,
    _ key: IdempotencyKey?,
    _ step: (inout State) throws -> Outcome
  ) async throws -> SessionResult<KeptVisitor, Outcome> {
    try await (facts.isSignedIn ? members : strangers).perform(id, key, step)
  }

  /// Makes the step that signs a visitor in, who has another identifier with it.
  func renew(
    _ id: SessionIdentifier,
    _ step: (inout State) throws -> Void
  ) async throws -> SessionResult<KeptVisitor, NoOutcome> {
    try await members.renew(id, step)
  }

  /// Lets a visitor go who has not come back to any server.
  ///
  /// It is a step on what is kept, so that whoever comes back meanwhile stays: of another server
  /// nobody here would know.
  func forget(_ id: SessionIdentifier) async throws {
    struct Returned: Error {}
    do {
      try await leavers.perform(id) { state in
        guard state.value.hasReturned == nil else { throw Returned() }
        state.value.hasReturned = false
      }
    } catch is Returned {
    }
  }

  func end(_ id: SessionIdentifier) async throws { try await strangers.end(id) }
}
