/// The things that servers have said of a generation that is staged.
struct StagedAnswers: Sendable {
  /// All servers that were asked.
  var servers: Set<SourceState.Server> = []
  /// The names of those that are there and have not said anything of it, in order.
  var missing: [String] = []
  /// Those without an answer that counts.
  var gone: Set<SourceState.Server> = []
  /// The reasons of those that refuse it.
  var refusals: [String: [RefusalReason]] = [:]

  init() {}

  init(
    _ staged: SourceState.Staged,
    _ servers: [SourceState.Server],
    _ answers: [String: ServerAnswer]
  ) {
    self.servers = Set(servers)
    gone = self.servers.filter { answers[$0.name] == nil }
    missing = answers.filter { !$0.value.isAbout(staged) }.map(\.key).sorted()
    refusals = answers.filter { $0.value.isAbout(staged) && !$0.value.reasons.isEmpty }
      .mapValues(\.reasons)
  }
}
