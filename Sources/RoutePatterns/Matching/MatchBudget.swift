/// The steps that the matches which share it may take together.
///
/// A dispatch has one for all its regular expressions, so that many costly patterns cannot take
/// more time than one. A match by a regular expression takes one step at the least; patterns of
/// plain text and whole segments, which need no expression to be matched, take none.
public struct MatchBudget: Hashable, Sendable {
  /// The steps left.
  public private(set) var remaining: Int
  /// The steps there were.
  let total: Int

  /// Makes a budget of a number of steps.
  public init(steps: Int = PatternLimits().matchSteps) {
    total = max(0, steps)
    remaining = total
  }

  /// Takes steps away, as far as there are any.
  mutating func spend(_ steps: Int) {
    remaining = max(0, remaining - steps)
  }

  /// Takes away the one step of a match that a few decide, when there are as many as those few.
  @inline(__always)
  mutating func spendQuickStep() -> Bool {
    guard remaining >= MatchContexts.quickSteps else { return false }
    remaining &-= 1
    return true
  }

  /// The steps that a match of a subject of some length may take.
  ///
  /// A step can look through the whole subject, so that a long one is allowed fewer; always four
  /// for each byte, which is more than an unambiguous pattern needs, as far as the budget goes.
  func steps(forLength length: Int) -> Int {
    let scaled = total.multipliedReportingOverflow(by: 320)
    let byLength = (scaled.overflow ? .max : scaled.partialValue) / max(length, 1)
    // PCRE2 counts in 32 bits.
    return min(remaining, max(4 * length, byLength), Int(UInt32.max))
  }
}
