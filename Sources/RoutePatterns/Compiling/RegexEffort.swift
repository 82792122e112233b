/// The work that a match by an expression can come to.
///
/// It is found as the expression is written, since only then it is known which runs give nothing
/// back.
struct RegexEffort: Hashable, Sendable {
  /// The choices that are no reason to count.
  private static let fewChoices = 3

  /// The ways to go on, apart from the first, where there are several.
  private(set) var choices = 0
  /// The elements that run through bytes, each as often as PCRE2 has it in a row.
  private(set) var runs = 0
  /// The most rounds that one group can do without: PCRE2 writes each into the one before, and
  /// walks out of all of them at once.
  private(set) var depth = 0
  /// Whether a match can come back to where it was by other ways than choices.
  private(set) var isUnbounded = false

  /// The most times that a byte is come to, as a shift of one; `nil` where a match has to be
  /// counted.
  ///
  /// Where no run gives back what it took, nothing but a choice brings a match back.
  var shift: Int? { isUnbounded || choices > Self.fewChoices ? nil : choices }

  /// The most elements that a match comes to between two steps that PCRE2 counts.
  var weight: Int { 1 + runs + choices }

  /// Adds ways to go on.
  mutating func addChoices(_ count: Int, copies: Int) {
    choices = Self.sum(choices, count, copies)
  }

  /// Adds an element that runs through bytes.
  mutating func addRun(copies: Int) { runs = Self.sum(runs, 1, copies) }

  /// Notes a group by the rounds that it can do without.
  mutating func addGroup(optionalRounds count: Int) { depth = max(depth, count) }

  /// Notes what can bring a match back.
  mutating func addReturn() { isUnbounded = true }

  private static func sum(_ sum: Int, _ count: Int, _ copies: Int) -> Int {
    let limit = 1 << 24
    return min(limit, sum + min(limit, count) * min(limit, copies))
  }
}
