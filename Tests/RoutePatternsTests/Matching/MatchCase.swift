import RoutePatterns
import Testing

/// One row of a table: a pattern, a target, and what comes of them.
struct MatchCase: Sendable, CustomTestStringConvertible {
  var pattern: String
  var target: String
  /// The parameters in order, each as `name=value`; nothing where the target does not match.
  var parameters: [String]?
  var options = RoutePattern.Options()

  var testDescription: String {
    "\(pattern) on \(target): \(parameters.map { "\($0)" } ?? "no match")"
  }

  /// Reads a table: columns parted by two spaces or more, one row a line.
  ///
  /// The third column is `-` for no match, `yes` for a match without parameters, else the parameters, parted by
  /// ` & `. A line that begins with `|` is a remark.
  static func table(
    _ text: String,
    options: RoutePattern.Options = RoutePattern.Options()
  ) -> [MatchCase] {
    text.split(separator: "\n").filter { !$0.hasPrefix("|") }.map { line in
      let columns = line.components(separatedByAtLeastTwoSpaces: ())
      precondition(columns.count == 3, "the row has three columns: \(line)")
      let parameters: [String]? =
        switch columns[2] {
        case "-": nil
        case "yes": []
        default: columns[2].components(separatedBy: " & ")
        }
      return MatchCase(
        pattern: columns[0],
        target: columns[1] == "(empty)" ? "" : columns[1],
        parameters: parameters,
        options: options
      )
    }
  }

  /// Matches, and holds the result against what the row says, as machine code and interpreted.
  func check(where validations: [String: RouteValidation] = [:]) throws {
    for usesJIT in [true, false] {
      var options = options
      options.usesJIT = usesJIT
      let pattern = try RoutePattern(parsing: pattern, where: validations, options: options)
      let targetOptions = RouteTarget.Options(slashes: options.slashes)
      let target = try RouteTarget(target, options: targetOptions)
      let found = try pattern.match(target).map { match in
        match.pattern.parameterNames.compactMap { name in match[name].map { "\(name)=\($0)" } }
      }
      let way = usesJIT ? "machine code" : "interpreted"
      #expect(found == parameters, "as \(pattern.regex), \(way)")
    }
  }
}

extension StringProtocol {
  fileprivate func components(separatedByAtLeastTwoSpaces _: Void) -> [String] {
    components(separatedBy: "  ").map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
  }

  /// The parts between the places where a text stands.
  func components(separatedBy separator: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
