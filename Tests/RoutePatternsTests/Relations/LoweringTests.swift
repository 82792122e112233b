import TestSupport
import Testing

@testable import RoutePatterns

@Suite struct `The language of an expression` {
  @Test(.busy) func `is that of the text that PCRE2 is given`() throws {
    let count = PropertyRun.cases(default: 250)
    var cases = PatternCases(PropertyRun.generator(for: "lowering", cases: count))
    var (same, large) = (0, 0)
    for _ in 0..<count {
      let (text, options) = (cases.pattern(), cases.options())
      guard let pattern = try? RoutePattern(parsing: text, options: options) else { continue }
      let read = LanguageReader.read(
        Array(pattern.regex.utf8),
        ignoresCase: options.letterCase == .insensitive
      )
      guard let read else {
        Issue.record("\(pattern.regex) of \(text) was not read")
        continue
      }
      let lowered = language(LanguageNode(pattern.storage.expression), pattern)
      switch areSame(lowered, language(read, pattern)) {
      case true?: same += 1
      case false?: Issue.record("\(pattern.regex) of \(text), \(options)")
      case nil: large += 1
      }
    }
    print("lowering: \(same) the same, \(large) too large")
    #expect(same >= PropertyRun.least(oneIn: 4, of: count))
    #expect(large <= PropertyRun.most(oneIn: 50, of: count))
  }

  @Test(arguments: [
    ("/a", "^/b$", false), ("/a", "^/a$", true), ("/:x(\\d+)", "^/\\d+$", true),
    ("/:x(\\d+)", "^/\\d*$", false), ("/:x(a+a)", "^/a++a$", false), ("/:x(a+b)", "^/a++b$", true),
  ])
  func `differs where the texts do`(_ text: String, _ regex: String, _ isSame: Bool) throws {
    let pattern = try RoutePattern(parsing: text)
    let read = try #require(LanguageReader.read(Array(regex.utf8), ignoresCase: false))
    let lowered = language(LanguageNode(pattern.storage.expression), pattern)
    #expect(areSame(lowered, language(read, pattern)) == isSame)
  }

  private func language(_ node: LanguageNode, _ pattern: RoutePattern) -> PatternLanguage {
    PatternLanguage(
      [.init(node: node, seesScheme: pattern.storage.seesScheme)],
      slashes: pattern.options.slashes
    )
  }

  /// Whether two languages have the same bounds from above and from below; nothing where that is too much to find out.
  private func areSame(_ one: PatternLanguage, _ other: PatternLanguage) -> Bool? {
    var isKnown = true
    for (first, second) in [
      (one.upper, other.upper), (other.upper, one.upper), (one.lower, other.lower),
      (other.lower, one.lower),
    ] {
      switch LanguageSearch.text(of: first, .outside, second, pathsOnly: false) {
      case .found: return false
      case .none: break
      case .tooLarge: isKnown = false
      }
    }
    return isKnown ? true : nil
  }
}
