import Foundation
import SwitchyardProof
import Testing

/// A report as SARIF 2.1.0, by the rules of its schema that concern what is written.
@Suite struct SARIFLogTests {
  /// What the schema says of an object: the keys that it may have, and those that it must have.
  private struct Shape {
    let keys: Set<String>
    let required: Set<String>

    init(_ keys: String, required: String = "") {
      self.keys = Set(keys.split(separator: " ").map { String($0) })
      self.required = Set(required.split(separator: " ").map { String($0) })
    }
  }

  // Of the published schema; each of these objects forbids other keys.
  private static let shapes = [
    "log": Shape(
      "$schema version runs inlineExternalProperties properties",
      required: "version runs"
    ),
    "run": Shape(
      "tool invocations conversion language versionControlProvenance originalUriBaseIds artifacts "
        + "logicalLocations graphs results automationDetails runAggregates baselineGuid "
        + "redactionTokens defaultEncoding defaultSourceLanguage newlineSequences columnKind "
        + "externalPropertyFileReferences threadFlowLocations taxonomies addresses translations "
        + "policies webRequests webResponses specialLocations properties",
      required: "tool"
    ),
    "tool": Shape("driver extensions properties", required: "driver"),
    "driver": Shape(
      "guid name organization product productSuite shortDescription fullDescription fullName "
        + "version semanticVersion dottedQuadFileVersion releaseDateUtc downloadUri informationUri "
        + "globalMessageStrings notifications rules taxa locations language contents "
        + "isComprehensive localizedDataSemanticVersion minimumRequiredLocalizedDataSemanticVersion "
        + "associatedComponent translationMetadata supportedTaxonomies properties",
      required: "name"
    ),
    "rule": Shape(
      "id deprecatedIds guid deprecatedGuids name deprecatedNames shortDescription fullDescription "
        + "messageStrings defaultConfiguration helpUri help relationships properties",
      required: "id"
    ),
    "result": Shape(
      "ruleId ruleIndex rule kind level message analysisTarget locations guid correlationGuid "
        + "occurrenceCount partialFingerprints fingerprints stacks codeFlows graphs graphTraversals "
        + "relatedLocations suppressions baselineState rank attachments hostedViewerUri "
        + "workItemUris provenance fixes taxa webRequest webResponse properties",
      required: "message"
    ),
    "message": Shape("text markdown id arguments properties", required: "text"),
    "location": Shape(
      "id physicalLocation logicalLocations message annotations relationships properties"
    ),
    "physicalLocation": Shape(
      "address artifactLocation region contextRegion properties",
      required: "artifactLocation"
    ),
    "artifactLocation": Shape("uri uriBaseId index description properties"),
    "region": Shape(
      "startLine startColumn endLine endColumn charOffset charLength byteOffset byteLength snippet "
        + "message sourceLanguage properties"
    ),
    "logicalLocation": Shape(
      "name index fullyQualifiedName decoratedName parentIndex kind properties"
    ),
  ]

  private func object(_ value: Any?, _ name: String) throws -> [String: Any] {
    let object = try #require(value as? [String: Any], "\(name) is no object")
    let shape = try #require(Self.shapes[name])
    #expect(Set(object.keys).isSubset(of: shape.keys), "\(name): \(object.keys)")
    #expect(Set(object.keys).isSuperset(of: shape.required), "\(name): \(object.keys)")
    return object
  }

  private func check(message: Any?) throws {
    #expect(try object(message, "message")["text"] is String)
  }

  private func check(location: Any) throws {
    let location = try object(location, "location")
    for logical in location["logicalLocations"] as? [Any] ?? [] {
      _ = try object(logical, "logicalLocation")
    }
    guard let physical = location["physicalLocation"] else { return }
    let place = try object(physical, "physicalLocation")
    let uri = try #require(
      try object(place["artifactLocation"], "artifactLocation")["uri"] as? String
    )
    #expect(uri.wholeMatch(of: /(file:\/\/)?([A-Za-z0-9._~\/-]|%[0-9A-F]{2})+/) != nil, "\(uri)")
    let region = try object(place["region"], "region")
    #expect(try #require(region["startLine"] as? Int) >= 1)
    #expect(try #require(region["startColumn"] as? Int) >= 1)
  }

  private func check(_ log: Any) throws -> [[String: Any]] {
    let log = try object(log, "log")
    #expect(log["version"] as? String == "2.1.0")
    let run = try object((log["runs"] as? [Any])?.first, "run")
    #expect(["utf16CodeUnits", "unicodeCodePoints"].contains(run["columnKind"] as? String))
    let driver = try object(try object(run["tool"], "tool")["driver"], "driver")
    #expect(driver["name"] as? String == "yardmaster")
    let rules = try (driver["rules"] as? [Any] ?? []).map { try object($0, "rule") }
    let ids = rules.compactMap { $0["id"] as? String }
    #expect(Set(ids).count == rules.count)
    for rule in rules { try check(message: rule["shortDescription"]) }
    let results = try (run["results"] as? [Any] ?? []).map { try object($0, "result") }
    for result in results {
      try check(message: result["message"])
      #expect(["none", "note", "warning", "error"].contains(result["level"] as? String))
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(ids[index] == result["ruleId"] as? String)
      for location in result["locations"] as? [Any] ?? [] { try check(location: location) }
      for location in result["relatedLocations"] as? [Any] ?? [] { try check(location: location) }
    }
    return results
  }

  private func router() -> Router {
    let router = Router(.server)
    router.guard("/admin/*", name: "card") { _ in .allow }
    router.get("/admin/:id") { _ in .text("admin") }
    router.get("/loans/:id", access: .requires("card")) { _ in .text("loan") }
    router.get("/films/:id", access: .requires("cart")) { _ in .text("film") }
    router.get("/films/:id", access: .requires("cart")) { _ in .text("film") }
    router.post("/open%20a") { _ in .text("open") }
    return router
  }

  private func results(_ place: (RouteDescription) -> ReportedPlace?) throws -> [[String: Any]] {
    let report = router().validate(allExceptPublic: true)
    let data = try JSONEncoder().encode(report.sarif(tool: "1.2.3", place: place))
    return try check(try JSONSerialization.jsonObject(with: data))
  }

  @Test func `a report has the form of the schema, and the request in the message`() throws {
    let results = try results { route in
      ReportedPlace(file: "a b:ü/routes.txt", line: route.order ?? 1, column: 4)
    }
    let open = results.filter { $0["ruleId"] as? String == "unguarded" }
    let texts = open.compactMap { ($0["message"] as? [String: Any])?["text"] as? String }
    #expect(texts.contains { $0.hasPrefix("GET /loans/a comes to the map /loans/:id") })
    #expect(results.contains { $0["ruleId"] as? String == "unknownGuard" })
    #expect(results.contains { $0["ruleId"] as? String == "duplicate" })
    #expect(open.allSatisfy { $0["level"] as? String == "error" })
  }

  @Test func `a report without places, or without findings, has the form as well`() throws {
    #expect(try !results { _ in nil }.isEmpty)
    let data = try JSONEncoder().encode(
      Router().validate().sarif(tool: "1.2.3", place: { _ in nil })
    )
    #expect(try check(try JSONSerialization.jsonObject(with: data)).isEmpty)
  }

  @Test func `an annotation is one line, in which nothing can forge another`() throws {
    let report = router().validate(allExceptPublic: true)
    let lines = report.findings.map { finding in
      finding.annotation { _ in ReportedPlace(file: "a,b:c%\r\n.txt", line: 7, column: 2) }
    }
    #expect(lines.count == report.findings.count)
    for line in lines {
      #expect(!line.contains { $0.isNewline })
      #expect(
        line.contains(/^::(error|warning|notice) file=a%2Cb%3Ac%25%0D%0A\.txt,line=7,col=2,title=/)
      )
    }
    let bare = try #require(report.findings.first).annotation { _ in nil }
    #expect(bare.hasPrefix("::error title=un"))
    #expect(bare.components(separatedBy: "::").count >= 3)
  }
}
