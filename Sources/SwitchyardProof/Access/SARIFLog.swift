/// A report as a log of SARIF 2.1.0, the form in which services for code take findings.
package struct SARIFLog: Encodable {
  private struct Text: Encodable {
    let text: String
  }

  private struct Rule: Encodable {
    let id: String
    let shortDescription: Text
  }

  private struct Driver: Encodable {
    let name: String
    let version: String
    let rules: [Rule]
  }

  private struct Tool: Encodable {
    let driver: Driver
  }

  private struct Artifact: Encodable {
    let uri: String
  }

  private struct Region: Encodable {
    let startLine: Int
    let startColumn: Int
  }

  private struct PhysicalLocation: Encodable {
    let artifactLocation: Artifact
    let region: Region
  }

  private struct LogicalLocation: Encodable {
    let fullyQualifiedName: String
    let kind: String
  }

  private struct Location: Encodable {
    let physicalLocation: PhysicalLocation?
    let logicalLocations: [LogicalLocation]

    init(_ route: RouteDescription, _ place: ReportedPlace?) {
      physicalLocation = place.map { place in
        PhysicalLocation(
          artifactLocation: Artifact(uri: place.file.uri),
          region: Region(startLine: place.line, startColumn: place.column)
        )
      }
      logicalLocations = [LogicalLocation(fullyQualifiedName: "\(route)", kind: "resource")]
    }
  }

  /// The properties that SARIF has no names for.
  private struct Properties: Encodable {
    let certainty: Certainty
    let example: String?
    let method: String?
  }

  private struct Result: Encodable {
    let ruleId: String
    let ruleIndex: Int
    let level: String
    let message: Text
    let locations: [Location]
    let relatedLocations: [Location]?
    let properties: Properties
  }

  private struct Run: Encodable {
    let tool: Tool
    let columnKind = "utf16CodeUnits"
    let results: [Result]
  }

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  private let schema = "https://json.schemastore.org/sarif-2.1.0.json"
  private let version = "2.1.0"
  private let runs: [Run]

  /// The most routes that stand beside the first of a finding.
  private static let mostRelated = 100

  /// Makes a log of a report.
  ///
  /// - Parameters:
  ///   - report: the report.
  ///   - version: the version of the tool.
  ///   - place: the place of a route, where there is one.
  package init(
    _ report: RouteReport,
    tool version: String,
    place: (RouteDescription) -> ReportedPlace?
  ) {
    let kinds = Set(report.findings.map(\.kind)).sorted { $0.rawValue < $1.rawValue }
    let rules = kinds.map { Rule(id: $0.rawValue, shortDescription: Text(text: $0.summary)) }
    let results = report.findings.map { finding in
      let others = finding.routes.dropFirst().prefix(Self.mostRelated)
      let related = others.map { Location($0, place($0)) }
      return Result(
        ruleId: finding.kind.rawValue,
        ruleIndex: kinds.firstIndex(of: finding.kind) ?? -1,
        level: finding.severity.rawValue,
        message: Text(text: finding.message),
        locations: finding.routes.prefix(1).map { Location($0, place($0)) },
        relatedLocations: related.isEmpty ? nil : related,
        properties: Properties(
          certainty: finding.certainty,
          example: finding.example,
          method: finding.method
        )
      )
    }
    let driver = Driver(name: "yardmaster", version: version, rules: rules)
    runs = [Run(tool: Tool(driver: driver), results: results)]
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
    let plain = utf8.reduce(into: hasPrefix("/") ? "file://" : "") { text, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return plain
  }
}
