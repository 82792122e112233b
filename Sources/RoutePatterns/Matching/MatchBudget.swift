internal import CPCRE2

/// The steps that the matches which share it may take together.
///
/// A dispatch has one for all its regular expressions, so that many costly patterns cannot take
/// more time than one. A step is two looks at an element of an expression, or 32 bytes that are run
/// through, or four of the rounds that a group could do without, each time that it ends: ten to
/// forty nanoseconds. A match by a regular expression takes four steps at the least, and 24 where
/// its looks are counted, since code that was not used for a while has to be fetched; patterns of
/// plain text and whole segments, and of plain text around one asterisk, need no expression to be
/// matched and take none.
public struct MatchBudget: Sendable {
  /// The steps left.
  public private(set) var remaining: Int
  /// The steps there were.
  private let total: Int
  /// The steps spent on machine code, which is made once for each expression, at its first match.
  ///
  /// It is counted apart, so that no match fails for being the first. When it has come to as many
  /// steps as there were, expressions are interpreted.
  private var compiling = 0
  /// The bytes of matches that are not counted, as they have few steps on a short subject; each is
  /// taken for the worst it can be.
  ///
  /// When there are forty for each step, all further matches are counted, which takes a few times
  /// as long.
  private var uncounted = 0
  /// The most that one pattern has taken of what is shared.
  private var most = 0
  /// The text of the pattern that took it; `nil` as long as none took much.
  ///
  /// A text, as a budget may outlive the route of the pattern, whose closures end with that.
  private(set) var spender: String?

  /// Makes a budget of a number of steps.
  public init(steps: Int = PatternLimits().matchSteps) {
    total = max(0, steps)
    remaining = total
  }

  private static func product(_ one: Int, _ other: Int) -> Int {
    let (product, overflow) = one.multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }

  /// Takes away what a match takes that comes to each byte a few times at the most; false if there
  /// is less.
  @inline(__always)
  mutating func spend(bytes: Int) -> Bool {
    let steps = Self.stepsOfMatch &+ bytes / Self.bytesOfStep
    guard steps <= remaining else { return false }
    remaining &-= steps
    return true
  }

  /// Takes away the worst that as many steps as PCRE2 counts can come to on a subject of some
  /// length, if so many elements are come to in each; false if there is less.
  mutating func spend(uncountedSteps steps: Int, length: Int, weight: Int) -> Bool {
    // An element takes the time of a few bytes, however few it runs through.
    let (bytes, overflow) = (steps &* (length &+ 8)).multipliedReportingOverflow(by: weight)
    guard !overflow, bytes <= Self.product(total, 40) - uncounted else { return false }
    uncounted += bytes
    return true
  }

  /// The looks at elements that are left.
  var looks: Int { Self.product(remaining, Self.looksOfStep) }

  /// Takes away the looks that a match has taken, and the steps for itself.
  mutating func spend(looks: Int) {
    remaining = max(0, remaining - Self.stepsOfCountedMatch - max(0, looks) / Self.looksOfStep)
  }

  /// Takes away what machine code for an expression costs, by the size of what it is made from;
  /// false if there is less.
  mutating func spendCompiling(size: Int) -> Bool {
    let steps = 500 + 4 * size
    guard steps <= total - compiling else { return false }
    compiling += steps
    return true
  }

  /// Keeps in mind who took some steps, if they are the most so far.
  mutating func note(_ steps: Int, of pattern: @autoclosure () -> String) {
    guard steps > most else { return }
    (most, spender) = (steps, pattern())
  }

  /// The steps of a match besides: its code and memory are fetched.
  static let stepsOfMatch = 4
  /// The same where PCRE2 calls before each element, so that there is more code.
  static let stepsOfCountedMatch = 24
  static let looksOfStep = 2
  /// The bytes that take as long as a look, when they are run through.
  static let bytesOfLook = Int(cpcre2_bytes_of_look)
  /// The brackets that take as long as a look, when they are walked out of.
  static let bracketsOfLook = Int(cpcre2_brackets_of_look)
  static let bytesOfStep = looksOfStep * bytesOfLook
  /// Fewer steps than this are no reason to be named.
  static let notable = 32
}

extension MatchBudget: Hashable {
  /// Two budgets are equal when as much is left of them, and the same pattern took the most.
  public static func == (one: MatchBudget, other: MatchBudget) -> Bool {
    one.remaining == other.remaining && one.compiling == other.compiling
      && one.uncounted == other.uncounted && one.most == other.most
      && one.spender == other.spender
  }

  /// Hashes what is left.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(remaining)
    hasher.combine(compiling)
  }
}
