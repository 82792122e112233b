/// The steps that the matches which share it may take together.
///
/// A dispatch has one for all its regular expressions, so that many costly patterns cannot take more time
/// than one. A match that needs only a few steps, as nearly all do, leaves it as it is.
public struct MatchBudget: Hashable, Sendable {
  /// The steps left.
  public private(set) var remaining: Int

  /// Makes a budget of a number of steps.
  public init(steps: Int = PatternLimits().matchSteps) {
    remaining = max(0, steps)
  }

  /// Takes steps away, as far as there are any.
  mutating func spend(_ steps: Int) {
    remaining = max(0, remaining - steps)
  }
}
