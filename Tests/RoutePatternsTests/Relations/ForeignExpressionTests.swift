import TestSupport
import Testing

@testable import RoutePatterns

/// Expressions for other programs, against the patterns that they are made of.
@Suite struct ForeignExpressionTests {
  /// The targets on which an expression is wrong: where an exact one does not say what the pattern does, and where
  /// another does not match what the pattern matches.
  private func faults(
    of pattern: RoutePattern,
    on targets: [RouteTarget]
  ) throws -> (isExact: Bool, targets: [String]) {
    let expression = ForeignExpression(pattern, for: .pcre, limit: 3_000)
    let compiled = try CompiledText(#"(?s)\A\#(expression.text)\z"#)
    let wrong = try targets.filter { target in
      let isMatched = try pattern.match(target) != nil
      let isTaken = compiled.matches(target.description.utf8)
      return (expression.isExact || isMatched) && isTaken != isMatched
    }
    return (expression.isExact, wrong.map(\.description))
  }

  @Test(arguments: [
    ("/u/:name((?:[a-z0-9]|-[a-z0-9]){3,})", ["alice", "al", "a-l-i", "-a-l", "a-", "ali-"]),
    ("/u/:name((?:[a-z]|-[a-z]){1,3})", ["a", "abc", "abcdef", "a-b-c", "a-b-c-d", ""]),
    ("/u/:name((?:[a-z]|-[a-z]){2,5}x)", ["abx", "abcdex", "abx1", "a-bx", "x", "xx", "xxx"]),
    ("/u/:name((?:[ab]|-a){2,})", ["a", "ab", "-a", "-a-a", "abab-a"]),
    ("/u/:name((?:a|b){1,2})", ["a", "ab", "aba", "c"]),
    ("/u/:name((?:[a-z]|-[a-z])+)", ["alice", "a-b", "-a", "a-", ""]),
  ]) func `a loop takes as many rounds as it says`(_ text: String, _ values: [String]) throws {
    let targets = try values.map { try RouteTarget("/u/" + $0) }
    let faults = try faults(of: RoutePattern(parsing: text), on: targets)
    #expect(faults.targets.isEmpty)
  }

  @Test(arguments: ["/{A}*a", "/{a}+Ab", "/{A-}*:x(a+)", "/{b}*a"])
  func `a loop gives back what may follow in another case`(_ text: String) throws {
    let pattern = try RoutePattern(parsing: text, options: .init(letterCase: .insensitive))
    let targets = try ["a", "A", "Aa", "aaA", "aab", "aAB", "A-a-a", "BBa", "b", "-"]
      .map { try RouteTarget("/" + $0) }
    #expect(try faults(of: pattern, on: targets).targets.isEmpty)
  }

  // MARK: - Drawn patterns

  private static let starts = ["", "{A}*a", "{A}*", "{a-}*", "{A}?"]
  private static let branches = ["a", "A", "-", "[aA]", "[a\\-]", "-a", "aA", "Aa", "a-", "-A"]
  private static let repeats = [
    "*", "+", "?", "{2}", "{1,3}", "{2,}", "{0,2}", "{3,}", "{2,4}", "*?", "{1,2}?", "++", "{1,3}+",
  ]
  private static let ends = ["", "", "a", "A", "-", "b?"]

  @Test(.busy) func `what is exported is what the match says`() throws {
    let count = PropertyRun.cases(default: 300)
    var random = PropertyRun.generator(for: "exported expressions", cases: count)
    var values: Set = [""]
    for _ in 0..<4 {
      values.formUnion(values.flatMap { text in ["a", "A", "-"].map { text + $0 } })
    }
    let targets = try values.map { try RouteTarget("/" + $0) }
    var exact = 0
    for _ in 0..<count {
      let branches = (0..<(1 + random.below(3))).map { _ in random.pick(Self.branches) }
      let loop = "(?:\(branches.joined(separator: "|")))\(random.pick(Self.repeats))"
      let text = "/\(random.pick(Self.starts)):v(\(loop)\(random.pick(Self.ends)))"
      let letterCase: RoutePattern.Options.LetterCase = random.pick([.sensitive, .insensitive])
      let pattern = try RoutePattern(parsing: text, options: .init(letterCase: letterCase))
      let faults = try faults(of: pattern, on: targets)
      #expect(faults.targets.isEmpty, "\(text), \(letterCase)")
      if faults.isExact { exact += 1 }
    }
    print("exported expressions: \(exact) exact")
    #expect(exact >= PropertyRun.least(oneIn: 10, of: count))
  }
}
