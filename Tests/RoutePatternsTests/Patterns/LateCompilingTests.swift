import TestSupport
import Testing

@testable import RoutePatterns

/// PCRE2 is asked for what it could refuse at once, and for all else when somebody matches with it.
@Suite struct `Expressions compiled later` {
  @Test(arguments: [
    ("/books/:id(\\d+)", true), ("/:a([a-z]{2}\\d*x?)", true), ("/:a((?:\\w)+)/b", true),
    ("/:file.:ext", true), ("/books{/:id}?", true), ("app://a/:b(\\d+)", true),
    ("/:a([a-z]*b)", true),
    ("/:a(x|y)", false), ("/:a(a(?=b).)", false), ("/:a((?:ab)+)", false),
    ("/:a((?<b>x)\\k<b>)", false),
    ("/:a((?>a)b)", false), ("/:a(\\bx)", false), ("/:a(\\d{9}[a-z]{9}x*)/:b(x|y)", false),
  ])
  func `are those of runs of bytes`(_ text: String, _ isLate: Bool) throws {
    let pattern = try RoutePattern(parsing: text)
    #expect(!pattern.storage.walker.isUsable)
    #expect(pattern.storage.hasDetails != isLate)
    _ = try pattern.match(RouteTarget("/books/1"))
    #expect(pattern.storage.hasDetails)
  }

  @Test func `are short, and far within the limit`() throws {
    func isLate(_ text: String, size: Int = 32_768) throws -> Bool {
      let options = RoutePattern.Options(limits: PatternLimits(compiledSize: size))
      return try !RoutePattern(parsing: text, options: options).storage.hasDetails
    }
    let long = "/" + String(repeating: "x", count: 243) + "/:a(\\d+)"
    #expect(long.utf8.count == 252)
    #expect(try isLate(long))
    #expect(try !isLate(long, size: 16_384))
    #expect(try !isLate(long + "/long"))
    let wide = String(repeating: "[ac]", count: 120)
    #expect(try !isLate("/:a(\(wide))"))
    #expect(throws: PatternError.self) { try isLate("/:a(\\d+)", size: 10) }
  }

  @Test func `are not those with values that are checked`() throws {
    for validation in [RouteValidation.check { _ in true }, "\\d+"] {
      let pattern = try RoutePattern(parsing: "/:a/:b(\\d+)", where: ["a": validation])
      #expect(pattern.storage.hasDetails)
    }
  }

  @Test(arguments: [
    ("/books/:id(\\d+)", false), ("/:a([a-z]+)/:b(\\d{4})/*", false), ("/:a([a-z]*b)", true),
    ("app://a/:b(\\d+)", true), ("/books{/:id}?", true), ("/books/:id", false),
    ("app://a/:b", false),
  ])
  func `are compiled once an index leaves something to them`(
    _ text: String,
    _ isLeft: Bool
  ) throws {
    let pattern = try RoutePattern(parsing: text)
    let reading = PatternReading(pattern, ignoresCase: false, isRanked: true)
    #expect(!isLeft || !reading.isExact)
    #expect(pattern.storage.hasDetails == isLeft)
  }

  @Test func `are never refused`() throws {
    let count = PropertyRun.cases(default: 3_000)
    let random = PropertyRun.generator(for: "expressions compiled later", cases: count)
    var cases = PatternCases(random)
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    var texts = [
      String(repeating: "*a", count: 120), String(repeating: "{-*a}*", count: 16),
      letters.map { ":\($0)" }.joined(), letters.map { ":\($0)a" }.joined(),
      letters.prefix(16).map { "{a:\($0)a}+" }.joined(), String(repeating: "(\\d)", count: 64),
      String(repeating: "{a/}*", count: 16),
    ]
    texts += (0..<count).map { _ in cases.pattern() }
    var found = 0
    for text in texts {
      let pattern = try? RoutePattern(parsing: text)
      guard let storage = pattern?.storage, !storage.walker.isUsable, !storage.hasDetails
      else { continue }
      found += 1
      let regex = try RoutePattern.read(Array(text.utf8), [:], storage.options).1
      let code = try CompiledRegex(regex.text, effort: regex.written.effort, options: .init())
      #expect(code.size <= 256 + 64 * text.utf8.count + regex.expandedSize, "\(text)")
    }
    #expect(found >= PropertyRun.least(oneIn: 20, of: count))
  }
}
