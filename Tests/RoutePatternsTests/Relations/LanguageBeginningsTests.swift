import RoutePatterns
import TestSupport
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

  @Test func `may come and go, and are near what they were near to`() throws {
    let count = PropertyRun.cases(default: 2_000)
    var random = PropertyRun.generator(for: "beginnings that come and go", cases: count)
    let pool = try (0..<300).map { number in
      let front = ["/a\(number % 7)", "/:x", "/b{/c}?", "https://h\(number % 3).example/d"][
        number % 4
      ]
      return PatternLanguage(try RoutePattern(parsing: "\(front)/e\(number % 40)/:id\(number)"))
    }
    var beginnings = LanguageBeginnings()
    var there: Set<Int> = []
    for _ in 0..<count {
      let place = random.below(pool.count)
      if there.remove(place) != nil {
        beginnings.remove(pool[place], at: place)
      } else {
        there.insert(place)
        beginnings.insert(pool[place], at: place)
      }
      let asked = pool[random.below(pool.count)]
      let near = beginnings.places(near: asked)
      #expect(near == near.sorted() && there.isSuperset(of: near))
      // All that a list made anew of them holds for near has to be near.
      let places = there.sorted()
      let fresh = LanguageBeginnings(places.map { pool[$0] }).places(near: asked).map { places[$0] }
      let apart = Set(fresh).subtracting(near)
      #expect(apart.allSatisfy { asked.overlaps(pool[$0]) == .no })
    }
    for place in there { beginnings.remove(pool[place], at: place) }
    #expect(beginnings.places(near: PatternLanguage("/*")) == [])
  }
}
