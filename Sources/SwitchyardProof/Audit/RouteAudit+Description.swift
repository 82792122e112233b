extension RouteAudit: CustomStringConvertible {
  /// The number of routes, and of those that were open or undecided.
  public var description: String {
    let routes = entries.count == 1 ? "1 route" : "\(entries.count) routes"
    let (open, undecided) = (open.count, undecided.count)
    guard open + undecided > 0 else { return "The visitor comes to none of \(routes)." }
    let count = "The visitor comes to \(open) of \(routes)"
    return undecided == 0 ? "\(count)." : "\(count); \(undecided) could not be decided."
  }

  /// A table of the routes with a header, those that are open first.
  public var table: String {
    guard !entries.isEmpty else { return "No maps and no fallbacks." }
    var table = TextTable(["VERDICT", "#", "ROUTE", "ACCESS", "QUESTIONS", "SHOWN BY", "ANSWER"])
    for verdict in [Verdict.open, .undecided, .gone, .unreachable, .closed] {
      for entry in entries where entry.verdict == verdict {
        let witness = entry.witness
        table.append([
          verdict.rawValue,
          entry.route.order.map { "\($0)" },
          entry.route.description,
          entry.route.access?.description,
          "\(entry.questions.count)",
          witness?.description,
          (entry.verdict == .undecided ? witness?.doubt : nil) ?? entry.reason
            ?? witness?.answerText,
        ])
      }
    }
    return "\(table)\n\(description)"
  }
}
