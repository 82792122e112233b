/// The end of a step, after its write has won: a page is drawn and a response made of it.
public struct SessionResult<Value: Codable & Sendable, Outcome: Sendable>: Sendable {
  /// The identifier that the session has now, for the cookie.
  public let id: SessionIdentifier
  /// The state after the step; of a request that was answered again, the one of now.
  public let state: SessionState<Value>
  /// The outcome that the step has returned.
  public let outcome: Outcome
  /// Whether the same request has been answered before, and no step was made now.
  public let isRepeated: Bool
}

/// The outcome of a step that returns none.
public struct NoOutcome: Codable, Hashable, Sendable {
  /// A name that no other outcome has: a key that was another request's is told by it.
  private var noOutcome = true

  private enum CodingKeys: CodingKey { case noOutcome }

  /// Makes it.
  public init() {}
}
