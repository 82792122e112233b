import RoutePatterns
import Testing

/// What matches must keep to whatever the engine does by itself.
@Suite struct `Matches by the engine` {
  static let settings = MatchCase.table(
    #"""
    | a reference to a group that took no part matches the empty text
    /:x((?:(?<n>a)|b)\k<n>)  /b                       x=b
    /:x((?:(?<n>a)|b)\k<n>)  /aa                      x=aa
    /:x((?:(?<n>a)|b)\k<n>)  /a                       -
    | a look ahead is not looked for in the wrong place
    /:x((?=a)b?a)            /a                       x=a
    {/}?:x((?=a)b?a)         /a                       x=a
    /:x((?=a)b?a)            /ba                      -
    | possessive and atomic
    /:x(a++)b                /aab                     x=aa
    /:x((?>a|ab))c           /abc                     -
    """#
  )

  @Test(arguments: settings) func `keep their settings`(_ row: MatchCase) throws {
    try row.check()
  }

  @Test func `are not missed where an expression that looks ahead stands first`() throws {
    let component = try PatternComponent(parsing: "((?=a)b?a)")
    #expect(try component.match("a") == ["0": "a"])
    #expect(try component.match("ba") == nil)
  }

  @Test func `end at the very end`() throws {
    for text in ["/a", "/a:x(\\d)", "/:x(\\d)"] {
      let component = try PatternComponent(parsing: text)
      #expect(try component.match("/a1\n") == nil)
      #expect(try component.match("/a\n") == nil)
      #expect(try component.match("/1\n") == nil)
    }
  }

  @Test(arguments: [6, 7, 30, 31, 32, 33, 64, 70, 200])
  func `give all values, however many`(_ count: Int) throws {
    for separator in ["-", "/"] {
      let names = (0..<count).map { "p\($0)" }
      let text = "/" + names.map { ":\($0)(\\d+)" }.joined(separator: separator)
      let pattern = try RoutePattern(parsing: text)
      let values = (0..<count).map { "\($0 * 7)" }
      let target = try RouteTarget("/" + values.joined(separator: separator))
      for _ in 0..<2 {
        let match = try #require(try pattern.match(target))
        #expect(names.map { match[$0] } == values)
        #expect(match.parameters.path.names == names)
        #expect(match.range(at: count) == nil)
        #expect(match.range(at: -1) == nil)
      }
    }
  }

  @Test(arguments: [65_520, 65_533, 65_534, 65_535, 65_536, 65_540, 70_000])
  func `give ranges in texts of any length`(_ length: Int) throws {
    let long = RouteTarget.Options(targetLength: 1 << 20)
    for pattern in ["/:long/:x", "/:long/:x([a-z]+)", "/:long/*"] as [RoutePattern] {
      let filler = String(repeating: "f", count: length - 5)
      for text in ["/\(filler)/abc", "https://h/\(filler)/abc"] {
        let target = try RouteTarget(text, options: long)
        let match = try #require(try pattern.match(target))
        #expect(match["long"]?.utf8.count == filler.utf8.count)
        #expect(match["x"] ?? match["0"] == "abc")
      }
    }
  }

  @Test func `give values that took many steps`() throws {
    let pattern = try RoutePattern(parsing: "/:a((?:x|y)+)-:b(\\d+)")
    for usesJIT in [true, false] {
      let pattern = try pattern.with(.init(usesJIT: usesJIT))
      for length in [10, 900, 3_000, 8_000] {
        let filler = String(repeating: "xy", count: length / 2)
        let match = try #require(try pattern.match(RouteTarget("/\(filler)-42")))
        #expect(match["a"] == filler)
        #expect(match["b"] == "42")
      }
    }
  }

  /// Machine code has 32 KiB of the thread's stack and then 1 MiB of its own; the interpreter has none to run out of.
  @Test(arguments: ["/:x((?:a|ab|b)*)c", "/:x((?:(?:a|b)(?:a|b)?)*)c"])
  func `go on where machine code runs out of its stack`(_ text: String) throws {
    let compiled = try RoutePattern(parsing: text)
    let interpreted = try compiled.with(.init(usesJIT: false))
    for count in [4_000, 30_000] {
      let filler = String(repeating: "ab", count: count)
      let target = try RouteTarget("/\(filler)c", options: .init(targetLength: 1 << 20))
      func steps(_ pattern: RoutePattern) throws -> Int {
        var budget = MatchBudget(steps: 10_000_000)
        let match = try #require(try pattern.match(target, budget: &budget))
        #expect(match["x"] == filler)
        return 10_000_000 - budget.remaining
      }
      // What was given up is not charged, whoever has come to the end.
      #expect(try steps(compiled) == steps(interpreted))
    }
  }

  @Test func `take no value for one that is empty and may be absent`() throws {
    let component = try PatternComponent(parsing: ":a(x*)?:b(.*)?/:c")
    let match = try #require(try component.match("/z"))
    #expect(match == ["a": nil, "b": nil, "c": "z"])
  }
}
