/// The part of a component's pattern that decides whether a text matches.
package final class ComponentMatcher: Sendable {
  private let lone: LoneMatcher
  private let walker: PlainWalker
  private let compiled: CompiledPattern
  /// The values, in the order of the pattern.
  let captures: [PatternCapture]
  /// The normalised text of the pattern.
  let text: String

  init(
    _ lone: LoneMatcher,
    _ walker: PlainWalker,
    _ captures: [PatternCapture],
    _ compiled: consuming CompiledPattern,
    text: String
  ) {
    self.lone = lone
    self.walker = walker
    self.captures = captures
    self.compiled = compiled
    self.text = text
  }

  /// The number of values.
  package var captureCount: Int { captures.count }

  /// The name of a value; of one without, its number among those.
  package func name(at index: Int) -> String { captures[index].name }

  /// The place of a value among those of the pattern.
  package func index(of name: String) -> Int? { captures.firstIndex { $0.name == name } }

  /// Whether it matches any text.
  package var isAnything: Bool { lone.isAnything }

  /// The only text that it matches, if it is known for one.
  package var literal: [UInt8]? { lone.literal }

  /// Whether the regular expression is asked about a text of some length.
  ///
  /// What is decided without takes no steps, and is told again by `plainRanges(in:)`.
  package func needsExpression(length: Int) -> Bool {
    if length < CaptureRanges.inlineEnd {
      !lone.isUsable && !walker.isUsable
    } else {
      !lone.isAnything
    }
  }

  @inline(__always)
  private func decidePlainly(_ subject: Span<UInt8>) -> MatchOutcome {
    lone.isUsable ? lone.match(subject) : walker.match(subject)
  }

  /// The places of the values in a text that matches, and that no expression is asked about.
  package func plainRanges(in subject: Span<UInt8>) -> CaptureRanges {
    if case .matched(let ranges) = decidePlainly(subject) { ranges } else { CaptureRanges() }
  }

  /// Whether a component's canonical text matches; `nil` where the expression has to be asked.
  package func decides(_ subject: Span<UInt8>) -> Bool? {
    if needsExpression(length: subject.count) { return nil }
    if lone.isUsable { return lone.matches(subject) }
    return if case .matched = walker.match(subject) { true } else { false }
  }

  /// The places of the values in a text that the expression has to be asked about, or `nil` when it
  /// does not match.
  ///
  /// - Throws: `MatchError` when a limit is hit before that is known.
  package func ranges(
    in subject: Span<UInt8>,
    budget: inout MatchBudget
  ) throws(MatchError) -> CaptureRanges? {
    switch compiled.match(subject, budget: &budget) {
    case .unmatched: return nil
    case .failed(let error):
      let input = String(decoding: subject.indices.map { subject[$0] }, as: UTF8.self)
      throw MatchError(code: MatchOutcome.code(of: error), pattern: text, subject: input)
    case .matched(let ranges): return ranges
    }
  }
}
