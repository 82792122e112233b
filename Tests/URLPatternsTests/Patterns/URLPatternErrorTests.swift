import Testing
import URLPatterns

@Suite struct `Errors of patterns of URLs` {
  @Test(arguments: [
    ("https://example.com/(", URLPatternComponent.pathname, PatternError.Code.unclosedRegex, 20),
    ("https://example.com/a?b#{", .hash, .unclosedGroup, 24),
    ("https://u@exa mple.com/", .hostname, .invalidHost, 10),
    ("https://h:70000/", .port, .invalidPort, 10),
    ("é://h/", .protocol, .invalidScheme, 0),
    ("https://h/:a/:a", .pathname, .duplicateName("a"), 13),
    ("https://h/?:a:a", .search, .duplicateName("a"), 13),
    ("https://h/(?:a)", .pathname, .unclosedRegex, 10),
  ])
  func `the place is that of the whole text`(
    _ text: String,
    _ component: URLPatternComponent,
    _ code: PatternError.Code,
    _ offset: Int
  ) throws {
    let error = try #require(throws: URLPatternError.self) { try URLPattern(parsing: text) }
    #expect(error.code == .component(component, code))
    #expect(error.offset == offset)
    #expect(error.text == text)
  }

  @Test func `the place is that of the component`() throws {
    var error = try #require(throws: URLPatternError.self) {
      try URLPattern(.init(search: "?a{", baseURL: "https://h/"))
    }
    #expect(
      error == (try #require(throws: URLPatternError.self) { try URLPattern(.init(search: "?a{")) })
    )
    #expect(error.offset == 2)
    error = try #require(throws: URLPatternError.self) {
      try URLPattern(.init(pathname: "b/(", baseURL: "https://h/a/c"))
    }
    #expect(error.text == "b/(")
    #expect(error.offset == 2)
  }

  @Test(
    arguments: [
      (
        "/books/:id", nil,
        """
        The pattern is not valid at byte 0. It begins with no scheme, so that its components are not known; \\
        write https:// or another scheme before it, give a base URL, or name the components.
        /books/:id
        ^
        """
      ),
      (
        "/books", "example.com",
        """
        The base URL is not valid. Write a whole URL with a scheme, such as https://example.com/.
        example.com
        ^
        """
      ),
      (
        "https://h:70000/", nil,
        """
        The port of the pattern is not valid at byte 10. A port is a number up to 65535, behind a host apart \\
        from the path, and 80, 443 or 21 only with a scheme; remove it, or correct it.
        https://h:70000/
                  ^
        """
      ),
    ] as [(String, String?, String)]
  )
  func `a message says what to write`(_ text: String, _ base: String?, _ message: String) throws {
    let error = try #require(throws: URLPatternError.self) {
      try URLPattern(parsing: text, base: base)
    }
    #expect(error.description == message.replacing("\\\n", with: ""))
  }

  @Test func `a text may not be longer than the limit`() throws {
    let error = try #require(throws: URLPatternError.self) {
      try URLPattern(parsing: "https://h/" + String(repeating: "a", count: 4_096))
    }
    #expect(error.code == .tooLong(limit: 4_096))
    #expect(error.description.contains("A pattern may have 4096 bytes"))
    #expect(throws: URLPatternError.self) {
      try URLPattern(.init(hash: String(repeating: "a", count: 4_097)))
    }
  }

  @Test func `nor may its normalised text`() throws {
    let path = "/" + String(repeating: "日", count: 1_000)
    let error = try #require(throws: URLPatternError.self) { try URLPattern(.init(pathname: path)) }
    #expect(error.code == .component(.pathname, .tooLong(limit: 4_096)))
    #expect(error.offset == 3_001)
    let search = String(repeating: " ", count: 1_400)
    #expect(throws: URLPatternError.self) { try URLPattern(.init(search: search)) }
    let raised = URLPattern.Options(limits: .init(patternLength: 9_001))
    #expect(try URLPattern(.init(pathname: path), options: raised).pathname.utf8.count == 9_001)
  }

  @Test func `nor may what it takes of a base`() throws {
    let base = "https://h/" + String(repeating: "a*", count: 1_500) + "/y"
    let error = try #require(throws: URLPatternError.self) {
      try URLPattern(.init(pathname: "x", baseURL: base))
    }
    #expect(error.code == .baseTooLong(.pathname, limit: 4_096))
    #expect(error.text == base)
    #expect(
      error.description.hasPrefix(
        """
        The base URL is too long. What the pattern takes of its pathname has more than 4096 bytes, escapes \
        included; shorten it, or raise PatternLimits.patternLength.
        https://h/a*
        """
      )
    )
    let query = "https://h/?" + String(repeating: "é", count: 1_000)
    let other = try #require(throws: URLPatternError.self) {
      try URLPattern(parsing: "#x", base: query)
    }
    #expect(other.code == .baseTooLong(.search, limit: 4_096))
    // What stands behind the component that is given is not taken.
    #expect(try URLPattern(parsing: "/x", base: query).pathname == "/x")
    let file = "https://h/d/" + String(repeating: "a", count: 5_000)
    #expect(try URLPattern(.init(pathname: "x", baseURL: file)).pathname == "/d/x")
    // A path that is too long behind a folder is at fault itself.
    let long = String(repeating: "a", count: 4_094)
    let own = try #require(throws: URLPatternError.self) {
      try URLPattern(.init(pathname: long, baseURL: file))
    }
    #expect(own.code == .component(.pathname, .tooLong(limit: 4_096)))
    #expect(own.text == long && own.offset == 4_093)
    #expect(try URLPattern(.init(pathname: String(long.dropLast()), baseURL: file)).hash == "*")
  }

  @Test func `a compiled form beyond what PCRE2 takes is told of as such`() throws {
    let limits = PatternLimits(patternLength: 1_000_000, compiledSize: 1_000_000)
    let path = "/" + String(repeating: "a", count: 33_000)
    let error = try #require(throws: URLPatternError.self) {
      try URLPattern(.init(pathname: path), options: .init(limits: limits))
    }
    #expect(error.code == .component(.pathname, .tooLarge(limit: .max)))
    #expect(!error.description.contains("raise"))
  }
}
