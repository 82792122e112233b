@testable import PatternTestSupport
import RoutePatterns
import TestSupport
import Testing

@Suite struct `Properties of relations` {
  private struct Setting: Sendable, CustomTestStringConvertible {
    var slashes: RouteTarget.SlashPolicy
    var letterCase: RoutePattern.Options.LetterCase

    var testDescription: String { "\(slashes), \(letterCase)" }
  }

  private static let settings = [
    Setting(slashes: .lenient, letterCase: .sensitive),
    Setting(slashes: .strict, letterCase: .sensitive),
    Setting(slashes: .lenient, letterCase: .insensitive),
  ]

  /// All pairs of some patterns, against what a matcher says of many targets, and of the witnesses.
  @Test(.busy, arguments: settings)
  private func `what is sure is so`(_ setting: Setting) throws {
    // The cases are pairs.
    let cases = PropertyRun.cases(default: 4_900)
    let count = Int(Double(cases).squareRoot())
    var random = PropertyRun.generator(for: "relations, \(setting.testDescription)", cases: cases)
    let options = RoutePattern.Options(slashes: setting.slashes, letterCase: setting.letterCase)
    var generator = PatternGenerator(random)
    var patterns: [RoutePattern] = []
    while patterns.count < count {
      let text =
        random.below(3) == 0
        ? generator.pattern() : NaivePattern.random(&random).text
      guard let pattern = try? RoutePattern(parsing: text, options: options),
        !patterns.contains(pattern)
      else { continue }
      patterns.append(pattern)
    }
    let targets = Self.targets(setting.slashes, &generator)
    let matches = patterns.map { Matches($0, targets) }
    let languages = patterns.map { PatternLanguage($0) }
    let beginnings = LanguageBeginnings(languages)
    var (covered, missed, apart) = (0, 0, 0)
    for one in patterns.indices {
      let near = Set(beginnings.places(near: languages[one]))
      for other in patterns.indices {
        let covers = languages[one].covers(languages[other])
        let overlaps = languages[one].overlaps(languages[other])
        if covers == .yes { covered += 1 }
        if covers == .no { missed += 1 }
        if overlaps == .no { apart += 1 }
        // What is ruled out without a comparison is apart.
        if !near.contains(other), overlaps != .no {
          Issue.record("\(patterns[other]) is not near \(patterns[one]): \(overlaps)")
        }
        // Where it is sure that there is a target, one is shown; a match that runs into its limit says neither.
        let alone = languages[one].targetMissed(of: languages[other])
        let shared = languages[one].targetShared(with: languages[other])
        let isShown =
          (covers == .no) == (alone != nil) && (overlaps == .yes) == (shared != nil)
          && alone.map { Self.matched(patterns[one], $0) != true } ?? true
          && alone.map { Self.matched(patterns[other], $0) != false } ?? true
          && shared.map { Self.matched(patterns[one], $0) != false } ?? true
          && shared.map { Self.matched(patterns[other], $0) != false } ?? true
        let (mine, theirs) = (matches[one], matches[other])
        let witness =
          (covers == .yes ? Matches.first(in: mine.unmatched, theirs.matched) : nil)
          ?? (overlaps == .no ? Matches.first(in: mine.matched, theirs.matched) : nil)
        if isShown, witness == nil, covers != .unknown, overlaps != .unknown { continue }
        let targets = [alone, shared, witness.map { targets[$0] }].map { $0?.description }
        Issue.record("\(patterns[one]) and \(patterns[other]): \(covers), \(overlaps), \(targets)")
      }
    }
    print("relations: \(covered) covered, \(missed) missed, \(apart) apart")
    // Each covers itself.
    #expect(covered >= count)
    if !PropertyRun.isSlow, count >= 45 { #expect(covered > count && apart > count) }
  }

  /// Which of some targets a pattern matches and does not, a bit for each; neither where it runs into its limit.
  private struct Matches {
    private(set) var matched: [UInt64]
    private(set) var unmatched: [UInt64]

    init(_ pattern: RoutePattern, _ targets: [RouteTarget]) {
      matched = Array(repeating: 0, count: targets.count / 64 + 1)
      unmatched = matched
      for (index, target) in targets.enumerated() {
        switch `Properties of relations`.matched(pattern, target) {
        case true?: matched[index / 64] |= 1 << UInt64(index % 64)
        case false?: unmatched[index / 64] |= 1 << UInt64(index % 64)
        case nil: break
        }
      }
    }

    /// The first place whose bit is set in both.
    static func first(in one: [UInt64], _ other: [UInt64]) -> Int? {
      for index in one.indices where one[index] & other[index] != 0 {
        return index * 64 + (one[index] & other[index]).trailingZeroBitCount
      }
      return nil
    }
  }

  private static func matched(_ pattern: RoutePattern, _ target: RouteTarget) -> Bool? {
    do {
      return try pattern.match(target) != nil
    } catch {
      return nil
    }
  }

  /// All targets of a few segments, under several origins, and some that are made up.
  private static func targets(
    _ slashes: RouteTarget.SlashPolicy,
    _ generator: inout PatternGenerator
  ) -> [RouteTarget] {
    let segments = ["a", "b", "ab", "1", "-", "é"] + (slashes == .strict ? [""] : [])
    var paths = [""]
    var longest = [""]
    for _ in 0..<3 {
      longest = longest.flatMap { path in segments.map { "\(path)/\($0)" } }
      paths += longest
    }
    let origins = [
      "app://", "app://push", "https://h.com", "https://x.com:8080", "https://1", "ws://h.com",
    ]
    var texts = paths + origins.flatMap { origin in paths.prefix(50).map { origin + $0 } }
    for _ in 0..<300 { texts.append(generator.target()) }
    return texts.compactMap { try? RouteTarget($0, options: .init(slashes: slashes)) }
  }
}
