extension RouteAudit {
  /// The result of an audit for a map or fallback.
  public enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
    /// It would have run for one question at least.
    case open
    /// Guards have kept the visitor out, or the map by itself, for each question.
    case closed
    /// Neither is known.
    case undecided
    /// Others answer every target that it matches, or no request has one of these.
    case unreachable
    /// It has gone since the audit began.
    case gone
  }

  /// A map or fallback with the questions that were asked about it.
  public struct Entry: Hashable, Sendable, Codable {
    /// The map or fallback.
    public let route: RouteDescription
    /// The verdict on it.
    public let verdict: Verdict
    /// The questions, with their answers.
    public let questions: [Question]
    /// The reason that the verdict is undecided, in words; `nil` for any other.
    public let reason: String?

    /// The question that shows the verdict best: the first for which it would have run, or whose
    /// answer leaves it undecided.
    public var witness: Question? {
      questions.first { $0.answer == .runs } ?? questions.first { $0.doubt != nil }
        ?? questions.first
    }
  }
}
