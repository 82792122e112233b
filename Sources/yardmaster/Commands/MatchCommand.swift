import RoutePatterns

extension Command {
  static let match = Command(
    "match",
    "compiles a pattern and matches URLs",
    operands: [
      .init(name: "PATTERN"), .init(name: "URL", isOptional: true, repeats: true),
    ],
    options: RouterPolicies.patternOptions + [.json],
    discussion: """
      Compiles PATTERN and matches each URL: prints the regular expression, each URL
      in canonical form and its parameters, or what is wrong and where. Without a URL
      the pattern is only compiled.

      A URL is a path, or has a scheme: /books/42, https://example.com/books/42,
      app://books/42. Behind -- nothing is an option. Ends with 1 when a URL is
      rejected or does not match.
      """,
    examples: [
      "yardmaster match '/books/:id(\\d+)' /books/42 /books/forty",
      "yardmaster match 'https://:tenant.example.com/*' https://acme.example.com/a/b",
      "yardmaster match --strict '/files/*' /files/a//b/",
      "yardmaster match --json '/:file.:ext' /photo.jpeg",
    ]
  ) { call, output in
    let policies = try RouterPolicies(call.arguments, call.syntax)
    let text = call.arguments.operands[0]
    let pattern = try RoutePattern(parsing: text, options: policies.patternOptions)
    let results = call.arguments.operands.dropFirst().map { url in
      MatchReport.Result(url, pattern, policies.targetOptions)
    }
    if call.arguments.has(.json) {
      try output.json(
        MatchReport(pattern: pattern.text, regex: pattern.regex, results: results)
      )
    } else {
      output.row("pattern", pattern.text.printable)
      output.row("regex", pattern.regex)
      for result in results { show(result, &output) }
    }
    return results.allSatisfy(\.matches) ? .success : .findings
  }

  private static func show(_ result: MatchReport.Result, _ output: inout Output) {
    output.line()
    if let target = result.target {
      output.row("target", target)
    } else {
      output.row("url", result.url.quotedExcerpt)
    }
    if let error = result.error {
      output.row("match", "no: see the error", .bad)
      output.error(error)
      return
    }
    output.row("match", result.matches ? "yes" : "no", result.matches ? .good : .bad)
    guard let parameters = result.parameters else { return }
    for name in parameters.path.names {
      guard let value = parameters.path.value(of: name) else { continue }
      output.row("  path", "\(name) = \((value.text ?? value.raw).quoted)")
    }
    for name in parameters.query.names {
      for value in parameters.query.values(of: name) {
        output.row("  query", "\(name.quoted) = \(value.quoted)")
      }
    }
    if let fragment = parameters.fragment { output.row("  hash", fragment.quoted) }
  }
}

/// The results of matching URLs with a pattern.
struct MatchReport: Codable, Equatable {
  struct Result: Codable, Equatable {
    /// The URL as it was given.
    let url: String
    /// Its canonical form, if it has one.
    private(set) var target: String?
    private(set) var matches = false
    private(set) var parameters: Parameters?
    /// The reason that it has no canonical form, or could not be matched, in words.
    private(set) var error: String?

    init(_ url: String, _ pattern: RoutePattern, _ options: RouteTarget.Options) {
      self.url = url
      do {
        let target = try RouteTarget(url, options: options)
        self.target = "\(target)"
        let match = try pattern.match(target)
        matches = match != nil
        parameters = match?.parameters
      } catch {
        self.error = "\(error)"
      }
    }
  }

  let pattern: String
  let regex: String
  let results: [Result]
}
