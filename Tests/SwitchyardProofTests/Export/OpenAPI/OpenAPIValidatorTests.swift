import Foundation
@testable import SwitchyardProof
import TestSupport
import Testing

/// The Python package that the specification's authors recommend.
private enum Validator {
  static let isInstalled =
    (try? ChildProgram.output(of: ["python3", "-c", "import openapi_spec_validator"])) ?? nil != nil

  static let script = """
    import json, sys
    from openapi_spec_validator import OpenAPIV31SpecValidator
    faults = 0
    for number, document in enumerate(json.load(open(sys.argv[1]))):
        for error in OpenAPIV31SpecValidator(document).iter_errors():
            faults += 1
            print(number, list(getattr(error, "path", [])), str(error)[:300])
    print("faults", faults)
    """
}

@Suite(
  .enabled(
    if: Validator.isInstalled,
    "python3 has no openapi-spec-validator; pip install openapi-spec-validator."
  )
) struct OpenAPIValidatorTests {
  private func output(_ documents: [String]) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "openapi-\(UUID()).json")
    try Data("[\(documents.joined(separator: ","))]".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try #require(
      try ChildProgram.output(of: ["python3", "-c", Validator.script, file.path])
    )
  }

  @Test func `documents of drawn tables are valid`() throws {
    let cases = PropertyRun.cases(default: 100)
    var drawn = DrawnRoutes(PropertyRun.generator(for: "valid documents", cases: cases))
    let options = OpenAPIOptions(
      security: ["card": .bearer, "staff": .openID("https://id.example/x"), "a/b": .mutualTLS]
    )
    let documents = try (0..<cases).map { number in
      OpenAPIDocument(
        try drawn.table(number.isMultiple(of: 2) ? .any : .sayable),
        options: options
      )
      .json
    }
    #expect(try output(documents) == "faults 0\n")
  }

  @Test func `a document with a fault is found to have one`() throws {
    let routes = try ListedRoutes(
      RouteListing([RouteDescription(.map, "/a/:b", tags: [.method(.get)])])
    )
    let document = OpenAPIDocument(routes).json.replacing(
      "\"name\" : \"b\"",
      with: "\"name\" : \"c\""
    )
    #expect(try output([document]).hasSuffix("faults 0\n") == false)
  }
}
