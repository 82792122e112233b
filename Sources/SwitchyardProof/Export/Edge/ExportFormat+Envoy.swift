extension ExportFormat {
  /// A configuration of routes for Envoy, by whose names a request has its route.
  public static let envoy = ExportFormat(
    "envoy",
    "a RouteConfiguration of Envoy, in JSON: %ROUTE_NAME%"
  ) { routes throws(ExportError) in
    let table = EdgeTable(routes, for: .re2)
    try table.refuseOrigins(
      "Give its host a virtual host of its own that leads to the app and leave it out here, or "
        + "write it without a scheme and host."
    )
    let gates = gates(of: table).map { gate in
      route(EdgeTable.Answer.app, ["prefix": "", "headers": [gate]], "not canonical")
    }
    let lines = table.lines.map { line in
      var match: [String: JSONValue] = ["safe_regex": expression("(?s)\(line.expression)")]
      if let method = line.method { match["headers"] = [header(":method", expression(method))] }
      return route(line.answer, .object(match), line.comment)
    }
    let host: JSONValue = [
      "name": "switchyard",
      "domains": ["*"],
      "routes": .array(
        gates + lines + [route(EdgeTable.Answer.none, ["prefix": ""], "no map")]
      ),
    ]
    // A host that is given another virtual host goes there with every port.
    let root: JSONValue = [
      "name": "switchyard", "ignore_port_in_host_matching": true, "virtual_hosts": [host],
    ]
    return ExportedRoutes(root.json, notes: table.notes + table.notesOfGuards)
  }

  /// Returns the marks of requests that are the app's, however they might be read.
  ///
  /// There is no part of a header that a route of Envoy can be asked about without the others, so
  /// that a slash at the end is none that could be left out.
  private static func gates(of table: EdgeTable) -> [JSONValue] {
    // The longest host, without the longest scheme and the slash behind it.
    let host = EdgeTable.originLength - "https:///".utf8.count
    return [
      header(":method", expression(EdgeText.method), isInverted: true)
    ]
      + table.canonicalHosts.map { header(":authority", expression($0), isInverted: true) }
      + [
        header(":authority", expression("[!-~]{\(host)}[!-~]+")),
        header(
          ":path",
          expression("(?s)\(table.canonicalPaths)\(EdgeText.query)"),
          isInverted: true
        ),
        header(":path", expression("[!-~]{\(table.targetLength)}[!-~]+")),
      ]
  }

  private static func route(_ answer: String, _ match: JSONValue, _ remark: String) -> JSONValue {
    [
      "name": .text(answer),
      "match": match,
      "route": ["cluster": .text(EdgeTable.Answer.app)],
      "metadata": ["filter_metadata": ["switchyard": ["route": .text(remark.printable)]]],
    ]
  }

  private static func header(
    _ name: String,
    _ expression: JSONValue,
    isInverted: Bool = false
  ) -> JSONValue {
    var header: [String: JSONValue] = [
      "name": .text(name),
      "string_match": ["safe_regex": expression],
    ]
    if isInverted {
      header["invert_match"] = true
      // One that lacks would match nothing, inverted or not.
      header["treat_missing_header_as_empty"] = true
    }
    return .object(header)
  }

  private static func expression(_ text: String) -> JSONValue { ["regex": .text(text)] }
}
