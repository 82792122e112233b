import RoutePatterns
import Trials

/// Looks for a target beyond those that are enumerated which some patterns match and some others do not.
///
/// What is found by what the trial knows of the patterns is shown to the patterns themselves, which have to agree.
struct WitnessSearch {
  let matching: [Population.Form]
  let outside: [Population.Form]
  let slashes: RouteTarget.SlashPolicy

  init(
    matching: [Population.Form],
    outside: [Population.Form] = [],
    _ slashes: RouteTarget.SlashPolicy
  ) {
    self.matching = matching
    self.outside = outside
    self.slashes = slashes
  }

  /// A target that they match, and do not, as is wished.
  func target() throws -> RouteTarget? {
    var search = ProductSearch(of: matching.map(\.exact), outside: outside.map(\.exact), slashes)
    guard let target = search.target() else { return nil }
    for form in matching where try form.pattern.match(target) == nil {
      throw Disagreement("\(form.pattern.regex) and \(target): not matched, but should be")
    }
    for form in outside where try form.pattern.match(target) != nil {
      throw Disagreement("\(form.pattern.regex) and \(target): matched, but should not be")
    }
    return target
  }

  /// Why it can be decided whether there is such a target, though some expressions go beyond what is decided.
  ///
  /// Nothing where they make a difference: an answer is then not asked for.
  func reasonToDecide() -> String? {
    (matching + outside).allSatisfy(\.isDecided)
      ? "all that their expressions have is decided" : decision()?.reason
  }

  /// Whether there surely is such a target, or surely none, and why.
  func decision() -> (isShown: Bool, reason: String)? {
    var sure = ProductSearch(of: matching.map(\.least), outside: outside.map(\.most), slashes)
    if let target = sure.target() {
      return (true, "\(target) shows it, whatever else the expressions match")
    }
    var possible = ProductSearch(of: matching.map(\.most), outside: outside.map(\.least), slashes)
    return possible.target() == nil
      ? (false, "no target shows it, whatever else the expressions match") : nil
  }
}
