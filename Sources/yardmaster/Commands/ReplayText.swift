import SwitchyardProof

/// The report of a replay as text.
struct ReplayText {
  private let report: ReplayReport
  private let isCompared: Bool

  init(_ report: ReplayReport, isCompared: Bool) {
    self.report = report
    self.isCompared = isCompared
  }

  func show(_ output: inout Output) {
    output.row("lines", lines)
    output.row("requests", "\(report.requests)", .strong)
    for (name, count) in others where count > 0 { output.row(name, "\(count)") }
    if report.lost > 0 {
      output.row("lost", "\(report.lost) of these were answered with 2xx or 3xx before", .bad)
    }
    if report.hostless > 0 {
      output.row(
        "no host",
        "\(report.hostless), which routes with hosts are not found for; give --site"
      )
    }
    showRoutes(&output)
    show(report.notFound, "404, not found:", &output)
    show(report.methodNotAllowed, "405, another method:", &output)
    showUnused(&output)
    showChanges(&output)
    showBadLines(&output)
  }

  private var lines: String {
    let bad = report.badLineCount
    let none = report.requestless
    return "\(report.lines)" + (bad > 0 ? ", \(bad) of them unreadable" : "")
      + (none > 0 ? ", \(none) without a request" : "")
  }

  private var others: [(String, Int)] {
    [
      ("404", report.notFound.count), ("405", report.methodNotAllowed.count),
      ("400", report.badRequest), ("414", report.uriTooLong), ("204", report.options),
      ("limits", report.undecided),
    ]
  }

  private func showRoutes(_ output: inout Output) {
    guard !report.routes.isEmpty else { return }
    output.line()
    var table = Table("#", "KIND", "METHOD", "PATTERN", "NAME", "REQUESTS", "SHARE", "LAST")
    for row in report.routes {
      table.append(
        Table.Cell(row.route.order.map { "\($0)" }, .faint),
        Table.Cell(row.route.kind.rawValue),
        Table.Cell(row.route.tags.methods),
        Table.Cell(row.route.pattern),
        Table.Cell(row.route.name),
        Table.Cell("\(row.count)"),
        Table.Cell(Self.percent(100 * row.share)),
        Table.Cell(row.last, .faint)
      )
    }
    output.table(table)
  }

  private func show(_ misses: ReplayReport.Misses, _ title: String, _ output: inout Output) {
    guard !misses.frequent.isEmpty else { return }
    output.line()
    output.line(title, .strong)
    var table = Table("TIMES", "REQUEST", "NEAREST")
    for row in misses.frequent {
      let times = row.atMost > row.count ? "\(row.count) to \(row.atMost)" : "\(row.count)"
      table.append(
        Table.Cell(times),
        Table.Cell(row.request),
        Table.Cell(row.nearest.joined(separator: ", "), .faint)
      )
    }
    output.table(table)
  }

  private func showUnused(_ output: inout Output) {
    let all = report.routes.count + report.unused.count
    output.line()
    output.line(
      "\(report.routes.count) of \(all) routes took requests, "
        + "\(Self.percent(report.coverage)).",
      report.unused.isEmpty ? .good : nil
    )
    guard !report.unused.isEmpty else { return }
    var table = Table("#", "KIND", "METHOD", "PATTERN", "NAME")
    for route in report.unused {
      table.append(
        Table.Cell(route.order.map { "\($0)" }, .faint),
        Table.Cell(route.kind.rawValue),
        Table.Cell(route.tags.methods),
        Table.Cell(route.pattern),
        Table.Cell(route.name)
      )
    }
    output.line()
    output.line("without a request:", .strong)
    output.table(table)
  }

  private func showChanges(_ output: inout Output) {
    guard isCompared, let changes = report.changes else { return }
    output.line()
    guard !changes.isEmpty else {
      output.line("Nothing has changed for these requests.", .good)
      return
    }
    output.line("changes:", .strong)
    var table = Table("TIMES", "CHANGE", "REQUEST", "BEFORE", "NOW")
    for change in changes {
      table.append(
        Table.Cell("\(change.count)", .strong),
        Table.Cell(change.kind.text, .strong),
        "(all)",
        "",
        ""
      )
      for row in change.examples {
        table.append(
          Table.Cell("\(row.count)"),
          Table.Cell(change.kind.text, .faint),
          Table.Cell(row.request),
          Table.Cell(row.old),
          Table.Cell(row.new)
        )
      }
    }
    output.table(table)
  }

  private func showBadLines(_ output: inout Output) {
    guard !report.badLines.isEmpty else { return }
    output.line()
    output.line("unreadable:", .strong)
    for line in report.badLines { output.line("\(line.log):\(line.line): \(line.reason)") }
    let rest = report.badLineCount - report.badLines.count
    if rest > 0 { output.line("and \(rest) more") }
  }

  /// A share of a hundred, with as many digits as tell it from nothing and from all.
  static func percent(_ share: Double) -> String {
    let tenths = (share * 10).rounded()
    if tenths == 0, share > 0 { return "<0.1%" }
    if tenths == 1_000, share < 100 { return ">99.9%" }
    return "\(tenths / 10)%"
  }
}

extension ReplayReport.ChangeKind {
  /// The change in a few words.
  fileprivate var text: String {
    switch self {
    case .notFound: "now 404"
    case .methodNotAllowed: "now 405"
    case .otherRoute: "another route"
    case .found: "newly found"
    case .parameters: "parameters"
    case .otherAnswer: "another status"
    }
  }
}
