import TestSupport
import RoutePatterns
import Trials

/// What two patterns say of one another, against all targets of a small alphabet.
///
/// An answer may be unknown only where expressions that go beyond what is decided make a difference: where neither a
/// target that is surely matched shows it, nor it is sure that there is none. That a target shows it by what such an
/// expression matches is counted; whoever asks takes an unknown for the worse of the two.
struct PairTrial: Sendable {
  let population: Population

  /// Compares one pattern with all that come behind it.
  func row(_ index: Int, _ random: inout SeededGenerator, _ tally: inout Tally) throws {
    for other in population.members.indices.dropFirst(index + 1) {
      let slashes: RouteTarget.SlashPolicy = random.below(2) == 0 ? .lenient : .strict
      let cases = (0..<2).map { _ in
        random.below(2) == 0 ? RoutePattern.Options.LetterCase.sensitive : .insensitive
      }
      let pair = (0..<2).map { place in
        Side(
          population.members[place == 0 ? index : other],
          .init(slashes: slashes, letterCase: cases[place])
        )
      }
      let isTurned = random.below(2) == 0
      try compare(pair[isTurned ? 1 : 0], pair[isTurned ? 0 : 1], &tally)
      tally.count("pairs")
    }
  }

  /// A pattern in one of its settings.
  private struct Side: CustomStringConvertible {
    let drawn: DrawnPattern
    let setting: Population.Setting
    let form: Population.Form
    var pattern: RoutePattern { form.pattern }
    var matches: MatchSet { form.matches }

    init(_ member: Population.Member, _ setting: Population.Setting) {
      drawn = member.drawn
      self.setting = setting
      form = member.forms[setting.index]
    }

    var description: String { "\(drawn.text) (\(setting); \(pattern.regex))" }
  }

  private func compare(_ one: Side, _ other: Side, _ tally: inout Tally) throws {
    let shared = one.matches.firstShared(with: other.matches)
    let overlap = Claim(
      sides: (one, "overlaps", other),
      answer: one.pattern.overlaps(other.pattern),
      // A target that both match shows it.
      shownBy: .yes,
      matching: [one.form, other.form]
    )
    let isShared = try judge(overlap, shared, one.setting, &tally)
    try cover(one, other, &tally)
    // What is apart covers nothing, one way as the other.
    if isShared { try cover(other, one, &tally) }
  }

  private func cover(_ one: Side, _ other: Side, _ tally: inout Tally) throws {
    let cover = Claim(
      sides: (one, "covers", other),
      answer: one.pattern.covers(other.pattern),
      // A target that the other alone matches shows that it is not so.
      shownBy: .no,
      matching: [other.form],
      outside: [one.form]
    )
    _ = try judge(cover, other.matches.first(outside: one.matches), one.setting, &tally)
  }

  /// What is said of two patterns, and which targets show whether it is so.
  private struct Claim: CustomStringConvertible {
    let sides: (one: Side, verb: String, other: Side)
    let answer: Certainty
    /// The answer that one target proves; the opposite is refuted by it.
    let shownBy: Certainty
    /// Those that a target has to match for that, and those that it must not.
    let matching: [Population.Form]
    var outside: [Population.Form] = []

    var name: String { sides.verb }
    var description: String { "\(sides.one) \(sides.verb) \(sides.other): \(answer)" }
  }

  /// Compares a claim with a target of the small alphabet, or with what a longer search finds.
  /// - Returns: whether there is such a target.
  private func judge(
    _ claim: Claim,
    _ enumerated: Int?,
    _ setting: Population.Setting,
    _ tally: inout Tally
  ) throws -> Bool {
    let targets = population.targets(setting)
    let search = WitnessSearch(
      matching: claim.matching,
      outside: claim.outside,
      setting.slashes
    )
    let target = try enumerated.map { targets.targets[$0] } ?? search.target()
    tally.count("\(claim.name): \(claim.answer)")
    if claim.answer == .unknown {
      if target != nil { tally.count("\(claim.name): unknown though a target shows it") }
      if let reason = search.reasonToDecide() {
        throw Disagreement("\(claim), but \(reason)")
      }
    } else if claim.answer == claim.shownBy {
      guard target != nil else {
        throw Disagreement("\(claim), but nothing shows it")
      }
      if enumerated == nil {
        tally.count("\(claim.name): \(claim.answer), shown by a target of a longer search alone")
      } else if let enumerated, enumerated >= targets.enumerated {
        tally.count("\(claim.name): \(claim.answer), shown by a drawn target alone")
      }
    } else if let target {
      throw Disagreement("\(claim), but \(target)")
    }
    return target != nil
  }
}
