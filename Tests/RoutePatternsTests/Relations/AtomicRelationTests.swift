import RoutePatterns
import TestSupport
import Testing

/// Expressions that give nothing back, with lazy repeats in them, whose values PCRE2 says.
@Suite struct `Relations of atomic groups` {
  private static let bodies = ["a", "[ab]", "(?:ab|a)", "(?:ab)", "(?:a+?)", "(?<n>a)", "(?:a|b)"]
  private static let repeats = [
    "", "?", "??", "*", "*?", "+", "+?", "{2}", "{1,2}", "{1,2}?", "?+", "++", "{1}+", "{2,}?",
  ]
  private static let groups: [(String, String)] = [
    ("(?>", ")"), ("(?:", "){1}+"), ("(?:", ")++"), ("(?>(?:", "))"), ("(?>(?<m>", "))"),
    ("(?>(?>", "))"), ("(?>a", ")"),
  ]
  private static let ends = ["", "", "b", "[ab]", "b?"]
  private static let values = [
    "a", "b", "aa", "ab", "ba", "bb", "aab", "aba", "abb", "aaaa", "abab",
  ]

  @Test(.busy) func `what is said of a value is what the match says`() throws {
    let count = PropertyRun.cases(default: 400)
    var random = PropertyRun.generator(for: "atomic groups", cases: count)
    let targets = try Self.values.map { try RouteTarget("/" + $0) }
    let literals = try Self.values.map { try RoutePattern(parsing: "/" + $0) }
    var known = 0
    for _ in 0..<count {
      let group = random.pick(Self.groups)
      let body = random.pick(Self.bodies) + random.pick(Self.repeats)
      let regex = group.0 + body + group.1 + random.pick(Self.ends)
      guard let pattern = try? RoutePattern(parsing: "/:v(\(regex))") else { continue }
      for (target, literal) in zip(targets, literals) {
        let isMatched = try pattern.match(target) != nil
        for said in [pattern.covers(literal), pattern.overlaps(literal)] where said != .unknown {
          known += 1
          #expect((said == .yes) == isMatched, "\(regex) on \(target)")
        }
      }
    }
    print("atomic groups: \(known) known")
    #expect(known >= PropertyRun.least(oneIn: 1, of: count))
  }
}
