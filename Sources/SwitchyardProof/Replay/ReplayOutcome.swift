/// The answer of the table, and that of the old one where it is another.
struct ReplayOutcome: Sendable {
  var answer: ReplayAnswer
  var old: ReplayAnswer
  var change: ReplayReport.ChangeKind?

  /// Whether the report shows examples of it.
  var isNoted: Bool {
    change != nil || answer == .notFound || answer == .methodNotAllowed
  }
}
