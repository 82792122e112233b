import RoutePatterns
import Switchyard

extension Command {
  static let explain = Command(
    "explain",
    "says what a URL would meet, and why",
    operands: [.init(name: "URL")],
    options: [.manifest] + LookupOptions.options + RouterPolicies.routerOptions + [.json],
    discussion: """
      Shows every route in the order in which a dispatch asks: guards, proxies, maps as
      they win, fallbacks. Each stands there with its verdict, as if all guards allowed
      and all proxies went on. Nothing runs.

      Without --tag and --method all routes are found. Which map wins is a matter of
      --precedence; where it is not given it is most-specific if a map has a method, as
      a server's have, and else latest-first, as in an app.

      Ends with 0 when a map or fallback runs, and with 1 when none does or the URL is
      rejected.
      """,
    examples: [
      "yardmaster explain /books/42",
      "yardmaster explain --manifest routes.txt --method POST /login",
      "yardmaster explain -m routes.json --tag Views app://books/1",
      "yardmaster explain /books/42 --json < routes.txt --manifest -",
    ]
  ) { call, output in
    let policies = try RouterPolicies(call.arguments, call.syntax)
    let lookup = try LookupOptions(call)
    let manifest = try RouteManifest(call, policies)
    output.warn(of: manifest, policies)
    let yard = ManifestRouter(manifest, policies)
    let own = yard.router[lookup.tags].explain(call.arguments.operands[0])
    let explanation = own.describing(yard.described)
    if call.arguments.has(.json) {
      try output.json(explanation)
    } else {
      show(explanation, lookup, yard, &output)
    }
    return explanation.chosen == nil ? .findings : .success
  }

  private static func show(
    _ explanation: RouteExplanation,
    _ lookup: LookupOptions,
    _ yard: ManifestRouter,
    _ output: inout Output
  ) {
    guard let target = explanation.target else {
      output.error(explanation.rejection?.printableLines ?? "")
      return
    }
    output.row("target", "\(target)".printable, .strong)
    if let text = lookup.text { output.row("lookup", text) }
    let isSpecific = yard.router.configuration.precedence == .mostSpecific
    output.row("winner", isSpecific ? "the most specific map" : "the latest map")
    output.line()
    var table = Table("#", "KIND", "METHOD", "PATTERN", "VERDICT", "PARAMETERS", "REGEX")
    for candidate in explanation.candidates {
      let route = candidate.route
      let style = style(of: candidate.verdict)
      table.append(
        Table.Cell(route.order.map { "\($0)" }, .faint),
        Table.Cell(route.kind.rawValue),
        Table.Cell(route.tags.methods),
        Table.Cell(route.patternAndExceptions),
        Table.Cell(explanation.verdictText(of: candidate), style),
        Table.Cell(candidate.parameters.flatMap { $0.path.isEmpty ? nil : "\($0.path)" }),
        Table.Cell(route.regex, .faint)
      )
    }
    if explanation.candidates.isEmpty {
      output.line("There are no routes.")
    } else {
      output.table(table)
    }
    for failure in explanation.candidates.compactMap(\.failure) {
      output.line()
      output.line(failure.printableLines, .bad)
    }
    output.line()
    output.line(explanation.endingText.printable, explanation.chosen == nil ? .bad : .good)
  }

  private static func style(of verdict: RouteExplanation.Verdict) -> Style {
    switch verdict {
    case .runs: .good
    case .hidden: .doubtful
    case .skippedByTag, .aroundNothing, .excepted, .mismatch: .faint
    case .gone, .undecided: .bad
    }
  }
}
