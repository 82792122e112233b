import RoutePatterns
import Testing

/// One row of the table of bad patterns.
struct ErrorCase: Sendable, CustomTestStringConvertible {
  var pattern: String
  var code: PatternError.Code
  var offset: Int

  init(_ pattern: String, _ code: PatternError.Code, _ offset: Int) {
    self.pattern = pattern
    self.code = code
    self.offset = offset
  }

  var testDescription: String { "\(pattern.debugDescription) is \(code) at \(offset)" }
}

@Suite struct `Errors of patterns` {
  static let grammar: [ErrorCase] = [
    ErrorCase("/a\\", .danglingEscape, 2),
    ErrorCase("\\", .danglingEscape, 0),
    ErrorCase("/:a(\\", .danglingEscape, 4),
    ErrorCase("/:", .missingName, 1),
    ErrorCase("/:/a", .missingName, 1),
    ErrorCase("/:1", .missingName, 1),
    ErrorCase("/a:-", .missingName, 2),
    ErrorCase(":", .missingName, 0),
    ErrorCase("a/::b", .missingName, 2),
    ErrorCase("/:book-id", .hyphenInName, 6),
    ErrorCase("app://a@b", .userInfoNotAllowed, 7),
    ErrorCase("https://a]b/x", .invalidHost, 9),
    ErrorCase("https://[:a]/x", .invalidHost, 8),
    ErrorCase("https://host\\:443/x", .invalidHost, 13),
    ErrorCase("https://[::1/x", .missingName, 9),
    ErrorCase("app://a@b/c", .userInfoNotAllowed, 7),
    ErrorCase("/...{/b}?", .tailNotLast, 1),
    ErrorCase(":a-1", .hyphenInName, 2),
    ErrorCase("/é/:a-b", .hyphenInName, 6),
    ErrorCase("/:id/:id", .duplicateName("id"), 5),
    ErrorCase("https://:a.com/:a", .duplicateName("a"), 15),
    ErrorCase(":a/:b/:a", .duplicateName("a"), 6),
    ErrorCase("/{a", .unclosedGroup, 1),
    ErrorCase("/{", .unclosedGroup, 1),
    ErrorCase("/{:a", .unclosedGroup, 1),
    ErrorCase("/a}", .unopenedGroup, 2),
    ErrorCase("}", .unopenedGroup, 0),
    ErrorCase("/{a{b}}", .nestedGroup, 3),
    ErrorCase("/{:a{b}}", .nestedGroup, 4),
    ErrorCase("/{:a:b}", .severalValuesInGroup, 4),
    ErrorCase("/{*a*}", .severalValuesInGroup, 4),
    ErrorCase("/{:a(b)(c)}", .severalValuesInGroup, 7),
    ErrorCase("/(a", .unclosedRegex, 1),
    ErrorCase("/a(", .unclosedRegex, 2),
    ErrorCase("/:a((?:b)", .unclosedRegex, 3),
    ErrorCase("/()", .emptyRegex, 1),
    ErrorCase("/:a()", .emptyRegex, 3),
    ErrorCase("a()", .emptyRegex, 1),
    ErrorCase("/(?:a)", .regexStartsWithQuestionMark, 2),
    ErrorCase("/:a(?a)", .regexStartsWithQuestionMark, 4),
    ErrorCase("/(a(b))", .capturingGroup, 3),
    ErrorCase("/:a((b))", .capturingGroup, 4),
    ErrorCase("/(é)", .regexNotASCII, 2),
    ErrorCase("/(a\\é)", .regexNotASCII, 4),
    ErrorCase("/a+", .danglingModifier, 2),
    ErrorCase("+", .danglingModifier, 0),
    ErrorCase("/{a}++", .danglingModifier, 5),
    ErrorCase("/{a+}", .danglingModifier, 3),
    ErrorCase("/:a?+", .danglingModifier, 4),
    ErrorCase("/a?x=1", .queryNotAllowed, 2),
    ErrorCase("a?", .queryNotAllowed, 1),
    ErrorCase("app://a/b?c", .queryNotAllowed, 9),
    ErrorCase("/a#b", .fragmentNotAllowed, 2),
    ErrorCase("/{#}", .fragmentNotAllowed, 2),
    ErrorCase("/#:a", .fragmentNotAllowed, 1),
  ]

  static let meaning: [ErrorCase] = [
    ErrorCase("/a%", .invalidEscape, 2),
    ErrorCase("/%4", .invalidEscape, 1),
    ErrorCase("/%zz", .invalidEscape, 1),
    ErrorCase("a%u0041", .invalidEscape, 1),
    ErrorCase("/{%}?", .invalidEscape, 2),
    ErrorCase("/a%00", .controlCharacter, 2),
    ErrorCase("/%7f", .controlCharacter, 1),
    ErrorCase("/a\n", .controlCharacter, 2),
    ErrorCase("/a\u{7F}", .controlCharacter, 2),
    ErrorCase("/\u{0}", .controlCharacter, 1),
    ErrorCase("/%ff", .invalidUTF8, 0),
    ErrorCase("/:a/%c0%af", .invalidUTF8, 3),
    ErrorCase("/a/../b", .dotSegment, 3),
    ErrorCase("/.", .dotSegment, 1),
    ErrorCase("..", .dotSegment, 0),
    ErrorCase("a/./b", .dotSegment, 2),
    ErrorCase("/é/../b", .dotSegment, 4),
    ErrorCase("/a//../b", .dotSegment, 4),
    ErrorCase("/%2e%2E/b", .dotSegment, 1),
    ErrorCase("/:a/..", .dotSegment, 4),
    ErrorCase("/a{/..}?", .dotSegment, 4),
    ErrorCase("/..{/b}?", .dotSegment, 1),
    ErrorCase("app://a/..", .dotSegment, 8),
    ErrorCase("/.../a", .tailNotLast, 1),
    ErrorCase("/a/.../:b", .tailNotLast, 3),
    ErrorCase("/a/...//", .tailNotLast, 3),
    ErrorCase(".../a", .tailNotLast, 0),
    ErrorCase("1a://b", .invalidScheme, 0),
    ErrorCase("{http}s://b", .invalidScheme, 0),
    ErrorCase("://b", .invalidScheme, 0),
    ErrorCase("a b://c", .invalidScheme, 0),
    ErrorCase("https://", .invalidHost, 8),
    ErrorCase("https:///a", .invalidHost, 8),
    ErrorCase("https://a b/", .invalidHost, 9),
    ErrorCase("https://é/", .invalidHost, 8),
    ErrorCase("https://a%20/", .invalidHost, 9),
    ErrorCase("https://a..b/", .invalidHost, 8),
    ErrorCase("https://.../x", .invalidHost, 8),
    ErrorCase("https://./x", .invalidHost, 8),
    ErrorCase("https://a:/", .invalidPort, 9),
    ErrorCase("https://a:65536/", .invalidPort, 9),
    ErrorCase("https://a:99999999999999999999/", .invalidPort, 9),
    ErrorCase("app://push:80/info", .invalidPort, 10),
    ErrorCase("https://me@a/", .userInfoNotAllowed, 10),
    ErrorCase("https://me:pw@a/", .userInfoNotAllowed, 13),
  ]

  @Test(arguments: grammar + meaning)
  func `bad patterns are refused where they are bad`(_ row: ErrorCase) throws {
    let error = try #require(throws: PatternError.self) {
      try RoutePattern(parsing: row.pattern)
    }
    #expect(error.code == row.code)
    #expect(error.offset == row.offset)
    #expect(error.text == row.pattern)
    #expect(error.parameter == nil)
  }

  /// Expressions of users that are refused, with the place in the pattern and in a validation.
  @Test(arguments: [
    ("a**", 2), ("[b-a]", 1), ("\\C", 0), ("\\Qa\\E", 0), ("[[:alpha:]]", 1), ("a{2,1}", 1),
    ("(?i)a", 0), ("(*ACCEPT)a", 0), ("a$b", 1), ("\\k<x>", 0), ("a(?R)", 1), ("[a", 0),
  ])
  func `bad expressions are refused where they are bad`(_ regex: String, _ offset: Int) throws {
    if !regex.hasPrefix("(*") {
      let inline = try #require(throws: PatternError.self) {
        try RoutePattern(parsing: "/é/:id(x\(regex))")
      }
      guard case .invalidRegex = inline.code else {
        Issue.record(inline)
        return
      }
      #expect(inline.offset == 9 + offset)
      #expect(inline.parameter == nil)
    }
    let apart = try #require(throws: PatternError.self) {
      try RoutePattern(parsing: "/:id", where: ["id": .regex(regex)])
    }
    guard case .invalidRegex = apart.code else {
      Issue.record(apart)
      return
    }
    #expect(apart.offset == offset)
    #expect(apart.parameter == "id")
    #expect(apart.text == regex)
  }

  @Test func `validations are refused`() throws {
    func error(
      _ text: String,
      _ validations: [String: RouteValidation]
    ) throws -> PatternError {
      try #require(throws: PatternError.self) {
        try RoutePattern(parsing: text, where: validations)
      }
    }
    #expect(try error("/:id", ["x": "y"]).code == .unknownParameter("x"))
    #expect(try error("/:_", ["_": "y"]).code == .unknownParameter("_"))
    #expect(try error("/:id", ["x": .check { _ in true }]).code == .unknownParameter("x"))
    #expect(try error("/:id", ["b": "y", "a": "y"]).code == .unknownParameter("a"))
    let constrained = try error("/a/:id(\\d+)", ["id": "y"])
    #expect(constrained.code == .alreadyConstrained("id"))
    #expect(constrained.offset == 2)
    #expect(try error("/*", ["0": "y"]).code == .alreadyConstrained("0"))
    let empty = try error("/:id", ["id": ""])
    #expect(empty.code == .emptyRegex)
    #expect(empty.parameter == "id")
    let named = try error("{/a:id}+", ["id": "(?<n>a)\\k<n>"])
    #expect(named.code == .namedGroupInRepeat)
    #expect(named.parameter == "id")
    #expect(try error("/:id", ["id": "é"]).parameter == "id")
  }

  @Test func `a literal that is no pattern stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let pattern: RoutePattern = "/a("
      print(pattern)
    }
    await #expect(processExitsWith: .failure) {
      print(RoutePattern("/:id", where: ["x": "y"]))
    }
  }
}
