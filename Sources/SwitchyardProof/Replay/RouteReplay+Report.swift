extension RouteReplay {
  /// Returns the findings so far.
  /// - Parameter most: the number of requests that are shown of each kind.
  /// - Returns: the findings; of what came too often to be counted each, the bounds of the count.
  public mutating func report(most: Int = 10) -> ReplayReport {
    flush()
    var used: [ReplayReport.Route] = []
    var unused: [RouteDescription] = []
    for (place, entry) in table.routes.entries.enumerated()
    where entry.route.kind == .map || entry.route.kind == .fallback {
      let count = tally.count(.route(place))
      guard count > 0 else {
        unused.append(entry.route)
        continue
      }
      let share = Double(count) / Double(tally.requests)
      let last = tally.time(.route(place))?.excerpt
      used.append(ReplayReport.Route(route: entry.route, count: count, share: share, last: last))
    }
    // Those alike stay in the order of the listing.
    let sorted = used.enumerated()
      .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
    return ReplayReport(
      lines: tally.lines,
      requests: tally.requests,
      requestless: tally.requestless,
      badLineCount: tally.badLines,
      badLines: tally.faults.map {
        ReplayReport.BadLine(log: $0.log, line: $0.line, reason: $0.fault.text)
      },
      routes: sorted.map(\.element),
      unused: unused,
      notFound: misses(.notFound, tally.missing, most),
      methodNotAllowed: misses(.methodNotAllowed, tally.disallowed, most),
      options: tally.count(.options),
      badRequest: tally.count(.badRequest),
      uriTooLong: tally.count(.uriTooLong),
      undecided: tally.count(.undecided),
      lost: tally.lost,
      hostless: tally.hostless,
      changes: old.map { old in changes(against: old, most) }
    )
  }

  private func misses(
    _ answer: ReplayAnswer,
    _ items: FrequentItems<ReplayedRequest>,
    _ most: Int
  ) -> ReplayReport.Misses {
    let frequent = items.most(most).map { found in
      ReplayReport.Request(
        request: found.item.text,
        count: found.count,
        atMost: found.count + items.error,
        nearest: nearest(to: found.item.text)
      )
    }
    return ReplayReport.Misses(count: tally.count(answer), frequent: frequent)
  }

  /// The routes that nearly match a request, with the reasons.
  private func nearest(to text: String) -> [String] {
    guard let space = text.firstIndex(of: " "),
      let method = RequestMethod(rawValue: String(text[..<space]))
    else { return [] }
    let explanation = table.routes.router.explain(
      method,
      String(text[text.index(after: space)...])
    )
    let rivals = explanation.routes.candidates.filter { $0.isOfRival }
    let found = rivals.isEmpty ? explanation.routes.nearMisses(most: 3) : Array(rivals.prefix(3))
    return found.map { Self.name($0.route) }
  }

  private func changes(against old: ReplayTable, _ most: Int) -> [ReplayReport.Change] {
    ReplayReport.ChangeKind.allCases.compactMap { kind in
      let count = tally.changes[kind.place]
      guard count > 0 else { return nil }
      let examples = tally.changed[kind.place].most(most)
        .map { found in
          ReplayReport.Example(
            request: found.item.text,
            count: found.count,
            old: Self.name(found.item.old, in: old),
            new: Self.name(found.item.new, in: table)
          )
        }
      return ReplayReport.Change(kind: kind, count: count, examples: examples)
    }
  }

  private static func name(_ answer: ReplayAnswer, in table: ReplayTable) -> String {
    guard let place = answer.place else { return answer.status ?? "" }
    return name(table.routes.entries[place].route)
  }

  /// The methods of a route and its pattern, as a line of a manifest has them.
  static func name(_ route: RouteDescription) -> String {
    let methods = route.tags.compactMap { $0 == .anyMethod ? "*" : $0.method?.rawValue }
    guard route.kind == .map else { return "\(route.kind.rawValue.uppercased()) \(route.pattern)" }
    return (methods.isEmpty ? "MAP" : methods.joined(separator: ",")) + " \(route.pattern)"
  }
}
