import SwitchyardProof

extension Command {
  static let explain = Command(
    "explain",
    "says what a URL would meet, and why",
    operands: [.init(name: "URL")],
    options: [.all, .manifest] + LookupOptions.options + RouterPolicies.routerOptions
      + [.wide, .json],
    discussion: """
      Shows the routes that match, in the order in which a dispatch asks: guards,
      proxies, middleware, maps as they win, fallbacks. Each stands there with its
      verdict, as if all guards allowed and all proxies went on. Where no map runs,
      those that nearly match follow. Nothing runs; --all shows the rest as well.

      Without --tag and --method all routes are found. With --method it is said what
      the server answers: HEAD finds the maps of GET, a map for another method keeps
      fallbacks from running and makes it 405, and OPTIONS is answered with the
      methods.

      Which map wins is a matter of --precedence; where it is not given it is
      most-specific if a map has a method, as a server's have, and else latest-first,
      as in an app.

      Ends with 0 when a map or fallback runs, and with 1 when none does or the URL is
      rejected.
      """,
    examples: [
      "yardmaster explain /books/42",
      "yardmaster explain --manifest routes.txt --method POST /login",
      "yardmaster explain -m routes.json --tag Private /admin/users",
      "yardmaster explain /books/42 --json < routes.txt --manifest -",
    ]
  ) { call, output in
    let policies = try RouterPolicies(call.arguments, call.syntax)
    let lookup = try LookupOptions(call)
    let manifest = try RouteManifest(call, policies)
    output.warn(of: manifest, policies)
    output.warn(of: lookup, manifest, call)
    let yard = ManifestRouter(manifest, policies)
    let url = call.arguments.operands[0]
    let request = lookup.request.map {
      yard.router.explain($0, url).describing(yard.described)
    }
    let explanation =
      request?.routes ?? yard.router[lookup.tags].explain(url).describing(yard.described)
    if call.arguments.has(.json), let request {
      try output.json(request)
    } else if call.arguments.has(.json) {
      try output.json(explanation)
    } else {
      let view = View(
        explanation,
        request,
        showsAll: call.arguments.has(.all),
        isWhole: call.arguments.has(.wide)
      )
      show(view, lookup, yard, &output)
    }
    return explanation.chosen == nil && request?.status != .noContent ? .findings : .success
  }

  /// The part of an explanation that is shown.
  private struct View {
    let explanation: RouteExplanation
    let showsAll: Bool
    /// Whether tables are wider than the terminal, if need be.
    let isWhole: Bool
    let rows: [RouteExplanation.Candidate]
    /// The maps that nearly match, where none runs.
    let near: [RouteExplanation.Candidate]
    let answer: String
    let isAnswered: Bool

    init(
      _ explanation: RouteExplanation,
      _ request: RequestExplanation?,
      showsAll: Bool,
      isWhole: Bool
    ) {
      self.explanation = explanation
      self.showsAll = showsAll
      self.isWhole = isWhole
      answer = request?.answer ?? explanation.endingText
      isAnswered = explanation.chosen != nil || request?.status == .noContent
      let matching = explanation.candidates.filter(\.mayMatch)
      rows = showsAll ? explanation.candidates : matching
      near =
        showsAll || explanation.chosen?.route.kind == .map || explanation.refused != nil
          || matching.contains(where: \.isOfRival)
        ? [] : explanation.nearMisses(most: 5)
    }

    var leftOut: Int { explanation.candidates.count - rows.count - near.count }
  }

  private static func show(
    _ view: View,
    _ lookup: LookupOptions,
    _ yard: ManifestRouter,
    _ output: inout Output
  ) {
    let explanation = view.explanation
    guard let target = explanation.target else {
      output.error(explanation.rejection?.printableLines ?? "")
      return
    }
    output.row("target", "\(target)".printable.withDecoded, .strong)
    if let text = lookup.text { output.row("lookup", text) }
    let isSpecific = yard.router.configuration.precedence == .mostSpecific
    output.row("winner", isSpecific ? "the most specific map" : "the latest map")
    output.line()
    if !view.rows.isEmpty { output.table(table(view.rows, view), isWhole: view.isWhole) }
    if explanation.candidates.isEmpty {
      output.line("There are no routes.")
    } else if view.rows.isEmpty {
      output.line("No route matches.\(view.near.isEmpty ? " --all shows all." : "")")
    }
    if !view.near.isEmpty {
      output.line()
      output.line("nearly:", .faint)
      output.table(table(view.near, view), isWhole: view.isWhole)
    }
    if view.leftOut > 0, !(view.rows.isEmpty && view.near.isEmpty) {
      let count = view.leftOut
      output.line(
        "\(count) other \(count == 1 ? "route does" : "routes do") not match; --all shows all.",
        .faint
      )
    }
    for failure in explanation.candidates.compactMap(\.failure) {
      output.line()
      output.line(failure.printableLines, .bad)
    }
    output.line()
    output.line(view.answer.printable, view.isAnswered ? .good : .bad)
  }

  private static func table(_ candidates: [RouteExplanation.Candidate], _ view: View) -> Table {
    var table = Table(
      "#",
      "KIND",
      Table.Column("METHOD", .useful),
      Table.Column("PATTERN", .essential, atLeast: 12),
      Table.Column("NAME", .useful, atLeast: 8),
      Table.Column("VERDICT", .essential, atLeast: 12),
      Table.Column("PARAMETERS", .useful, atLeast: 10),
      Table.Column("REGEX", .extra)
    )
    for candidate in candidates {
      let route = candidate.route
      table.append(
        Table.Cell(route.order.map { "\($0)" }, .faint),
        Table.Cell(route.kind.rawValue),
        Table.Cell(route.tags.methods),
        Table.Cell(route.patternAndExceptions.withDecoded),
        Table.Cell(route.name),
        Table.Cell(view.explanation.verdictText(of: candidate), style(of: candidate.verdict)),
        Table.Cell(candidate.parameters.flatMap { $0.path.isEmpty ? nil : "\($0.path)" }),
        Table.Cell(view.showsAll ? route.regex : nil, .faint)
      )
    }
    return table
  }

  private static func style(of verdict: RouteExplanation.Verdict) -> Style {
    switch verdict {
    case .runs: .good
    case .hidden: .doubtful
    case .skippedByTag, .aroundNothing, .excepted, .mismatch: .faint
    case .gone, .undecided, .refused: .bad
    }
  }
}

extension RouteExplanation.Candidate {
  /// Whether it matches, or might.
  fileprivate var mayMatch: Bool {
    switch verdict {
    case .runs, .hidden, .aroundNothing, .excepted, .undecided, .refused: true
    case .skippedByTag: isOfRival
    case .gone, .mismatch: false
    }
  }
}
