internal import CPCRE2

/// The steps that the matches which share it may take together.
///
/// A dispatch has one for all its regular expressions, so that many costly patterns cannot take
/// more time than one. A step is two looks at an element of an expression, or 32 bytes that are run
/// through: some ten nanoseconds either way. A match by a regular expression takes one step at the
/// least; patterns of plain text and whole segments, which need no expression to be matched, take
/// none.
public struct MatchBudget: Sendable {
  /// The steps left.
  public private(set) var remaining: Int
  /// What may be spent on machine code, which is made once for each expression, at its first match.
  ///
  /// It is counted apart, so that what a match comes to never depends on whether it is the first.
  /// When there is none left, expressions are interpreted.
  private var compiling: Int
  /// The most that one pattern has taken of what is shared.
  private var most = 0
  /// The pattern that took it; `nil` as long as none took much.
  private(set) var spender: (any StepSpender)?

  /// Makes a budget of a number of steps.
  public init(steps: Int = PatternLimits().matchSteps) {
    remaining = max(0, steps)
    compiling = remaining.multipliedReportingOverflow(by: 2).overflow ? .max : 2 * remaining
  }

  /// Takes away what a match takes that comes to each byte a few times at the most; false if there
  /// is less.
  @inline(__always)
  mutating func spend(bytes: Int) -> Bool {
    let steps = 1 &+ bytes / Self.bytesOfStep
    guard steps <= remaining else { return false }
    remaining &-= steps
    return true
  }

  /// The looks at elements that are left.
  var looks: Int {
    let (looks, overflow) = remaining.multipliedReportingOverflow(by: Self.looksOfStep)
    return overflow ? .max : looks
  }

  /// Takes away the looks that a match has taken, and a step for itself.
  mutating func spend(looks: Int) {
    remaining = max(0, remaining - 1 - max(0, looks) / Self.looksOfStep)
  }

  /// Takes away what machine code for an expression costs, by the size of what it is made from;
  /// false if there is less.
  mutating func spendCompiling(size: Int) -> Bool {
    let steps = 500 + 4 * size
    guard steps <= compiling else { return false }
    compiling -= steps
    return true
  }

  /// Keeps in mind who took some steps, if they are the most so far.
  mutating func note(_ steps: Int, of pattern: any StepSpender) {
    guard steps > most else { return }
    (most, spender) = (steps, pattern)
  }

  static let looksOfStep = 2
  /// The bytes that take as long as a look, when they are run through.
  static let bytesOfLook = Int(cpcre2_bytes_of_look)
  static let bytesOfStep = looksOfStep * bytesOfLook
  /// Fewer steps than this are no reason to be named.
  static let notable = 16
}

/// Something that takes steps of a budget, and is named when there are none left.
protocol StepSpender: AnyObject, Sendable {
  /// The pattern, as text.
  var text: String { get }
}

extension MatchBudget: Hashable {
  /// Two budgets are equal when as much is left of them, and the same pattern took the most.
  public static func == (one: MatchBudget, other: MatchBudget) -> Bool {
    one.remaining == other.remaining && one.compiling == other.compiling && one.most == other.most
      && one.spender === other.spender
  }

  /// Hashes what is left.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(remaining)
    hasher.combine(compiling)
  }
}
