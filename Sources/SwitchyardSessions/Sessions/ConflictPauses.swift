/// The tries that a step has, and the pauses between them: random and growing, so that requests
/// which meet once do not meet again.
struct ConflictPauses {
  private var tries = 1

  /// The most tries.
  static let limit = 8

  /// Waits before the next try.
  /// - Throws: `SessionError` when there is none left, and `CancellationError`.
  mutating func wait(for session: SessionKey) async throws {
    guard tries < Self.limit else { throw SessionError(.conflict, of: session) }
    let pause = Int.random(in: 0...(500 << tries))
    try await Task.sleep(for: .microseconds(pause))
    tries += 1
  }
}
