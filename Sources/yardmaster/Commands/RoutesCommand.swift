import Switchyard

extension Command {
  static let routes = Command(
    "routes",
    "lists routes",
    operands: [.init(name: "MANIFEST", isOptional: true)],
    options: [.manifest] + LookupOptions.options + [.strict, .ignoreCase, .limit, .json],
    discussion: """
      Lists the routes of MANIFEST in the order of their registration, with the regular
      expression that each pattern becomes. MANIFEST is a file, or - for standard input;
      without it the demo app's routes are listed.

      With --tag or --method those that such a lookup finds are listed, guards among them.
      With --json the listing is a manifest itself.
      """,
    examples: [
      "yardmaster routes",
      "yardmaster routes routes.txt --method POST",
      "yardmaster routes --json routes.txt > routes.json",
      "printf 'GET /books/:id book\\n' | yardmaster routes -",
    ]
  ) { call, output in
    let policies = try RouterPolicies(call.arguments, call.syntax)
    let lookup = try LookupOptions(call)
    let manifest = try RouteManifest(call, policies, operand: call.arguments.operands.first)
    output.warn(of: manifest, policies)
    let yard = ManifestRouter(manifest, policies)
    let listing = RouteListing(yard.router[lookup.tags].routes.map(yard.described))
    if call.arguments.has(.json) {
      try output.json(listing)
    } else if listing.isEmpty {
      output.line("No routes.")
    } else {
      output.table(table(of: listing))
    }
    return .success
  }

  private static func table(of listing: RouteListing) -> Table {
    var table = Table("#", "KIND", "METHOD", "PATTERN", "NAME", "TAGS", "QUEUE", "REGEX")
    for route in listing {
      table.append(
        Table.Cell(route.order.map { "\($0)" }, .faint),
        Table.Cell(route.kind.rawValue, route.kind == .guard ? .doubtful : nil),
        Table.Cell(route.tags.methods),
        Table.Cell(route.patternAndExceptions),
        Table.Cell(route.name),
        Table.Cell(route.tags.names),
        Table.Cell(route.queue),
        Table.Cell(route.regex, .faint)
      )
    }
    return table
  }
}
