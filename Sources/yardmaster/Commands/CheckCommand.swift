import RoutePatterns

extension Command {
  static let check = Command(
    "check",
    "compares an OpenAPI document with routes",
    operands: [.init(name: "DOCUMENT")],
    options: [.manifest, .scheme] + RouterPolicies.routerOptions + [.json],
    discussion: """
      Compares DOCUMENT, which is OpenAPI 3 as JSON, with routes. It is a file, or -
      for standard input. What is found:

        undocumented  error  a route answers, and the document is silent
        unserved      error  the document has what no route is for
        renamed       error  a value has another name in the route
        narrower      error  a schema allows less than a route takes
        wider         error  a schema allows more than a route takes
        unsecured     error  a guard is asked, and the document does not require it
        oversecured   error  the document requires what no guard asks for
        undecided     note   a schema says what cannot be compared
        unsaid        note   OpenAPI has no words for a route

      Paths are compared as they stand, without the base path that a server of
      DOCUMENT may have.

      A guard stands for the security scheme of its name, or of --scheme. Ends with 0
      when there is nothing worse than a note, with 1 when there is, and with 2 when
      DOCUMENT cannot be read. One in YAML is converted first: yq -o json openapi.yaml
      """,
    examples: [
      "yardmaster check openapi.json --manifest routes.txt",
      "yardmaster check openapi.json -m routes.txt --scheme card=bearerAuth",
      "yardmaster check --json openapi.json --manifest routes.json",
    ]
  ) { call, output in
    let policies = try RouterPolicies(call.arguments, call.syntax)
    let schemes = try schemes(of: call)
    let path = call.arguments.operands[0]
    if path == "-", call.arguments.value(of: .manifest) == "-" {
      throw call.syntax.error(.repeatedInput("DOCUMENT", CommandOption.manifest.name))
    }
    let document = try DocumentText(call.files.read(path), file: path)
    let manifest = try RouteManifest(call, policies)
    output.warn(of: manifest, policies)
    let yard = ManifestRouter(manifest, policies)
    let findings = document.findings(yard, schemes)
    if call.arguments.has(.json) {
      try output.json(findings)
    } else {
      for finding in findings { show(finding, &output) }
      let count = findings.count { $0.isError }
      let differences = "\(count) \(count == 1 ? "difference" : "differences")."
      output.line(count == 0 ? "Nothing differs." : differences, count == 0 ? .good : .bad)
    }
    return findings.contains(where: \.isError) ? .findings : .success
  }

  private static func schemes(of call: Call) throws(ArgumentError) -> [String: String] {
    var schemes: [String: String] = [:]
    for text in call.arguments.values(of: .scheme) {
      let parts = text.split(separator: "=", maxSplits: 1).map { String($0) }
      guard parts.count == 2 else {
        throw call.syntax.error(.invalidValue(.scheme, text, choices: ["GUARD=KEY"]))
      }
      schemes[parts[0]] = parts[1]
    }
    return schemes
  }

  private static func show(_ finding: DocumentFinding, _ output: inout Output) {
    let isStyled = output.styling.output
    let place = finding.place.map { $0.styled(.strong, isStyled) + ": " } ?? ""
    let severity = finding.severity.styled(finding.isError ? .bad : .remark, isStyled)
    output.line("\(place)\(severity): \(finding.text.printable) [\(finding.kind)]")
  }
}

extension CommandOption {
  fileprivate static let scheme = CommandOption(
    name: "--scheme",
    value: "GUARD=KEY",
    repeats: true,
    summary: "says which security scheme of DOCUMENT a guard is; can be repeated"
  )
}
