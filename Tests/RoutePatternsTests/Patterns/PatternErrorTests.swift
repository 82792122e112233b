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
    ErrorCase("https://[::1/x", .invalidHost, 8),
    ErrorCase("https://[::g]/x", .invalidHost, 8),
    ErrorCase("//[::1", .invalidHost, 2),
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

  /// What other libraries write, and what is written here.
  private static let spellings: [(String, String, String, Int)] = [
    ("/books/{id}", "{id}", ":id", 7), ("{id}", "{id}", ":id", 0),
    ("/a/{id}/b", "{id}", ":id", 3), ("/{name}.:ext", "{name}", ":name", 1),
    ("/v{_a1}", "{_a1}", ":_a1", 2), ("/{größe}", "{größe}", ":größe", 1),
    ("https://{tenant}.example.com/*", "{tenant}", ":tenant", 8),
    ("/books/<id>", "<id>", ":id", 7), ("/books/<int:id>/x", "<int:id>", ":id", 7),
    ("/<a>-<b>", "<a>", ":a", 1), ("/:a/x<b_c>", "<b_c>", ":b_c", 5),
    ("/files/*path", "*path", "*", 7), ("*path", "*path", "*", 0),
    ("/*a_b/c", "*a_b", "*", 1), ("/files/{*path}", "{*path}", "*", 7),
    ("/files/{path...}", "{path...}", ":path(.+)", 7), ("/b/{id:int}", "{id:int}", ":id", 3),
    ("/{p:path}/x", "{p:path}", ":p(.+)", 1), ("{id:int}", "{id:int}", ":id", 0),
    ("https://{sub:str}.example.com/", "{sub:str}", ":sub", 8),
    ("/b/{id?}", "/{id?}", "{/:id}?", 2), ("/b/{id:int?}/c", "/{id:int?}", "{/:id}?", 2),
    ("/b-{id?}", "{id?}", "{:id}?", 3), ("{id?}", "{id?}", "{/:id}?", 0),
    ("/b(/:id)", "(/:id)", "{/:id}?", 2), ("/b/(:id)", "/(:id)", "{/:id}?", 2),
    ("/:a(/:b/edit)", "(/:b/edit)", "{/:b/edit}?", 3),
    ("/:id(.:format)", "(.:format)", "{.:format}?", 4),
    ("/b{-(:id)}", "(:id)", "{:id}?", 4), ("/b/[id]", "[id]", ":id", 3), ("[id]", "[id]", ":id", 0),
    ("/b/[id]/c", "[id]", ":id", 3), ("/b/[...rest]", "[...rest]", ":rest(.+)", 3),
    ("/b/[[lang]]/c", "/[[lang]]", "{/:lang}?", 2), ("/[[...x]]", "/[[...x]]", "{/:x(.+)}?", 0),
    ("/files/<path:rest>", "<path:rest>", ":rest(.+)", 7),
    ("GET /books", "GET", #"router.get("/books")"#, 0),
    ("DELETE  /:id", "DELETE", #"router.delete("/:id")"#, 0),
    ("PROPFIND /x", "PROPFIND", #"router.on("PROPFIND", "/x")"#, 0),
  ]
  static let foreign = spellings.map {
    ErrorCase($0.0, .foreignSpelling($0.1, meant: $0.2), $0.3)
  }

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
    ErrorCase("//", .invalidHost, 2),
    ErrorCase("///x", .invalidHost, 2),
    ErrorCase("//:80/x", .invalidHost, 2),
    ErrorCase("//a b/x", .invalidHost, 3),
    ErrorCase("//a.1/x", .invalidHost, 2),
    ErrorCase("//u@h/x", .userInfoNotAllowed, 3),
    ErrorCase("//h:80/x", .invalidPort, 3),
    ErrorCase("//h:443", .invalidPort, 3),
    ErrorCase("//h:021/", .invalidPort, 3),
    ErrorCase("//h:65536/", .invalidPort, 3),
    ErrorCase("https://foo.09/x", .invalidHost, 8),
    ErrorCase("https://.1/x", .invalidHost, 8),
    ErrorCase("https://.a/x", .invalidHost, 8),
    ErrorCase("https://1.2.3.4.5/x", .invalidHost, 8),
    ErrorCase("https://256.0.0.1:80/x", .invalidHost, 8),
    ErrorCase("https://[0::0::0]/x", .invalidHost, 8),
    ErrorCase("https://[::1.]:80/x", .invalidHost, 8),
    ErrorCase("https://a:/", .invalidPort, 9),
    ErrorCase("https://a:65536/", .invalidPort, 9),
    ErrorCase("https://a:99999999999999999999/", .invalidPort, 9),
    ErrorCase("app://push:80/info", .invalidPort, 10),
    ErrorCase("app://{id?}", .foreignSpelling("{id?}", meant: "{/:id}?"), 6),
    ErrorCase("app://*-Admin/x", .capitalInHost, 8),
    ErrorCase("app://{x/}?Admin/y", .capitalInHost, 11),
    ErrorCase("app://:x(.+)Admin", .capitalInHost, 12),
    ErrorCase("app://:x+-Admin", .capitalInHost, 10),
    ErrorCase("app://{Foo/}+x", .capitalInHost, 7),
    ErrorCase("app://:lang?/Books", .capitalInHost, 13),
    ErrorCase("https://me@a/", .userInfoNotAllowed, 10),
    ErrorCase("https://me:pw@a/", .userInfoNotAllowed, 13),
  ]

  @Test(arguments: grammar + foreign + meaning)
  func `bad patterns are refused where they are bad`(_ row: ErrorCase) throws {
    let error = try #require(throws: PatternError.self) {
      try RoutePattern(parsing: row.pattern)
    }
    #expect(error.code == row.code)
    #expect(error.offset == row.offset)
    #expect(error.text == row.pattern)
    #expect(error.parameter == nil)
  }

  /// What has a meaning of its own, or stands for itself on purpose.
  @Test(arguments: [
    ("/:name{suffix}", "/aXsuffix"), ("/a{b}?", "/a"), ("/a{-b}", "/a-b"), ("/a{/}?", "/a"),
    ("/{404}", "/404"), ("/{*}path", "/xpath"), ("/{*}", "/x"), ("/*.txt", "/a.txt"),
    ("/:a*b", "/xb"), (#"/\<id>"#, "/%3Cid%3E"), ("/a<1", "/a%3C1"), ("/{a.b}", "/a.b"),
    (#"/\{id\}"#, "/%7Bid%7D"), (#"GET\ /books"#, "/GET%20/books"), ("get /books", "/get%20/books"),
    ("/GET /books", "/GET%20/books"), ("/:id((?<n>a)\\k<n>)", "/aa"),
    (#"/\[id]"#, "/%5Bid%5D"), ("/x[id]", "/x%5Bid%5D"), ("/[id]x", "/%5Bid%5Dx"),
    ("/[1]", "/%5B1%5D"), (#"/{\id:int}"#, "/idx"), ("/id:int", "/idx"), ("/b{id:int}?", "/b"),
    ("/{v:major(\\d+)}", "/v2"), ("/:x{id:int}", "/aidb"), ("/:x([:]id)", "/:id"),
    ("/:x(:\\d+)", "/:30"), ("/{id...x}", "/id...x"),
  ])
  func `what other libraries mean otherwise can be written`(_ text: String, _ path: String) throws {
    let pattern = try RoutePattern(parsing: text)
    #expect(try pattern.match(RouteTarget(path)) != nil)
    #expect(try RoutePattern(parsing: pattern.text) == pattern)
  }

  @Test func `a component keeps to the standard`() throws {
    for text in [
      "/books/{id}", "/<id>", "/*path", "/{*path}", "GET /books", "/{id:int}", "/[id]", "/b(/:id)",
      "/{path...}",
    ] {
      _ = try PatternComponent(parsing: text)
    }
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
    let foreign = try error("/:id", ["id": "/:x"])
    #expect(foreign.code == .foreignSpelling("(/:x)", meant: "{/:x}?"))
    #expect(foreign.parameter == "id")
    #expect(try error(":id(a)", ["id": "b"]).offset == 0)
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
