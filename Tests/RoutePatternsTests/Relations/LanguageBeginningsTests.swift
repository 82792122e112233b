import RoutePatterns
import Testing

@Suite struct `Beginnings of languages` {
  private static func many() throws -> [PatternLanguage] {
    try (0..<1_000).map { number in
      PatternLanguage(try RoutePattern(parsing: "/s\(number)/r\(number)/:id"))
    }
  }

  private static let places: [(pattern: RoutePattern, places: [Int])] = [
    ("/s37/*", [37] + Array(370..<380)),
    ("/s999/r999/1", [999]),
    ("/s:x(99|98)/*", Array(0..<1_000)),
    ("/t/*", []),
    ("/*", Array(0..<1_000)),
    ("https://example.com/s37/*", Array(0..<1_000)),
  ]

  @Test(arguments: places)
  private func `leave few of many to be compared`(
    _ pattern: RoutePattern,
    _ places: [Int]
  ) throws {
    let near = LanguageBeginnings(try Self.many()).places(near: PatternLanguage(pattern))
    #expect(near == near.sorted())
    #expect(Set(near).isSuperset(of: places))
    // Some that could be told apart are not, as they are few.
    #expect(near.count <= places.count + 8)
  }

  @Test func `are compared where letters of both cases are the same`() throws {
    let options = RoutePattern.Options(letterCase: .insensitive)
    let languages = try (0..<100).map { number in
      PatternLanguage(try RoutePattern(parsing: "/Ab\(number)", options: options))
    }
    let near = LanguageBeginnings(languages)
      .places(near: PatternLanguage(try RoutePattern(parsing: "/aB5")))
    #expect(near.contains(5) && near.count <= 20)
  }

  @Test func `may be long and equal`() throws {
    let text = "/" + String(repeating: "a", count: 2_000)
    let languages = try (0..<20).map { number in
      PatternLanguage(try RoutePattern(parsing: "\(text)/:x\(number)"))
    }
    let beginnings = LanguageBeginnings(languages)
    #expect(beginnings.places(near: languages[0]) == Array(0..<20))
    #expect(beginnings.places(near: PatternLanguage("/b")) == [])
  }
}
