import RoutePatterns
import Trials

/// What a pattern matches, against what the trial itself knows of it.
///
/// Were this not so, answers about patterns could agree with what they match and be wrong all the same.
struct MatchTrial: Sendable {
  let population: Population

  /// Looks at all targets in all settings.
  func pattern(_ index: Int, _ tally: inout Tally) throws {
    let member = population.members[index]
    for (setting, form) in zip(Population.Setting.all, member.forms) {
      let targets = population.targets(setting)
      for (place, tokens) in targets.tokens.enumerated() {
        guard let tokens else {
          tally.count("targets under other hosts")
          continue
        }
        let isMatched = form.exact.matches(tokens)
        guard form.matches.contains(place) == isMatched else {
          throw Disagreement(
            "\(member.drawn.text) (\(setting); \(form.pattern.regex)) and \(targets.targets[place]): "
              + (isMatched ? "not matched, but should be" : "matched, but should not be")
          )
        }
        tally.count(isMatched ? "targets that are matched" : "targets that are not matched")
      }
    }
  }
}
