import SwitchyardProof

extension Command {
  static let validate = Command(
    "validate",
    "looks for mistakes among routes",
    operands: [.init(name: "MANIFEST", isOptional: true)],
    options: [.manifest, .requiring, .allExceptPublic, .matrix] + RouterPolicies.routerOptions
      + [.format, .json],
    discussion: """
      Compares the routes of MANIFEST for all URLs there can be. MANIFEST is a file,
      or - for standard input; without it the demo app's routes are looked at. What is
      found:

        unguarded    error    guards do not cover a map with a required tag, or one
                              that requires them
        unknownTag   error    no map has a required tag
        unknownGuard error    no guard has a name that a map requires
        guardedPublic note    a map is public, and guards decide about all of it
        shadowed     warning  a map never runs, for others win wherever it matches
        duplicate    warning  routes have the same pattern and tags
        sameName     warning  routes have the same name, which finds the latest alone
        doubtful     note     a pattern is lawful, and hardly means what it seems to
        unmet        warning  a guard meets no map; a note for a proxy
        narrowGuard  warning  a guard asks for more than a map; a note for paths
        unread       warning  a listing says of a route what is not read, or is read
                              otherwise
        undecided    warning  the routes are too many or too intricate for one run

      With --all-except-public each map and fallback needs guards that decide about
      all that comes to it, or a reason to be public; a finding shows a request that
      comes past them. A line says it as public:load-balancer, public:"the load
      balancer" or requires:card, where card is the name of a GUARD, and JSON as
      "access": {"public": "REASON"} or {"requires": ["card"]}.

      --matrix draws which guard stands before which route, and marks what is found as
      unguarded or unknownGuard, with a URL that slips by or the reason. It may have
      4000000 cells, one for each guard that decides and each map or fallback.

      Which map wins is a matter of --precedence, as for explain. Ends with 0 when
      there is nothing worse than a note and the matrix is written, and else with 1.
      """,
    examples: [
      "yardmaster validate",
      "yardmaster validate routes.txt --requiring Private --requiring Admin",
      "yardmaster validate routes.txt --all-except-public --format sarif",
      "yardmaster validate routes.txt --requiring Private --matrix guards.svg",
      "yardmaster validate --json routes.json",
      "yardmaster validate --precedence latest-first - < routes.txt",
    ]
  ) { call, output in
    let policies = try RouterPolicies(call.arguments, call.syntax)
    let manifest = try RouteManifest(call, policies, operand: call.arguments.operands.first)
    guard !manifest.entries.isEmpty else {
      let name = manifest.name.map { $0 == "-" ? "standard input" : $0.printable } ?? ""
      output.error(
        "\(name): error: There are no routes here, and nothing can be checked. Write one in each "
          + "line, such as GET /books/:id."
      )
      return .usage
    }
    let yard = ManifestRouter(manifest, policies)
    let format = try ReportFormat(call)
    let tags = call.arguments.values(of: .requiring).map { RouteTag($0) }
    let report = yard.router.validate(
      requiring: tags,
      allExceptPublic: call.arguments.has(.allExceptPublic)
    )
    // What was not read may have said who may come to a route.
    .adding(unread: yard.unread(under: policies))
    switch format {
    case .text:
      for finding in report.findings { show(finding, yard, &output) }
      output.line(summary(of: report), report.isClean ? .good : .bad)
    case .json: try output.json(report.describing(yard.described))
    case .sarif: try output.json(report.sarif(tool: Yardmaster.version, place: yard.place))
    case .github:
      for finding in report.findings { output.line(finding.annotation(place: yard.place)) }
    }
    // Behind the findings, which count whatever becomes of the drawing.
    if let path = call.arguments.value(of: .matrix) {
      let size = GuardMatrixSize(manifest.entries.map(\.route))
      guard size.cells <= GuardMatrixSize.limit else {
        output.error(
          "\(CommandSyntax.tool) validate: error: The file \(path.quotedFile) is not written: a "
            + "matrix of \(size.guards) guards would have \(size.cells) cells, and may have "
            + "\(GuardMatrixSize.limit). Give fewer guards or routes at once, or leave out \(CommandOption.matrix.name)."
        )
        return .findings
      }
      let matrix = yard.router.guardMatrix(
        requiring: tags,
        allExceptPublic: call.arguments.has(.allExceptPublic)
      )
      do throws(OutputFileError) {
        try OutputFile(path, of: .matrix).write(matrix.describing(yard.described).svg())
      } catch {
        output.error("\(CommandSyntax.tool) validate: error: \(error)")
        return .findings
      }
    }
    return report.isClean ? .success : .findings
  }

  static func show(
    _ finding: RouteFinding,
    _ yard: ManifestRouter,
    _ output: inout Output
  ) {
    let places = finding.routes.map { route in
      (route, yard.entry(of: route).map { yard.manifest.place(of: $0) } ?? "")
    }
    let place = places.first.map { $0.1.styled(.strong, output.styling.output) + ": " } ?? ""
    let severity = finding.severity.rawValue
      .styled(style(of: finding.severity), output.styling.output)
    let message = "\(finding.message.printable) [\(finding.kind.rawValue)]"
    output.line("\(place)\(severity): \(message)")
    for (route, place) in places.dropFirst().prefix(5) { output.line("  \(place): \(route)") }
    if places.count > 6 { output.line("  and \(places.count - 6) more") }
  }

  private static func style(of severity: RouteFinding.Severity) -> Style {
    switch severity {
    case .error: .bad
    case .warning: .doubtful
    case .note: .remark
    }
  }

  private static func summary(of report: RouteReport) -> String {
    let routes = "\(report.routeCount) \(report.routeCount == 1 ? "route" : "routes")"
    guard !report.findings.isEmpty else { return "Nothing was found among \(routes)." }
    let counts = RouteFinding.Severity.allCases.compactMap { severity -> String? in
      let count = report.findings.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    return "\(counts.joined(separator: ", ")) among \(routes)."
  }
}
