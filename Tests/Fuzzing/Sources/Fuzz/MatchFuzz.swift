@testable import PatternTestSupport
import TestSupport
import RoutePatterns

/// Patterns of pieces, and paths, against a matcher that tries everything.
enum MatchFuzz {
  static func play() {
    var chance = SeededGenerator(seed: 0)
    let slashes: RouteTarget.SlashPolicy = chance.below(2) == 0 ? .lenient : .strict
    let naive = NaivePattern.random(&chance)
    guard
      let pattern = try? RoutePattern(
        parsing: naive.text,
        options: .init(slashes: slashes, usesJIT: chance.below(4) == 0)
      )
    else { fail("no pattern: \(naive.text)") }
    for _ in 0..<8 {
      check(path(for: naive, &chance, slashes), naive, pattern, slashes)
      if SeededGenerator.isSpent { break }
    }
  }

  /// A path that may well match, or one of the letters that patterns know.
  private static func path(
    for naive: NaivePattern,
    _ chance: inout SeededGenerator,
    _ slashes: RouteTarget.SlashPolicy
  ) -> String {
    guard chance.below(3) == 0 else { return naive.randomPath(&chance, slashes: slashes) }
    return "/"
      + (0..<chance.below(12)).map { _ in chance.pick(["a", "b", "/", "-", "1", "x"]) }
      .joined()
  }

  private static func check(
    _ path: String,
    _ naive: NaivePattern,
    _ pattern: RoutePattern,
    _ slashes: RouteTarget.SlashPolicy
  ) {
    guard let target = try? RouteTarget(path, options: .init(slashes: slashes)),
      let expected = naive.matches(String(target.path), slashes: slashes)
    else { return }
    let match: RouteMatch?
    do {
      match = try pattern.match(target)
    } catch {
      // Both may find that there is too much to try; this one tells.
      return require(error.code == .stepLimit, "\(error)")
    }
    let values = match.map { match in
      pattern.parameterNames.map { match.value(of: $0)?.raw ?? "" }
    }
    require(
      values.map { expected.contains($0) } ?? expected.isEmpty,
      "\(naive.text) (\(pattern.regex)) on \(target): \(String(describing: values)), not \(expected)"
    )
    if let match { checkURL(of: match, naive, pattern, slashes) }
  }

  /// The URL of the values of a match, where there is one, matches with these values, also for the other matcher.
  private static func checkURL(
    of match: RouteMatch,
    _ naive: NaivePattern,
    _ pattern: RoutePattern,
    _ slashes: RouteTarget.SlashPolicy
  ) {
    var values: [String: String] = [:]
    for name in pattern.parameterNames { values[name] = match[name] }
    guard let url = try? pattern.url(values) else { return }
    guard let target = try? RouteTarget(url, options: .init(slashes: slashes)) else {
      fail("\(naive.text) makes \(url), which is no target")
    }
    guard let again = try? pattern.match(target) else {
      fail("\(naive.text) makes \(url) of \(values), and does not match it")
    }
    let isSame = pattern.parameterNames.allSatisfy { again[$0] == match[$0] }
    require(isSame, "\(naive.text) makes \(url) of \(values), which is \(again)")
    guard let found = naive.matches(String(target.path), slashes: slashes) else { return }
    let raw = pattern.parameterNames.map { again.value(of: $0)?.raw ?? "" }
    require(found.contains(raw), "\(naive.text) makes \(url), which is \(found)")
  }
}
