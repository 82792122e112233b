extension RouteReport {
  /// The most routes that stand beside the first of a finding.
  private static let mostRelated = 100

  /// Returns the report as a log of SARIF 2.1.0, the form in which services for code take findings.
  ///
  /// - Parameters:
  ///   - version: the version of the tool.
  ///   - place: the place of a route, where there is one.
  /// - Returns: the log.
  package func sarif(
    tool version: String,
    place: (RouteDescription) -> ReportedPlace?
  ) -> JSONValue {
    let kinds = Set(findings.map(\.kind)).sorted { $0.rawValue < $1.rawValue }
    let rules = kinds.map { kind -> JSONValue in
      ["id": .text(kind.rawValue), "shortDescription": ["text": .text(kind.summary)]]
    }
    let results = findings.map { finding -> JSONValue in
      // What SARIF has no names for.
      var properties: [String: JSONValue] = ["certainty": .text(finding.certainty.rawValue)]
      properties["example"] = finding.example.map { JSONValue.text($0) }
      properties["method"] = finding.method.map { JSONValue.text($0) }
      let locations = finding.routes.prefix(1 + Self.mostRelated)
        .map { Self.location($0, place($0)) }
      var result: [String: JSONValue] = [
        "ruleId": .text(finding.kind.rawValue),
        "ruleIndex": .integer(kinds.firstIndex(of: finding.kind) ?? -1),
        "level": .text(finding.severity.rawValue),
        "message": ["text": .text(finding.message)],
        "locations": .array(Array(locations.prefix(1))),
        "properties": .object(properties),
      ]
      let related = Array(locations.dropFirst())
      if !related.isEmpty { result["relatedLocations"] = .array(related) }
      return .object(result)
    }
    let driver: JSONValue = [
      "name": "yardmaster", "version": .text(version), "rules": .array(rules),
    ]
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": ["driver": driver],
          "columnKind": "utf16CodeUnits",
          "results": .array(results),
        ]
      ],
    ]
  }

  private static func location(_ route: RouteDescription, _ place: ReportedPlace?) -> JSONValue {
    var location: [String: JSONValue] = [
      "logicalLocations": [["fullyQualifiedName": .text("\(route)"), "kind": "resource"]]
    ]
    if let place {
      location["physicalLocation"] = [
        "artifactLocation": ["uri": .text(place.file.uri)],
        "region": ["startLine": .integer(place.line), "startColumn": .integer(place.column)],
      ]
    }
    return .object(location)
  }
}

extension RouteFinding.Kind {
  /// The meaning of the kind, in a few words.
  fileprivate var summary: String {
    switch self {
    case .unguarded: "A route is reached without the guards that are to decide about it."
    case .unknownGuard: "No guard has a name that a route requires."
    case .guardedPublic: "A public route stands behind guards."
    case .unknownTag: "No route has a required tag."
    case .shadowed: "A route never runs, for others win wherever it matches."
    case .duplicate: "Routes have the same pattern and tags."
    case .sameName: "Routes have the same name."
    case .doubtful: "A pattern hardly means what it seems to."
    case .unmet: "A guard, proxy or middleware meets no route."
    case .narrowGuard: "A guard asks for more than a route that it meets."
    case .unread: "Something is said of a route that is not read."
    case .undecided: "Some questions were left out."
    default: rawValue
    }
  }
}

extension String {
  /// The path of a file as a reference to it.
  fileprivate var uri: String {
    let segments = split(at: UInt8(ascii: "/"), omittingEmpty: false)
      .map { ParameterValue(String($0)).raw }
    return (hasPrefix("/") ? "file://" : "") + segments.joined(separator: "/")
  }
}
