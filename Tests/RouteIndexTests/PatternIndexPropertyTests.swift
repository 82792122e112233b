import TestSupport
import Testing

@testable import RouteIndex
@testable import RoutePatterns

@Suite struct `Properties of an index` {
  @Test(.busy) func `an index finds what a scan finds`() throws {
    // The cases are pairs of a list and a target.
    let count = PropertyRun.cases(default: 50_000)
    var cases = IndexCases(PropertyRun.generator(for: "index", cases: count))
    let patterns = cases.patterns(min(1500, 20 + count / 10))
    let targets = cases.mixedTargets(min(4000, 20 + count / 10))
    var (found, late, failed, shared) = (0, 0, 0, 0)
    for _ in 0..<(count / 30) {
      let index = PatternIndex(cases.list(of: patterns, upTo: 12))
      for _ in 0..<30 {
        let target = cases.random.pick(targets)
        let expected = Self.scan(index, target)
        var result = Self.search(index, target)
        if case .failed = result, expected != result {
          // One budget for all may be too little where each has enough by itself.
          shared += 1
          result = Self.search(index, target, budgets: index.patterns.count)
        }
        if expected != result {
          Issue.record("\(target) in \(index.patterns): \(result), not \(expected)")
        }
        if case .found(let position, _) = result {
          (found, late) = (found + 1, late + position.signum())
        }
        if case .failed = result { failed += 1 }
      }
    }
    print("index: \(found) found, \(late) not the first, \(failed) failed, \(shared) ran out")
    #expect(found >= PropertyRun.least(oneIn: 10, of: count))
    #expect(late >= PropertyRun.least(oneIn: 40, of: count))
    #expect(failed <= PropertyRun.most(oneIn: 100, of: count))
  }

  private enum Outcome: Equatable {
    case found(Int, Parameters)
    case nothing
    case failed
  }

  /// Asks all patterns; a limit that one runs into counts only if the index, too, has to ask it.
  private static func scan(_ index: PatternIndex, _ target: RouteTarget) -> Outcome {
    var asked: Set<Int>?
    for (position, pattern) in index.patterns.enumerated() {
      do {
        guard let match = try pattern.match(target) else { continue }
        return .found(position, match.parameters)
      } catch {
        asked = asked ?? Set(index.candidates(for: target))
        if asked?.contains(position) == true { return .failed }
      }
    }
    return .nothing
  }

  private static func search(
    _ index: PatternIndex,
    _ target: RouteTarget,
    budgets: Int = 1
  ) -> Outcome {
    // One for all, as in a dispatch.
    var budget = MatchBudget(steps: budgets * PatternLimits().matchSteps)
    do {
      let found = try index.firstMatch(target, budget: &budget)
      return found.map { .found($0.position, $0.match.parameters) } ?? .nothing
    } catch {
      return .failed
    }
  }

  @Test func `candidates ascend, and each is there once`() {
    var cases = IndexCases(PropertyRun.generator(for: "candidates", cases: 3000))
    let patterns = cases.patterns(300)
    let targets = cases.mixedTargets(300)
    for _ in 0..<300 {
      let index = PatternIndex(cases.list(of: patterns, upTo: 20))
      for _ in 0..<10 {
        let positions = Array(index.candidates(for: cases.random.pick(targets)))
        if positions != Set(positions).sorted() { Issue.record("\(positions): \(index.patterns)") }
      }
    }
  }

  @Test(.busy) func `what is shadowed is what a comparison of all pairs says`() throws {
    let count = PropertyRun.cases(default: 3000)
    var cases = IndexCases(PropertyRun.generator(for: "shadowed", cases: count))
    let patterns = cases.patterns(110)
    let languages = patterns.map { PatternLanguage($0) }
    var known: [Int: Certainty] = [:]
    func covers(_ one: Int, _ other: Int) -> Bool {
      let key = one * patterns.count + other
      let answer = known[key] ?? languages[one].covers(languages[other])
      known[key] = answer
      return answer == .yes
    }
    var total = 0
    for _ in 0..<(count / 10) {
      let list = cases.list(of: Array(patterns.indices), upTo: 10)
      let found = PatternIndex(list.map { patterns[$0] }).shadowed()
      let expected = list.indices.compactMap { position in
        (0..<position).first { covers(list[$0], list[position]) }.map { [position, $0] }
      }
      total += expected.count
      if found.map({ [$0.position, $0.by] }) != expected {
        Issue.record("\(list.map { patterns[$0] }): \(found), not \(expected)")
      }
    }
    print("shadowed: \(total)")
    #expect(total >= PropertyRun.least(oneIn: 100, of: count))
  }
}
