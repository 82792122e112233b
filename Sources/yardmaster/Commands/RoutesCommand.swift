import Switchyard

extension Command {
  static let routes = Command(
    "routes",
    "lists routes",
    operands: [.init(name: "MANIFEST", isOptional: true)],
    options: [.manifest] + LookupOptions.options + RouteFilter.options
      + [.listingFormat, .wide, .strict, .ignoreCase, .limit, .json],
    discussion: """
      Lists the routes of MANIFEST in the order of their registration, with the
      regular expression that each pattern becomes. MANIFEST is a file, or - for
      standard input; without it the demo app's routes are listed.

      With --tag or --method those that such a lookup finds are listed, guards among
      them; of these --text, --name and --kind leave some. --json prints a manifest
      itself; dot (of Graphviz) and mermaid draw a tree of segments, in which guards
      stand out.

      Ends with 1 when no route is left, or none has a given tag or name.
      """,
    examples: [
      "yardmaster routes",
      "yardmaster routes routes.txt --method POST --text login",
      "yardmaster routes --json routes.txt > routes.json",
      "yardmaster routes routes.txt --format dot > routes.dot",
      "printf 'GET /books/:id book\\n' | yardmaster routes -",
    ]
  ) { call, output in
    let policies = try RouterPolicies(call.arguments, call.syntax)
    let lookup = try LookupOptions(call)
    let filter = try RouteFilter(call)
    let format = try Format(call)
    let manifest = try RouteManifest(call, policies, operand: call.arguments.operands.first)
    output.warn(of: manifest, policies)
    var isUnknown = output.warn(of: lookup, manifest, call)
    for name in filter.unknownNames(in: manifest) {
      let names = manifest.entries.compactMap(\.route.name)
      output.warn("No route has the name \(name.quotedExcerpt).", name, among: names, call)
      isUnknown = true
    }
    let yard = ManifestRouter(manifest, policies)
    let routes = filter.routes(of: yard.router[lookup.tags].routes.map(yard.described))
    switch format {
    case .json: try output.json(RouteListing(routes))
    case .dot: output.line(RouteTree(routes).dot)
    case .mermaid: output.line(RouteTree(routes).mermaid)
    case .table where routes.isEmpty: output.line("No routes.")
    case .table: output.table(table(of: routes), isWhole: call.arguments.has(.wide))
    }
    let isEmpty = routes.isEmpty && (filter.isNarrow || !lookup.tags.isEmpty)
    return isUnknown || isEmpty ? .findings : .success
  }

  private enum Format: String, CaseIterable {
    case table, json, dot, mermaid

    init(_ call: Call) throws(ArgumentError) {
      let format: Format? = try call.choice(of: .listingFormat)
      guard call.arguments.has(.json) else {
        self = format ?? .table
        return
      }
      guard format == nil || format == .json else {
        throw call.syntax.error(.opposedOptions(.json, .listingFormat))
      }
      self = .json
    }
  }

  private static func table(of routes: [RouteDescription]) -> Table {
    var table = Table(
      "#",
      "KIND",
      "METHOD",
      Table.Column("PATTERN", .essential, atLeast: 16),
      Table.Column("NAME", .useful, atLeast: 8),
      Table.Column("TAGS", .useful, atLeast: 8),
      Table.Column("QUEUE", .extra),
      Table.Column("REGEX", .extra)
    )
    for route in routes {
      table.append(
        Table.Cell(route.order.map { "\($0)" }, .faint),
        Table.Cell(route.kind.rawValue, route.kind == .guard ? .doubtful : nil),
        Table.Cell(route.tags.methods),
        Table.Cell(route.patternAndExceptions.withDecoded),
        Table.Cell(route.name),
        Table.Cell(route.tags.names),
        Table.Cell(route.queue),
        Table.Cell(route.regex, .faint)
      )
    }
    return table
  }
}

extension CommandOption {
  fileprivate static let listingFormat = CommandOption(
    name: "--format",
    value: "FORMAT",
    choices: ["table", "json", "dot", "mermaid"],
    summary: "prints table, json, dot or mermaid"
  )
}
