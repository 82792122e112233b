import RoutePatterns
import Testing

@Suite struct `Validations by name` {
  static let digits = MatchCase.table(
    #"""
    /books/:id               /books/42                id=42
    /books/:id               /books/x                 -
    /books/:id               /books/4x                -
    /books/:id?              /books                   yes
    /books/:id?              /books/1                 id=1
    /books/:id?              /books/x                 -
    /books/:id+              /books/1/2               id=1/2
    /books/:id+              /books/1/x               -
    /:id.:ext                /1.x                     id=1 & ext=x
    /:id.:ext                /a.x                     -
    /{:id}-x                 /1-x                     id=1
    /{:id}-x                 /a-x                     -
    https://:id.h.com/       https://12.h.com/        id=12
    https://:id.h.com/       https://a.h.com/         -
    """#
  )

  @Test(arguments: digits) func `an expression takes part in the match`(_ row: MatchCase) throws {
    try row.check(where: ["id": "\\d+"])
  }

  @Test(arguments: digits) func `a closure looks at the value`(_ row: MatchCase) throws {
    let check = RouteValidation.check { value in
      !value.isEmpty && value.allSatisfy { $0.isNumber || $0 == "/" }
    }
    try row.check(where: ["id": check])
  }

  @Test func `a closure is given the decoded value, once`() throws {
    let pattern = try RoutePattern(
      parsing: "/:a/:b?",
      where: ["a": .check { $0 == "é/" }, "b": .check { $0 != "x" }]
    )
    #expect(try pattern.match(RouteTarget("/%C3%A9%2F")) != nil)
    #expect(try pattern.match(RouteTarget("/é")) == nil)
    #expect(try pattern.match(RouteTarget("/é%2F/x")) == nil)
    #expect(pattern.hasOpaqueValidations)
    #expect(pattern.regex == (try RoutePattern(parsing: "/:a/:b?")).regex)
  }

  @Test func `a validation is the expression written in place`() throws {
    let inline: RoutePattern = "/books/:id(\\d+)"
    let named = RoutePattern("/books/:id", where: ["id": "\\d+"])
    #expect(inline == named)
    #expect(inline.hashValue == named.hashValue)
    #expect(named.text == "/books/:id(\\d+)")
    #expect(try RoutePattern(parsing: named.text) == named)
    #expect(try RoutePattern(parsing: "/:a", where: ["a": "[^\\/]+?"]) == "/:a")
  }

  @Test func `other options read the text it was made from`() throws {
    let pattern: RoutePattern = "/books/"
    #expect(pattern.text == "/books")
    let strict = try pattern.with(.init(slashes: .strict))
    let options = RouteTarget.Options(slashes: .strict)
    #expect(strict.text == "/books/")
    #expect(try strict.match(RouteTarget("/books/", options: options)) != nil)
    #expect(try strict.match(RouteTarget("/books", options: options)) == nil)
    #expect(try strict.with(.init()) == pattern)
    let validated = RoutePattern("/:id", where: ["id": "\\d+"])
    let insensitive = try validated.with(.init(letterCase: .insensitive))
    #expect(try insensitive.match(RouteTarget("/x")) == nil)
    #expect(try insensitive.match(RouteTarget("/1")) != nil)
  }

  @Test(arguments: [("[^.]+", false), ("^[^.]+$", false), ("^.+$", true), ("a/.+", true)])
  func `a validation reaches as far as an expression in the text`(
    _ regex: String,
    _ reaches: Bool
  ) throws {
    let pattern = try RoutePattern(parsing: "/x/:v", where: ["v": .regex(regex)])
    #expect(try (pattern.match(RouteTarget("/x/a/b")) != nil) == reaches)
  }

  @Test func `values give their segments`() throws {
    let pattern: RoutePattern = "/files/:path(.*)"
    let match = try #require(try pattern.match(RouteTarget("/files/a%2Fb/c%5Cd/%C3%A9%25")))
    let value = try #require(match.value(of: "path"))
    #expect(value.raw == "a%2Fb/c%5Cd/%C3%A9%25")
    #expect(value.text == "a%2Fb/c%5Cd/é%")
    #expect(value.segments == ["a/b", "c\\d", "é%"])
    #expect(match.range(at: 0) == 7..<28)
    #expect(match.range(at: 1) == nil)
    #expect(match.range(at: -1) == nil)
    #expect(match.value(of: "x") == nil)
  }
}
