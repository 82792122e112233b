import TestSupport
import RoutePatterns
import Trials

/// Drawn patterns with all that is matched by them among the targets of a small alphabet.
struct Population: Sendable {
  /// How patterns are compiled.
  struct Setting: Sendable, Hashable, CustomStringConvertible {
    var slashes: RouteTarget.SlashPolicy
    var letterCase: RoutePattern.Options.LetterCase

    var description: String { "\(slashes), \(letterCase)" }
    /// Its place among all.
    var index: Int { (slashes == .strict ? 2 : 0) + (letterCase == .insensitive ? 1 : 0) }

    static let all = [
      Setting(slashes: .lenient, letterCase: .sensitive),
      Setting(slashes: .lenient, letterCase: .insensitive),
      Setting(slashes: .strict, letterCase: .sensitive),
      Setting(slashes: .strict, letterCase: .insensitive),
    ]
  }

  /// A pattern as it is compiled in one setting.
  struct Form: Sendable {
    let pattern: RoutePattern
    let matches: MatchSet
    /// What it matches as the trial knows it, in full, at most and at least.
    let exact: TokenAutomaton
    let most: TokenAutomaton
    let least: TokenAutomaton
    /// Whether all of its expressions are decided.
    let isDecided: Bool
  }

  struct Member: Sendable {
    let drawn: DrawnPattern
    /// In the order of all settings.
    let forms: [Form]
  }

  private(set) var members: [Member] = []
  let lenient: TargetSet
  let strict: TargetSet
  /// What was drawn, but could not be compared, and why.
  private(set) var refusals = Tally()
  /// About how many targets are drawn besides those of the small alphabet.
  private static let drawnTargets = 8000

  /// Draws patterns no two of which have the same text.
  /// - Throws: `Disagreement` where too few of them can be compared.
  init(_ count: Int, seed: UInt64, threads: Int) throws {
    var random = SeededGenerator(seed: seed)
    var draws = Draws()
    var drawn = draws.next(count, &random)
    var texts: [String] = []
    for (pattern, _) in drawn {
      for _ in 0..<max(1, min(20, Self.drawnTargets / count)) {
        texts.append(pattern.sample(&random))
      }
    }
    (lenient, strict) = (TargetSet(.lenient, drawn: texts), TargetSet(.strict, drawn: texts))
    while members.count < count {
      let made = members(of: drawn, threads: threads)
      members += made.compactMap { try? $0.get() }
      // A pattern that runs into a limit says nothing of what it matches: another is drawn for it.
      for case .failure(let error) in made { refusals.count("\(error)") }
      let refused = draws.refused.values.reduce(0, +) + refusals.counts.values.reduce(0, +)
      guard refused <= count / 20 + 5 else {
        throw Disagreement("too many patterns of no use: \(draws.refused), \(refusals.counts)")
      }
      drawn = draws.next(count - members.count, &random)
    }
    for (error, times) in draws.refused { refusals.count(error, times) }
  }

  /// Patterns that are drawn and compiled in all settings.
  private struct Draws {
    typealias Compiled = (drawn: DrawnPattern, forms: [RoutePattern])

    /// Those that come before any that is drawn, so that there is something undecided whatever the seed.
    private var first = DrawnPattern.undecided
    private var known: Set<String> = []
    /// How often the compiler refused one, by what it said.
    private(set) var refused: [String: Int] = [:]

    mutating func next(_ count: Int, _ random: inout SeededGenerator) -> [Compiled] {
      var all: [Compiled] = []
      while all.count < count {
        let pattern = first.popLast() ?? DrawnPattern(&random)
        do {
          let forms = try Setting.all.map { setting in
            try RoutePattern(
              parsing: pattern.text,
              options: .init(slashes: setting.slashes, letterCase: setting.letterCase)
            )
          }
          if known.insert(forms[0].text).inserted { all.append((pattern, forms)) }
        } catch {
          refused["\(pattern.text): \(error)", default: 0] += 1
        }
      }
      return all
    }
  }

  private func members(
    of drawn: [Draws.Compiled],
    threads: Int
  ) -> [Result<Member, any Error>] {
    let found = Shared<[Int: Result<Member, any Error>]>([:])
    Workers.run(drawn.count, threads: threads) { [self] index in
      let (pattern, forms) = drawn[index]
      let member = Result {
        try Member(
          drawn: pattern,
          forms: zip(Setting.all, forms).map { setting, form in
            try Self.form(form, of: pattern, setting, targets(setting))
          }
        )
      }
      found.withLock { $0[index] = member }
    }
    let all = found.withLock { $0 }
    return drawn.indices.compactMap { all[$0] }
  }

  /// A pattern with what it matches, as it says and as the trial knows it.
  private static func form(
    _ pattern: RoutePattern,
    of drawn: DrawnPattern,
    _ setting: Setting,
    _ targets: TargetSet
  ) throws -> Form {
    guard let exact = drawn.automaton(setting),
      let most = drawn.automaton(setting, .most),
      let least = drawn.automaton(setting, .least)
    else { throw Disagreement("\(drawn.text): too long for the trial") }
    let matches = try MatchSet(pattern, in: targets)
    return Form(
      pattern: pattern,
      matches: matches,
      exact: exact,
      most: most,
      least: least,
      isDecided: drawn.isDecided
    )
  }

  func targets(_ setting: Setting) -> TargetSet {
    setting.slashes == .strict ? strict : lenient
  }
}
